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
  | 'half-gone'

/** Every reason for which an action of the owner's page can be refused. */
export type OwnerFailure = Refusal | RefundFailure | PageFailure

const OWN: Readonly<Record<PageFailure, string>> = {
  recalculating: '尚未核對完成：系統會在背景繼續核對並更正，若有不符，完成後會寄信並顯示在首頁。',
  'half-gone': '這一張已由送出者收回，或尚未確認信箱。',
  'orders-unreadable':
    '已核對，但有訂單無法讀取：這些訂單的商品未核對件數，其餘都已依訂單核對。訂單列在「每日自動核對」。',
  'nothing-to-ship': '未讀到訂單編號和追蹤編號。',
  'nothing-chosen': '請先選要處理的訂單或件數。',
  'not-delivered': '尚未出貨；若要退款，請用退款。',
  'too-late': '已逾七天退貨期。',
  'return-open': '前一次退換貨尚未結束。',
  'too-many-units': '件數超過這筆訂單可退的件數。',
  'size-not-made': '這個商品沒有這個尺寸，資料未變更。',
  incomplete: '沒有聯絡方式，請先補上收件資料。',
  refunded: '這筆訂單已經全額退款。',
  'no-invoices': '未讀到訂單編號和發票號碼（兩個英文字母和八位數字）。',
  'saved-meanwhile':
    '這一頁開啟後已有其他人修改，本次未儲存。您填寫的內容還在，請確認後再儲存一次。',
  'host-refused': '儲存庫未接受這次的變更，請稍後再試。',
  'nothing-to-undo': '這一次變更無法復原。',
  'unknown-file': '沒有這個檔案。',
  'content-wrong': '尚無法儲存。',
  'no-repository': '尚未設定儲存庫，請看店主手冊的「改文字、商品與照片」。',
  'picture-unusable': '這張照片無法使用：',
  'picture-name': '這個檔案的名稱無法放照片，請先用小寫英文、數字與 - 命名。',
  'picture-taken': '已經有同名的另一張照片，請再上傳一次。',
  'picture-foreign': '有照片不是在這裡上傳的，或上傳已逾時。請再上傳一次。',
  'unlikely-price': '有金額與原本相差很多，請再看一次。若沒有填錯，再按一次即會儲存。',
  'has-orders': '這件商品有過訂單或庫存變動，無法刪除。若要下架，請在「草稿」選「是」。',
  'not-removable': '網站需要這個檔案，無法刪除。',
  'nothing-changed': '沒有要更正的件數。',
  'below-zero': '剩餘件數不足，資料未變更。',
  'no-customer': NO_CUSTOMER,
  'code-form': '折扣碼須為 4 到 20 個英文字母或數字，中間可以有 -。',
  'code-value': '折扣不正確：金額 1 到 20,000 元，百分比 1 到 90%。',
  'code-threshold': '門檻不對：0 到 100,000 元。',
  'code-days': '結束日早於開始日。',
  'code-uses': '次數不正確：總共 1 到 5,000 次，每位會員不超過總次數。',
  'code-products': '所選的商品或創作者已不存在，請重新整理再選。',
  'code-known': '這個折扣碼已存在，無法重複建立。請換一個，或到它的頁面查看。',
  'code-unknown': '沒有這個折扣碼。',
  'proof-needed': '未確認身分，操作未執行。填寫的內容還在，請再按一次，並在視窗中確認。',
  'too-many-passkeys': '最多十把通行密鑰，請先移除不用的。',
  unknown: '這把通行密鑰已不存在，請重新整理。',
  'carrier-wrong': '手機條碼須為「/」加上 7 個數字、大寫英文或 . + -，資料未變更。',
  'tax-id-wrong': '統一編號不正確，請再核對 8 位數字；資料未變更。',
  'company-missing': '請填寫公司抬頭；資料未變更。',
  'donation-wrong': '捐贈碼須為 3 到 7 位數字；資料未變更。',
  'carrier-unknown': '財政部查無這個手機條碼，請向買家確認；資料未變更。',
  'donation-unknown': '財政部查無這個捐贈碼，請向買家確認；資料未變更。',
  'invoice-issued-already': '這筆訂單的發票無法在這裡更正。',
  'invoice-with-allowance': '這張發票已有折讓，綠界無法作廢；資料未變更。',
  'invoice-too-late':
    '已逾作廢期限（開立那一期之後的單月 13 日），無法作廢重開；資料未變更。請與會計師確認。',
  'invoice-sending': '發票正在開立、作廢或折讓，請等幾分鐘，重新整理後再看。',
  'invoice-dropped': '這筆訂單無須開立發票。',
  'wrong-price': '件數、單價與折讓須為整數，單價至少 1 元。',
  'wrong-invoice': '發票的資料不正確，請看欄位旁的說明。',
  'total-differs':
    '目前的價格與這一頁不同，尚未建立訂單。請重新整理再看一次；若已收款，請在「本次單價」填寫實際的價格。現在是 ',
  'place-unlisted': '郵遞區號、縣市與鄉鎮市區不一致。若沒有填錯，請勾選後再按一次。',
  'store-unknown': '找不到這家門市，或目前無法收件，請另選一家。',
  'store-recipient': '超商取貨須填寫收件人的中文或英文姓名，和 09 開頭的手機號碼。',
  'reduced-too-much': '折讓須低於商品金額。',
  'no-reduction-reason': '請填寫折讓的原因。',
  'too-many-parcels': '一次最多 200 筆，請分次貼上。',
  malformed: '有欄位太長或格式不正確，請檢查後再試。',
  'too-often': TOO_OFTEN,
  unavailable:
    '服務目前沒有回應，不確定是否完成，也可能是登入已超過 12 小時。請重新整理頁面，確認後再決定是否重做。',
  refused: '密碼或帳號確認未通過，請再試一次。',
  network:
    '不確定是否已送出：網路中斷，或登入已超過 12 小時。請重新整理頁面；若看不到頁面，請重新登入。',
}

export const failureTexts = (provider: string): Readonly<Record<OwnerFailure, string>> => ({
  ...refundRefusals(provider),
  ...refusals(provider),
  ...OWN,
  // Texts that the terminal words by its options.
  'parcel-incomplete': '請填寫物流公司和追蹤編號。',
  'other-parcel': '這筆訂單已用另一個追蹤編號出貨；若要更正，請到訂單頁。',
  'no-exchange': '會員未要求換尺寸；收到商品後請退款。',
  'no-reason': '請寫下原因。',
  'no-such-move': '訂單目前的狀態無法這樣處理：付款後才能出貨，出貨後才能更正或完成。',
  'not-paid': '這筆訂單的款項尚未確認收到，請先結束核對。',
  'not-unpaid': '只有待付款的訂單可以取消；已付款的請退款。',
  'too-few-units':
    '庫存不足，資料未變更。若貨已在手上，請填寫超賣的原因再試；若不出貨，請退款給買家：',
  'given-back': `${provider} 收過這筆款項並已退回，請選「已全額退款」。`,
})

/** Why nothing was done, in a sentence. */
export function failureText(
  { code, reference, detail = '' }: Omit<Failure<OwnerFailure>, 'ok'>,
  provider: string = USUAL_TITLE,
): string {
  const text = closeUp(failureTexts(provider)[code]) + detail
  return reference === undefined ? text : withReference(text, reference)
}

// Outcomes of a list in the audit trail.
const PARTLY = {
  'partly-unknown': '部分訂單找不到。',
  'partly-refused': '部分訂單未處理。',
}

/** Why nothing was done, by the code that was stored then; a code that is no longer used stands in it. */
export function storedFailureText(code: string): string {
  const labels: Readonly<Record<string, string>> = { ...failureTexts(USUAL_TITLE), ...PARTLY }
  return `未完成：${labels[code] ?? `其他原因（${code}）`}`
}
