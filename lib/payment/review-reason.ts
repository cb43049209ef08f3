import { z } from 'zod'

import { closeUp } from '#lib/text/no-break.ts'

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
  'paid-without-units',
  'duplicate-invoice',
  'missing-at-provider',
  'other',
] as const

export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** A stored reason; one that is not known stays readable. */
export const reviewReasonSchema = z.enum(REVIEW_REASONS).catch('other')

const LABELS: Readonly<Record<ReviewReason, (provider: string) => string>> = {
  currency: () => '幣別不是新臺幣',
  amount: () => '金額與訂單不符',
  'custom-id': (provider) => `${provider} 的款項屬於另一筆訂單`,
  'invoice-id': (provider) => `${provider} 的款項是另一個訂單編號`,
  'two-captures': () => '同一次付款收了兩筆款項',
  'refund-without-amount': (provider) => `${provider} 有退款或扣款，但查不到金額`,
  'unknown-capture-status': (provider) => `${provider} 的款項狀態不明`,
  'completed-without-capture': (provider) => `${provider} 回報已完成，但沒有款項`,
  'second-capture': () => '收到第二筆款項',
  'paid-after-cancel': () => '訂單取消後才收到款項',
  'paid-without-units': () => '收到款項時商品已售完',
  'duplicate-invoice': (provider) => `${provider} 回報這個訂單編號在別處已有款項`,
  'missing-at-provider': (provider) => `${provider} 找不到原本在審核的款項`,
  other: (provider) => `原因不明，請到 ${provider} 查看這筆款項`,
}

/** Why a payment awaits the owner's decision, as text; `provider` is the one by which the order is paid. */
export function reviewReasonText(reason: ReviewReason, provider: string): string {
  return closeUp(LABELS[reason](provider))
}
