import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { CodeRefusal } from '#lib/discount/discount.ts'
import type { InvoiceRefusal } from '#lib/invoice/check-invoice.ts'
import type { CorrectionRefusal } from '#lib/invoice/correct-invoice.ts'
import type { ReturnFailure } from '#lib/order/return/return-rules.ts'
import type { RefundFailure } from '#lib/owner/refund-failure.ts'
import { NO_CUSTOMER, refundRefusals, type Refusal, refusals } from '#lib/owner/refusals.ts'
import { USUAL_TITLE } from '#lib/payment/method-titles.ts'
import type { Failure } from '#lib/result.ts'
import { closeUp } from '#lib/text/no-break.ts'

// Texts of the page alone: an action that did not begin, and problems of a pasted list.
type PageFailure =
  | 'malformed'
  | 'too-often'
  | 'unavailable'
  | 'refused'
  | 'network'
  | 'nothing-to-ship'
  | ReturnFailure
  | 'no-invoices'
  | 'saved-meanwhile'
  | 'host-refused'
  | 'nothing-to-undo'
  | 'unknown-file'
  | 'content-wrong'
  | 'no-repository'
  | 'picture-unusable'
  | 'picture-name'
  | 'picture-taken'
  | 'picture-foreign'
  | 'unlikely-price'
  | 'has-orders'
  | 'not-removable'
  | 'nothing-changed'
  | 'below-zero'
  | 'too-many-parcels'
  | 'no-customer'
  | CodeRefusal
  | 'code-known'
  | 'code-unknown'
  | 'proof-needed'
  | 'too-many-passkeys'
  | 'unknown'
  | CorrectionRefusal
  | InvoiceRefusal
  | 'wrong-price'
  | 'wrong-invoice'
  | 'total-differs'
  | 'place-unlisted'
  | 'store-unknown'
  | 'store-recipient'
  | 'reduced-too-much'
  | 'no-reduction-reason'
  | 'recalculating'
  | 'orders-unreadable'

/** Every reason for which an action of the owner's page can be refused. */
export type OwnerFailure = Refusal | RefundFailure | PageFailure

const OWN: Readonly<Record<PageFailure, string>> = {
  recalculating: '還沒有核對完：系統會在背景繼續核對並改正，完成後若有不同，會寄信並顯示在首頁。',
  'orders-unreadable':
    '已核對，但有訂單無法讀取：這些訂單的商品未核對件數，其餘都已依訂單核對。哪幾筆列在「每日自動核對」。',
  'nothing-to-ship': '沒有讀到任何訂單編號和追蹤編號。',
  'nothing-chosen': '請先選要處理的訂單或件數。',
  'not-delivered': '還沒有出貨；要退款請用退款。',
  'too-late': '七天退貨期已經過了。',
  'return-open': '前一次退換貨還沒有結束。',
  'too-many-pieces': '件數超過這筆訂單可以退的。',
  'size-not-made': '這個商品沒有做這個尺寸，什麼都沒有變更。',
  incomplete: '沒有聯絡方式，請先補上收件資料。',
  refunded: '這筆訂單已經全額退款。',
  'no-invoices': '沒有讀到訂單編號和發票號碼（兩個英文字母和八位數字）。',
  'saved-meanwhile':
    '這一頁開啟後已有其他人修改，本次未儲存；您填的內容還在這一頁，看過再儲存一次。',
  'host-refused': '儲存庫沒有收下這次的變更，請稍後再試。',
  'nothing-to-undo': '這一次變更不能復原。',
  'unknown-file': '沒有這個檔案。',
  'content-wrong': '還不能儲存。',
  'no-repository': '還沒有設定要存到哪裡，請看店主手冊的「改文字、商品與照片」。',
  'picture-unusable': '這張照片不能用：',
  'picture-name': '這個檔案的名稱不能放照片，請先用小寫英文、數字與 - 命名。',
  'picture-taken': '已經有同名的另一張照片，請再上傳一次。',
  'picture-foreign': '有照片不是在這裡上傳的，或上傳太久了。請再上傳一次。',
  'unlikely-price': '有金額和原來差很多，請再看一次；沒有寫錯的話，再按一次就會照這樣儲存。',
  'has-orders': '這件商品有過訂單或動過庫存，不能刪除；要下架請在「草稿」選「是」。',
  'not-removable': '商店要用到這個檔案，不能刪除。',
  'nothing-changed': '沒有要更正的件數。',
  'below-zero': '剩下的件數不夠扣，什麼都沒有變更。',
  'no-customer': NO_CUSTOMER,
  'code-form': '折扣碼要 4 到 20 個英文字母或數字，中間可以有 -。',
  'code-value': '折多少不對：金額 1 到 20,000 元，百分比 1 到 90%。',
  'code-threshold': '門檻不對：0 到 100,000 元。',
  'code-days': '結束的日子比開始早。',
  'code-uses': '次數不對：總共 1 到 5,000 次，每位會員不超過總共的次數。',
  'code-products': '選的商品或創作者已經不在了，請重新整理再選。',
  'code-known': '這個折扣碼已經有了，不能再建立一次；請換一個，或到它的頁面看看。',
  'code-unknown': '沒有這個折扣碼。',
  'proof-needed': '沒有確認身分，所以還沒有做。請再按一次，並在視窗中確認；填好的內容都還在。',
  'too-many-passkeys': '最多十把通行密鑰，請先移除不用的。',
  unknown: '這把通行密鑰已經不在了，請重新整理。',
  'carrier-wrong': '手機條碼是「/」加上 7 個數字、大寫英文或 . + -，什麼都沒有變更。',
  'tax-id-wrong': '統一編號不正確，請再核對 8 位數字，什麼都沒有變更。',
  'company-missing': '請填公司抬頭，什麼都沒有變更。',
  'donation-wrong': '捐贈碼是 3 到 7 位數字，什麼都沒有變更。',
  'carrier-unknown': '財政部查無這個手機條碼，請向買家確認，什麼都沒有變更。',
  'donation-unknown': '財政部查無這個捐贈碼，請向買家確認，什麼都沒有變更。',
  'invoice-issued-already': '這筆訂單的發票不能在這裡更正。',
  'invoice-with-allowance': '這張發票已經有折讓，綠界不能作廢，什麼都沒有變更。',
  'invoice-too-late':
    '已經過了作廢期限（開立那一期之後的單月 13 日），不能作廢重開，什麼都沒有變更。請和會計師確認。',
  'invoice-sending': '發票正在開立、作廢或折讓，請等幾分鐘，重新整理後再看。',
  'invoice-dropped': '這筆訂單不必開立發票。',
  'wrong-price': '件數、單價與折讓要是整數，單價至少 1 元。',
  'wrong-invoice': '發票的資料不正確，請看欄位旁的說明。',
  'total-differs':
    '商店的價格和這一頁算的不同，什麼都沒有建立。請重新整理再看一次；已經收了錢的，請在「本次單價」填實際的價格。現在是 ',
  'place-unlisted': '郵遞區號、縣市與鄉鎮市區對不起來；沒有寫錯的話，請勾選後再按一次。',
  'store-unknown': '找不到這家門市，或它現在不能收件，請另選一家。',
  'store-recipient': '超商取貨要收件人的中文或英文姓名，和 09 開頭的手機號碼。',
  'reduced-too-much': '折讓要比商品金額少。',
  'no-reduction-reason': '請寫折讓的原因。',
  'too-many-parcels': '一次最多 200 筆，請分次貼上。',
  malformed: '有欄位太長或格式不正確，請檢查後再試。',
  'too-often': TOO_OFTEN,
  unavailable:
    '服務目前沒有回應，不確定是否完成，也可能是登入已超過 12 小時。請重新整理頁面，看過再決定是否再做一次。',
  refused: '密碼或帳號確認沒有通過，請再試一次。',
  network:
    '不確定有沒有送出：網路中斷，或登入已超過 12 小時。請重新整理看看；看不到頁面時請重新登入。',
}

export const failureWords = (provider: string): Readonly<Record<OwnerFailure, string>> => ({
  ...refundRefusals(provider),
  ...refusals(provider),
  ...OWN,
  // Texts that the terminal words by its options.
  'parcel-incomplete': '請填物流公司和追蹤編號。',
  'other-parcel': '這筆訂單已經用另一個追蹤編號出貨；要更正請到訂單頁。',
  'no-exchange': '會員沒有要換尺寸；收到商品後請退款。',
  'no-reason': '請寫下原因。',
  'no-such-move': '訂單現在的狀態不能這樣做：付款後才能出貨，出貨後才能更正或完成。',
  'not-paid': '這筆訂單的款項還沒有確定收到，請先結束核對。',
  'not-unpaid': '只有待付款的訂單可以取消；已付款的請退款。',
  'too-few-pieces':
    '庫存不夠，什麼都沒有變更。貨已經在手上的，寫下超賣的原因再試；不出貨的，把錢退給買家：',
  'given-back': `${provider} 收過這筆款項並已退回，請選「已全額退款」。`,
})

/** Why nothing was done, in a sentence. */
export function failureText(
  { code, reference, detail = '' }: Omit<Failure<OwnerFailure>, 'ok'>,
  provider: string = USUAL_TITLE,
): string {
  const text = closeUp(failureWords(provider)[code]) + detail
  return reference === undefined ? text : withReference(text, reference)
}

// Outcomes of a list in the audit trail.
const PARTLY = {
  'partly-unknown': '部分訂單找不到。',
  'partly-refused': '部分訂單沒有處理。',
}

/** Why nothing was done, by the code that was stored then; a code that is no longer used stands in it. */
export function storedFailureText(code: string): string {
  const words: Readonly<Record<string, string>> = { ...failureWords(USUAL_TITLE), ...PARTLY }
  return `未完成：${words[code] ?? `其他原因（${code}）`}`
}
