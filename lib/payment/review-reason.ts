import { z } from 'zod'

/** Why the provider's answer about a payment can't be taken as it is. */
export const MISMATCHES = [
  'currency',
  'amount',
  'custom-id',
  'invoice-id',
  'two-captures',
  'refund-without-amount',
  'unknown-capture-status',
  'completed-without-capture',
] as const
export type Mismatch = (typeof MISMATCHES)[number]

/** Why a payment awaits the owner's decision. `other` is a stored reason that this version does not know. */
export const REVIEW_REASONS = [
  ...MISMATCHES,
  'second-capture',
  'paid-after-cancel',
  'paid-without-pieces',
  'duplicate-invoice',
  'missing-at-provider',
  'other',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** A stored reason; one that is not known stays readable. */
export const reviewReasonSchema = z.enum(REVIEW_REASONS).catch('other')

/** The reasons in words, for the owner's page, mails and the terminal; the usual provider stands for any. */
export const REVIEW_REASON_WORDS: Readonly<Record<ReviewReason, string>> = {
  currency: '幣別不是新臺幣',
  amount: '金額和訂單不同',
  'custom-id': 'PayPal 的款項寫著另一筆訂單',
  'invoice-id': 'PayPal 的款項寫著另一個訂單編號',
  'two-captures': '同一次付款收了兩筆款項',
  'refund-without-amount': 'PayPal 有退款或扣款，但查不到金額',
  'unknown-capture-status': 'PayPal 的款項狀態不明',
  'completed-without-capture': 'PayPal 說已完成，但沒有款項',
  'second-capture': '收到第二筆款項',
  'paid-after-cancel': '訂單取消後才收到款項',
  'paid-without-pieces': '收到款項時商品已售完',
  'duplicate-invoice': 'PayPal 說這個訂單編號在別處已有款項',
  'missing-at-provider': 'PayPal 找不到原本在審核的款項',
  other: '原因不明，請到 PayPal 查看這筆款項',
}
