import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { hasPayment } from './change-to-review.ts'
import { nextCheck } from './payment-checks.ts'
import { type Attempt, attemptEnd, findAttempt } from './payment.ts'
import { termsOf } from './provider-terms.ts'

/**
 * The change when the provider says, signed, that the buyer has paid: nothing else of the order is captured until
 * reading back shows the money. Undefined if that is known, or a person decides.
 */
export function notePaidNotice(
  order: Order,
  reference: string,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = findAttempt(order.payment, reference)
  if (!attempt || order.payment?.review) return undefined
  if (attempt.state !== 'open' && attempt.state !== 'closed') return undefined
  // A closed attempt with a capture is one whose money went back.
  if (attempt.captureId !== undefined && attempt.refusals === 0) return undefined
  const isOwn = termsOf(attempt.provider).takesByItself !== undefined
  const data = { attempt: attempt.number }
  return isOwn ? { events: [newEvent('attempt.paid-notice', data, context)] } : undefined
}

/** The change that ends attempts that nobody approved in time, or undefined without any. */
export function closeOverdue(order: Order, context: ChangeContext): OrderChange | undefined {
  if (!hasPayment(order)) return undefined
  const isOverdue = (attempt: Attempt) =>
    ['creating', 'open', 'refused'].includes(attempt.state) &&
    context.now.getTime() > attemptEnd(attempt)
  const cause = 'not-approved-in-time'
  const events = order.payment.attempts
    .filter(isOverdue)
    .map(({ number }) => newEvent('attempt.closed', { attempt: number, cause }, context))
  return events.length === 0 ? undefined : { events }
}

/** The next check of an order after one without news, or undefined when there is nothing to check. */
export function postponeCheck(order: Order, now: Date): Order['check'] {
  const sweepCount = (order.check?.looks ?? 0) + 1
  return nextCheck(order, now, sweepCount) ?? undefined
}
