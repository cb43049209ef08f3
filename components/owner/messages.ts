import type { EditFailure } from '#lib/order/edits.ts'
import type { AnswerFailure, ReturnAnswer } from '#lib/order/returns.ts'
import type { Failure } from '#lib/result.ts'
import { withReference } from '#components/site/with-reference.ts'
import { TOO_OFTEN } from '#components/site/too-often.ts'
import { REFUSALS } from '#lib/owner/messages.ts'
import type { OrderView } from '#lib/owner/order-views.ts'
import type { RefundFailure } from '#lib/owner/refund-order.ts'
import type { ReviewEnd } from '#lib/payment/review.ts'

/** What the views of the list are called. */
export const VIEW_WORDS: Readonly<Record<OrderView, string>> = {
  'to-ship': '可出貨',
  waiting: '預購中',
  attention: '待核對與爭議',
  unpaid: '待付款',
  shipped: '已出貨',
  completed: '已完成',
  cancelled: '已取消',
  all: '全部',
}

/** How a review can end. */
export const END_WORDS: Readonly<Record<ReviewEnd, string>> = {
  paid: '已收款：留下這筆款項，訂單成立',
  refunded: '已全額退款：款項都退回了',
  expired: '從未收款：PayPal 沒有任何款項',
}

/** What can be answered to a return. */
export const ANSWER_WORDS: Readonly<Record<ReturnAnswer, string>> = {
  accepted: '同意，請會員寄回',
  refused: '不同意',
  received: '已收到退回的商品',
}

/** Why an action did not begin: the wrapper's own refusals, and those of signing in again. */
type BegunFailure = 'malformed' | 'too-often' | 'unavailable' | 'refused' | 'away'

/** Every reason for which an action of the owner's page can be refused. */
export type OwnerFailure =
  | keyof typeof REFUSALS
  | EditFailure
  | AnswerFailure
  | RefundFailure
  | BegunFailure
  | 'nothing-to-ship'

const OWN: Readonly<Record<Exclude<OwnerFailure, keyof typeof REFUSALS>, string>> = {
  'shipped-already': '訂單已經出貨或取消，收件資料不能再改。',
  'recipient-incomplete': '收件資料不完整，請檢查姓名、手機、Email 和地址或門市。',
  'no-text': '請寫下內容。',
  'no-invoice-number': '發票號碼是兩個英文字母和八位數字，例如 AB12345678。',
  'no-return': '這筆訂單沒有退貨申請。',
  'no-such-answer': '這個退貨申請已經處理過，不能再這樣回覆。',
  'wrong-amount': '退款金額必須是整數（新臺幣元），而且大於 0。',
  'key-used': '這次退款已經用別的金額送出過，請重新整理頁面再試。',
  'in-review': '這筆款項還在核對，請先結束核對。',
  'nothing-left': '這筆訂單的款項已經全部退回。',
  'too-much': '退款金額超過剩下可以退的金額。',
  'refund-under-way': '上一筆退款還沒有結果，等它結束再退下一筆。',
  'only-all': 'PayPal 對這筆款項只接受全額退款。',
  'too-many-refunds': 'PayPal 不接受這筆款項再退款：次數已達上限。',
  'too-long-ago': 'PayPal 不接受退款：收款已超過 180 天。請用其他方式退給買家。',
  'no-funds': 'PayPal 帳戶的餘額不足，請先存入款項。',
  'charged-back': '買家已向銀行要回這筆款項，不能再退。',
  'too-little': '退款金額太小，PayPal 不接受。',
  'refund-refused': 'PayPal 沒有接受這筆退款，請到 PayPal 查看原因。',
  'nothing-to-ship': '沒有讀到任何訂單編號和追蹤編號。',
  malformed: '有欄位太長或格式不正確，請檢查後再試。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，沒有確定是否完成；請重新整理頁面，看過再決定是否再做一次。',
  refused: '密碼或帳號確認沒有通過，請再試一次。',
  away: '沒有送出：網路中斷，或登入已超過 12 小時。請重新整理；看不到頁面時請重新登入。',
}

const WORDS: Readonly<Record<OwnerFailure, string>> = {
  ...REFUSALS,
  ...OWN,
  // What the terminal says by the names of its options.
  'parcel-incomplete': '請填物流公司和追蹤編號。',
  'other-parcel': '這筆訂單已經用另一個追蹤編號出貨；要更正請到訂單頁。',
  'no-reason': '請寫下原因。',
  'not-paid': '這筆訂單的款項還沒有確定收到，請先結束核對。',
  'not-unpaid': '只有待付款的訂單可以取消；已付款的請退款。',
  'given-back': 'PayPal 收過這筆款項並已退回，請選「已全額退款」。',
}

/** Why nothing was done, in a sentence. */
export function failureText({ code, reference }: Omit<Failure<OwnerFailure>, 'ok'>): string {
  return reference === undefined ? WORDS[code] : withReference(WORDS[code], reference)
}

/** Whether a code is one of the owner's page. */
export function isOwnerFailure(code: string): code is OwnerFailure {
  return Object.hasOwn(WORDS, code)
}
