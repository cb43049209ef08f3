import type { Attempt, Payment, PaymentState } from './payment.ts'

const later = (one: Attempt, other: Attempt) =>
  one.changedAt === other.changedAt
    ? one.number - other.number
    : one.changedAt.localeCompare(other.changedAt)

/** The attempt that decides the payment: one with money, else the last changed open one, else the last. */
export function leadingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const sorted = attempts.toSorted(later)
  for (const state of ['captured', 'capturing', 'pending'] as const) {
    const found = sorted.find((attempt) => attempt.state === state)
    if (found) return found
  }
  return sorted.findLast(({ state }) => state !== 'closed') ?? sorted.at(-1)
}

function capturedState(payment: Omit<Payment, 'state'>, total: number): PaymentState {
  if (payment.refundedAmount >= total) return 'refunded'
  return payment.refundedAmount > 0 ? 'partly-refunded' : 'paid'
}

/** The state of a payment of `total` TWD, by its attempts, refunds and review. */
export function paymentState(payment: Omit<Payment, 'state'>, total: number): PaymentState {
  if (payment.review) return 'review'
  const leading = leadingAttempt(payment.attempts)
  switch (leading?.state) {
    case 'captured':
      return capturedState(payment, total)
    case 'creating':
    case 'open':
    case 'capturing':
    case 'pending':
      return leading.state
    case 'refused':
      return 'declined'
    case 'closed':
      return leading.refusedAt === undefined ? 'expired' : 'declined'
    case undefined:
      return 'creating'
  }
}
