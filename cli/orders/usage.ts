const NUMBER = '訂單編號要寫在指令後面，例如 Order2026112110-0001 或 2026112110-0001'

const SUBJECTS: Readonly<Record<string, string>> = {
  export: '月份要寫成 年-月，例如 2026-11',
  reconcile: '日期要寫成存在的 年-月-日，例如 2026-11-21',
  customer: '顧客的 Email 或會員編號寫在指令後面',
  date: '商品編號寫在指令後面，例如 otr-001',
}

const VALUES: Readonly<Record<string, string>> = {
  refund: '金額寫在訂單編號後面：新臺幣整數，或 rest（退回剩下的全部）',
  date: '新的出貨日寫在商品編號後面，年-月-日，例如 2027-04-15',
  return:
    '回覆寫在訂單編號後面：accepted（同意）、refused（不同意）、received（已收到，之後退款）或 exchanged（已收到，寄出換貨）',
  resolve: '結果寫在訂單編號後面：paid（已收款）、refunded（已全額退款）或 expired（從未收款）',
}

const OPTIONS: Readonly<Record<string, string>> = {
  carrier: '--carrier 最多 40 個字',
  tracking: '--tracking 最多 60 個字',
  reason: '--reason 最多 300 個字',
  return: '--return 要寫退換貨申請的編號，例如 1',
  'below-zero': '--below-zero 要寫超賣的原因，最多 200 個字',
  left: '--left 要寫您看到的可退金額，新臺幣整數',
  who: '--who 要寫 1 到 60 個字的姓名',
}

/** Expected subject, value or option of a command. */
export function hintFor(command: string, name: string): string {
  if (name === 'subject') return SUBJECTS[command] ?? NUMBER
  if (name === 'value') return VALUES[command] ?? '內容寫在訂單編號後面'
  return OPTIONS[name] ?? `--${name} 的內容不對或太長`
}

/** Usage text of the order commands. */
export const USAGE = `用法：npm run orders -- <指令> [參數]

其餘的工作在店主頁面（/owner）：查詢和搜尋、批次出貨、收件資料、備註、發票、申請。

查詢
  review                                       列出待核對的付款和爭議，並向 PayPal 查詢

處理訂單（都可以加 --who 姓名，記下是誰做的；沒有寫時記電腦的使用者名稱）
  ship <訂單編號> --carrier 黑貓 --tracking 123   標記為已出貨；已出貨的加 --correct 更正
  complete <訂單編號>                          標記為已完成
  cancel <訂單編號> --reason 原因               取消待付款的訂單（先向 PayPal 確認沒有款項在途中）
  refund <訂單編號> <金額|rest> --reason 原因   經 PayPal 退款；金額和原因都相同的退款只做一次。還沒出貨就全部
                                               退回時，商品加回庫存；加 --no-restock 就不加。
                                               --return 1 記下是哪一次退貨；--left 3080 是您看到的可退金額，
                                               已經不同時就不退，並說是誰退了多少
  return <訂單編號> accepted|refused|received|exchanged [--reason 給會員的話] [--restock]
                                               回覆退換貨申請；--restock 把收到的商品加回庫存；
                                               exchanged 要加 --carrier 和 --tracking，寫換貨的包裹；
                                               庫存不夠仍要寄出時，加 --below-zero 原因
  date <商品編號> <年-月-日> --reason 原因       變更預購的出貨日：改每一筆未出貨的訂單，並通知每位買家（原因會寫在信裡）
  resolve <訂單編號> paid|refunded|expired --reason 原因
                                               結束核對：已收款、已全額退款、從未收款（下單未滿 72 小時的買家可重新付款）；
                                               已收款但庫存不夠、仍要出貨時，加 --below-zero 原因

帳務
  export <年-月> [--out 資料夾]                匯出一個月的訂單和款項，兩個試算表可直接開啟的 CSV
  reconcile <年-月-日>                         和 PayPal（及 LINE Pay）核對一天的帳
  sweep                                        檢查所有未完成的訂單，和排程呼叫的一樣
  recount                                      把庫存、待製作、搜尋和帳全部依訂單重新核對，不同的改正（每天會自動做一次）

個人資料
  customer <Email|會員編號> --export [--out 資料夾]
                                               把商店保存的這位顧客的資料存成一個檔案
  customer <Email|會員編號> --erase            刪除法律不要求保存的部分，並說明留下了什麼、為什麼

  訂單編號不分大小寫，可省略 Order。加 --local 使用這台電腦上的商店（npm run local），不用 .env 的設定。`

/** Output of a command, and whether it succeeded. */
export type CommandOutput = { readonly text: string; readonly ok: boolean }

/** Output of a command that succeeded unless `ok` says otherwise. */
export const output = (text: string, ok = true): CommandOutput => ({ text, ok })
