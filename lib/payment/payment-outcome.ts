import { amountBack } from '#lib/payment/refund/charged-back.ts'
import type { Refund } from '#lib/payment/refund/refund-record.ts'
import type { Dispute } from './dispute.ts'
import type { ProviderCapture, ProviderOrder, UnfinishedRefund } from './provider.ts'
import type { Mismatch } from './review-reason.ts'

/** Expected content of the provider's order; whole TWD. `disputes` explain unlisted money. */
export type ExpectedPayment = {
  readonly id: string
  readonly number: string
  readonly totalAmount: number
  readonly disputes?: readonly Dispute[] | undefined
}

/** Outcome of the provider's order. `missing` may pass, `void` is final. */
export type PaymentOutcome =
  | { readonly kind: 'open' | 'approved' | 'void' | 'missing' }
  | {
      readonly kind: 'captured'
      readonly capture: ProviderCapture
      readonly refundedAmount: number
      readonly refunds: readonly Refund[]
      readonly unfinished?: readonly UnfinishedRefund[] | undefined
    }
  | { readonly kind: 'pending'; readonly capture: ProviderCapture; readonly reason: string }
  | {
      readonly kind: 'refused'
      readonly capture: ProviderCapture
      readonly reason: string
      /** The status of the provider's order: 'approved' may be a newer approval. */
      readonly order: ProviderOrder['status']
    }
  | {
      readonly kind: 'mismatch'
      readonly reason: Mismatch
      readonly captureId?: string | undefined
    }

// A missing field is no contradiction; a capture has all but the document.
const isOther = (seen: unknown, ours: unknown) => seen !== undefined && seen !== ours

function disagreement(
  seen: ProviderOrder | ProviderCapture,
  expected: ExpectedPayment,
): Mismatch | undefined {
  if (isOther(seen.currency, 'TWD')) return 'currency'
  if (isOther(seen.amount, expected.totalAmount)) return 'amount'
  if (isOther(seen.customId, expected.id)) return 'custom-id'
  if (isOther(seen.invoiceId, expected.number)) return 'invoice-id'
  return undefined
}

function judgeMoney(
  capture: ProviderCapture,
  { refunds, unfinished }: ProviderOrder,
  { disputes }: ExpectedPayment,
): PaymentOutcome {
  const refundedAmount = amountBack(capture, refunds, disputes)
  if (Number.isNaN(refundedAmount)) {
    return { kind: 'mismatch', reason: 'refund-without-amount', captureId: capture.id }
  }
  return { kind: 'captured', capture, refunds, refundedAmount, unfinished }
}

function judgeCapture(
  capture: ProviderCapture,
  order: ProviderOrder,
  expected: ExpectedPayment,
): PaymentOutcome {
  switch (capture.status) {
    case 'completed':
    case 'refunded':
    case 'partly-refunded':
      return judgeMoney(capture, order, expected)
    case 'pending':
      return { kind: 'pending', capture, reason: capture.reason ?? 'OTHER' }
    case 'declined':
      return {
        kind: 'refused',
        capture,
        reason: capture.reason ?? 'DECLINED',
        order: order.status,
      }
    case 'other':
      return { kind: 'mismatch', reason: 'unknown-capture-status', captureId: capture.id }
  }
}

/** Evaluates the provider's order: money counts only when its capture agrees in currency, amount and both ids. */
export function evaluateProviderOrder(
  order: ProviderOrder,
  expected: ExpectedPayment,
): PaymentOutcome {
  const live = order.captures.filter(({ status }) => status !== 'declined')
  if (live.length > 1) return { kind: 'mismatch', reason: 'two-captures', captureId: live[1]?.id }
  const capture = live[0] ?? order.captures.at(-1)
  const wrong = disagreement(capture ?? order, expected)
  if (wrong) return { kind: 'mismatch', reason: wrong, captureId: capture?.id }
  if (capture) return judgeCapture(capture, order, expected)
  if (order.status === 'completed') return { kind: 'mismatch', reason: 'completed-without-capture' }
  return { kind: order.status }
}
