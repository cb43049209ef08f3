import type { ReturnAnswer } from '#lib/order/return/answer-return.ts'

/** Answers to a return. */
export const RETURN_ANSWER_LABELS: Readonly<Record<ReturnAnswer, string>> = {
  accepted: '同意，請會員寄回',
  refused: '不同意',
  received: '已收到退回的商品，之後退款',
  preparing: '已收到退回的商品，準備換貨（之後建立寄件）',
  exchanged: '已收到退回的商品，寄出換貨（填追蹤編號）',
}

/** The same once the units of an exchange were taken from the stock. */
export const PREPARED_EXCHANGE_LABELS: Readonly<Record<ReturnAnswer, string>> = {
  ...RETURN_ANSWER_LABELS,
  exchanged: '寄出換貨（填追蹤編號）',
  received: '不寄換貨，改為退款',
}
