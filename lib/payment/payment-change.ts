import { isDeepStrictEqual } from 'node:util'

import { changeEvent, type ChangeContext, type Order, type OrderChange } from '../order/order.ts'
import { nextCheck } from './check.ts'
import { isDisputed } from './disputes.ts'
import { type Attempt, type Payment } from './payment.ts'
import { paymentState } from './payment-state.ts'
import type { ReviewReason } from './review-reason.ts'

/** What an attempt becomes, and why. */
export type AttemptStep = Partial<Omit<Attempt, 'number' | 'reason' | 'changedAt'>> & {
  readonly reason: string
}

type Said = { readonly what: string; readonly reason: string }

/**
 * The change that stores a payment on an order. Its state follows from its attempts, and the time of
 * the sweep's next check from its state.
 */
export function changePayment(
  order: Order,
  { state: _before, ...given }: Omit<Payment, 'state'> & { readonly state?: Payment['state'] },
  { what, reason }: Said,
  context: ChangeContext,
): OrderChange {
  const disputed = given.disputes ? { disputed: isDisputed(given) } : {}
  const changed = { ...given, ...disputed, changedAt: context.now.toISOString() }
  const payment: Payment = { ...changed, state: paymentState(changed, order.totalAmount) }
  return {
    payment,
    check: nextCheck({ ...order, payment }, context.now, 0),
    event: changeEvent(what, context, reason),
  }
}

/** The payment with one attempt moved on; every other attempt stays as it is. A step clears a field by undefined. */
export function withAttempt(
  payment: Payment,
  attempt: Attempt,
  step: AttemptStep,
  { now }: ChangeContext,
): Payment {
  const { missingAt, providerRefusedAt, ...rest } = { ...attempt, ...step }
  // Firestore refuses a field that is undefined.
  const next: Attempt = {
    ...rest,
    ...(missingAt === undefined ? {} : { missingAt }),
    ...(providerRefusedAt === undefined ? {} : { providerRefusedAt }),
    changedAt: now.toISOString(),
  }
  return {
    ...payment,
    attempts: payment.attempts.map((one) => (one.number === attempt.number ? next : one)),
  }
}

// An answer of "not there", or that it is there again, moves nothing: the history must not repeat the state's event.
function saidOf({ state: before }: Attempt, step: AttemptStep): Said {
  const { state, reason } = step
  if (state !== undefined || !('missingAt' in step)) {
    return { what: `payment-${state ?? before}`, reason }
  }
  return {
    what: step.missingAt === undefined ? 'payment-known' : 'payment-missing',
    reason: 'noted',
  }
}

/** The change that moves one attempt of an order on. */
export function changeAttempt(
  order: Order & { readonly payment: Payment },
  attempt: Attempt,
  step: AttemptStep,
  context: ChangeContext,
): OrderChange {
  const payment = withAttempt(order.payment, attempt, step, context)
  return changePayment(order, payment, saidOf(attempt, step), context)
}

/** The change that puts a payment under review. */
export function changeToReview(
  order: Order,
  payment: Payment,
  reason: ReviewReason,
  context: ChangeContext,
): OrderChange {
  const review = { reason, at: context.now.toISOString() }
  return changePayment(order, { ...payment, review }, { what: 'payment-review', reason }, context)
}

/** Whether an order has a payment, as a type. */
export function hasPayment(order: Order): order is Order & { readonly payment: Payment } {
  return order.payment !== undefined
}

/** Whether two reads of an order show the same payment, field by field; equal times alone prove nothing. */
export function isSamePayment(
  one: { readonly payment?: Payment | undefined },
  other: { readonly payment?: Payment | undefined },
): boolean {
  return isDeepStrictEqual(one.payment, other.payment)
}
