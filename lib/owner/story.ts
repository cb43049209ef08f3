import { RECIPIENT_LABELS } from '../delivery/recipient.ts'
import { type Order, type OrderEvent, UNPAID_HOURS } from '../order/order.ts'
import { PARCEL_EVENT_WORDS } from '../parcel/parcel-words.ts'
import { inNameOf } from '../payment/payment-status.ts'
import { REVIEW_REASON_WORDS } from '../payment/review-reason.ts'
import { oneLine } from '../site/plain-text.ts'
import { formatTime } from '../site/taipei-time.ts'
import { BY_WORDS } from './messages.ts'

const WHAT: Readonly<Record<string, string>> = {
  placed: '下單',
  cancelled: '取消訂單',
  shipped: '標記為已出貨',
  'shipment-corrected': '更正物流資料',
  completed: '標記為已完成',
  'recipient-edited': '修改收件資料',
  noted: '店主備註',
  'invoice-written': '記下發票號碼',
  'payment-creating': '開始付款',
  'payment-open': 'PayPal 付款已建立',
  'payment-approval': '買家在 PayPal 同意付款',
  'payment-capturing': '正在收款',
  'payment-pending': 'PayPal 審核款項中',
  'payment-paid': '已收款',
  'payment-captured': '已收款',
  'payment-declined': '付款未成功',
  'payment-expired': '付款逾時',
  'payment-refused': 'PayPal 拒絕付款',
  'payment-closed': '這次付款結束',
  'payment-missing': 'PayPal 一時查不到這筆付款',
  'payment-known': 'PayPal 又查到這筆付款',
  'payment-review': '付款待人工核對',
  'payment-refunded': '退款',
  'payment-partly-refunded': '部分退款',
  'payment-reversed': 'PayPal 扣回款項',
  'payment-charged-back': '銀行扣回款項',
  'payment-won-back': '扣回的款項又回到商店',
  'refund-asked': '要求退款',
  'refund-refused': 'PayPal 沒有退款',
  'refund-pending': 'PayPal 正在處理退款',
  'refund-sent': '送出退款',
  'refund-not-seen': 'PayPal 還沒有這筆退款',
  'watch-ended': '不再查詢退款',
  'review-paid': '核對結果：已收款',
  'review-refunded': '核對結果：已全額退款',
  'review-expired': '核對結果：從未收款',
  'dispute-open': '買家在 PayPal 提出爭議',
  'dispute-won': '爭議結束，商店勝訴，款項保留',
  'dispute-lost': '爭議結束，買家勝訴，款項被扣回',
  'return-asked': '會員申請退換貨',
  'return-accepted': '同意退換貨',
  'return-refused': '不同意退換貨',
  'return-received': '收到退貨',
  'return-exchanged': '收到退貨，寄出換貨',
  'exchange-corrected': '更正換貨的包裹',
  'hold.lapsed': '商品不再保留',
  'person-erased': '刪除個人資料',
  'shipping-date-changed': '更改預計出貨日',
  ...PARCEL_EVENT_WORDS,
}

const WHY: Readonly<Record<string, string>> = {
  ...REVIEW_REASON_WORDS,
  checkout: '',
  'by-member': '會員自行取消',
  'by-owner': '店主取消',
  replaced: '會員重新下單',
  'unpaid-too-long': `超過 ${UNPAID_HOURS} 小時未付款`,
  'time-over': '保留時間已過',
  'needed-by-another': '保留時間已過，由其他買家買走',
  'released-by-owner': '店主釋出',
  'out-of-stock': '商品已售完，沒有扣款',
  'handed-to-carrier': '',
  delivered: '',
  'paypal-button': '用 PayPal 按鈕',
  'card-button': '用信用卡按鈕',
  'line-pay-button': '用 LINE Pay 按鈕',
  stored: '',
  pending: '',
  noted: '',
  approved: '買家已同意',
  'not-approved': '買家還沒有同意',
  'not-wanted': '訂單不需要這筆付款',
  reviewed: '',
  restocked: '商品已加回庫存',
  'no-reason-given': '',
  kept: '依法保存訂單本身',
  erased: '',
  accepted: '',
  received: '',
  exchanged: '',
  completed: '',
  'partly-refunded': '',
  refunded: '',
  'gone-at-provider': 'PayPal 已沒有這筆付款',
  'given-back': '款項已退回',
  INSTRUMENT_DECLINED: '卡片或帳戶被拒絕',
  PAYER_ACTION_REQUIRED: '買家還要在 PayPal 完成一個步驟',
  DECLINED: '被拒絕',
  PENDING_REVIEW: 'PayPal 人工審核',
  REFUND_FAILED: '退款沒有完成，款項還在',
  'refunds-over': '已過了可能退款的期間',
  LINE_PAY_1142: '餘額不足',
  LINE_PAY_1280: '信用卡暫時無法使用',
  LINE_PAY_1183: '低於 LINE Pay 的收款下限',
  LINE_PAY_1184: '超過 LINE Pay 的收款上限',
  LINE_PAY_2024: '超過店家的收款上限',
}

const FIELDS: Readonly<Record<string, string>> = { ...RECIPIENT_LABELS, store: '門市' }

function wordsOf(words: Readonly<Record<string, string>>, text: string): string {
  return Object.hasOwn(words, text) ? (words[text] ?? text) : text
}

// The reason of an edited recipient is the old value of each field.
function before(reason: string): string {
  const fields = reason.replaceAll(/(?<=^|; )([a-zA-Z]+)=/g, (_, name: string) => {
    return `${wordsOf(FIELDS, name)}：`
  })
  return `原為 ${fields}`
}

/** The reason of an event, in words; an unknown reason is shown as it is stored. */
export function reasonText(reason: string): string {
  return wordsOf(WHY, reason)
}

function whyText({ what, reason = '' }: OrderEvent): string {
  if (what === 'recipient-edited') return before(reason)
  if (what === 'shipment-corrected' || what === 'exchange-corrected') return `原為 ${reason}`
  return reasonText(reason)
}

/** One event of an order, in words: when, who, what, and why if that adds something; each on one line. */
export type StoryLine = {
  readonly at: string
  readonly time: string
  readonly who: string
  readonly what: string
  readonly why: string
}

/** An event of an order with this payment, in words; an unknown one is shown as it is stored. */
export function storyLine(event: OrderEvent, payment: Order['payment']): StoryLine {
  const { at, by, who, what } = event
  const named = (text: string) => inNameOf(payment, text)
  return {
    at,
    time: formatTime(new Date(at)),
    who: oneLine(named(BY_WORDS[by]) + (who === undefined ? '' : ` ${who}`)),
    what: oneLine(named(wordsOf(WHAT, what))),
    why: oneLine(named(whyText(event))),
  }
}
