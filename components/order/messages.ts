import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import { REFUND_WORKING_DAYS, RETURN_DAYS } from '#lib/company/company.ts'
import type { ReturnState } from '#lib/order/return/return-record.ts'
import type { Failure } from '#lib/result.ts'

/** Text of an empty list. */
export const NO_ORDERS = '目前沒有訂單紀錄'
export const NO_MATCH = '找不到符合的訂單'

/** Texts of a cancellation by the member. */
export const CANCEL_MESSAGES = {
  question: '要取消這筆訂單嗎？',
  explanation: '取消後無法恢復；若還想購買，可以重新選購。未付款的訂單不會扣款。',
  withNumber: '若已轉帳或繳費，我們查明後會全額退款給您。若尚未付款，取消後請勿再付。',
  moneyUnderWay: '這筆訂單可能有款項處理中，目前無法取消。請等付款有結果後再試。',
  notUnpaid: '這筆訂單目前的狀態無法取消。',
  failed: '訂單取消失敗，請稍後再試。',
} as const

/** Label of the button by which a paid order is asked to be cancelled. */
export const CANCELLATION_REQUEST_LABEL = '申請取消'

/** Texts of the request to cancel a paid order. */
export const CANCEL_REQUEST_MESSAGES = {
  question: '要申請取消整筆訂單嗎？',
  explanation: '我們收到申請後，會取消整筆訂單並全額退款。',
  asked: '已申請取消整筆訂單。我們不會出貨；全額退款完成時，會寄信通知您。',
  failed: '取消申請未送出，請稍後再試。',
  over: '已逾取消期限。收到商品後，七天內仍可退貨。',
  left: '商品已寄出。收到商品後，七天內可以退貨。',
} as const

/** Labels of a return's states, for the member. */
export const RETURN_STATE_LABELS: Readonly<
  Record<ReturnState, { readonly title: string; readonly next: string }>
> = {
  requested: {
    title: '已申請退換貨',
    next: '我們會在客服時間與您聯絡，安排取件或告知寄回的方式。',
  },
  accepted: { title: '已同意退換貨', next: '請連同吊牌、配件與包裝一併寄回，運費由我們負擔。' },
  refused: { title: '無法受理退換貨', next: '若有疑問，請來信客服，我們會再為您說明。' },
  received: {
    title: '已收到退回的商品',
    next: `退款在 ${REFUND_WORKING_DAYS} 個工作天內完成。`,
  },
  preparing: { title: '已收到退回的商品', next: '換給您的商品正在準備，寄出時寄信通知您。' },
  exchanged: { title: '換貨已寄出', next: '請用追蹤編號到物流公司查詢。' },
}

/** Anti-fraud notice beside each order. */
export const FRAUD_NOTICE =
  '我們不會打電話或傳訊息要您轉帳、操作 ATM 或網路銀行、解除分期付款，也不會要您提供密碼或驗證碼。遇到這樣的要求，請撥 165 反詐騙專線查證。'

/** Says beside an order that it can be sent back. */
export const RETURN_OFFER = `收到商品的次日起 ${RETURN_DAYS} 天內可以申請退貨或換尺寸，不需要說明理由，運費由我們負擔。`

/** What the page of a mail's link leaves out. */
export const MAILED_ORDER_TERMS =
  '這一頁不顯示收件資料。若要查看收件資料、申請取消或退換貨，請登入下單的帳號。'

/** Why the link of a mail shows no order; `network` when the network did not answer. */
export type MailedOrderFailure = 'link-over' | 'malformed' | 'too-often' | 'unavailable' | 'network'

const MAILED_ORDER_PROBLEMS: Readonly<Record<MailedOrderFailure, string>> = {
  'link-over': '這個連結已失效。',
  malformed: '這個連結已失效。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，請稍後再試。',
  network: '網路沒有回應。請確認連線後再試。',
}

/** Why no order is shown, in a sentence. */
export function mailedOrderFailureText({
  code,
  reference,
}: Omit<Failure<MailedOrderFailure>, 'ok'>): string {
  const sentence = MAILED_ORDER_PROBLEMS[code]
  return reference === undefined ? sentence : withReference(sentence, reference)
}
