import 'server-only'

import type { RefundRuleFailure } from '#lib/payment/refund/request-refund.ts'

/** Why the provider refused a refund. */
export type ProviderRefundFailure =
  | 'only-all'
  | 'too-many-refunds'
  | 'too-long-ago'
  | 'no-funds'
  | 'charged-back'
  | 'too-little'
  | 'refund-refused'

export type RefundFailure = RefundRuleFailure | ProviderRefundFailure | 'unknown-order'

/** Why a refund by hand was not noted. */
export type ManualRefundFailure =
  | 'unknown-order'
  | 'no-such-refund'
  | 'not-a-day'
  | 'day-to-come'
  | 'day-before-payment'
  | 'no-reason'
  | 'no-account'
