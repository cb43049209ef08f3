import { isDeepStrictEqual } from 'node:util'

import { type ChangeContext, CLOSE_CAUSES, newEvent, type OrderEvent } from '../order/events.ts'
import type { Order, OrderChange } from '../order/order.ts'
import { nextCheck } from './check.ts'
import { isDisputed } from './disputes.ts'
import { type Attempt, type Payment } from './payment.ts'
import { paymentState } from './payment-state.ts'
import type { ReviewReason } from './review-reason.ts'

/** New state of an attempt, with its reason. */
export type AttemptStep = Partial<Omit<Attempt, 'number' | 'reason' | 'changedAt'>> & {
  readonly reason: string
}

/**
 * The change that stores a payment on an order. Its state follows from its attempts, and the time of
 * the sweep's next check from its state.
 */
export function changePayment(
  order: Order,
  { state: _before, ...input }: Omit<Payment, 'state'> & { readonly state?: Payment['state'] },
  events: readonly OrderEvent[],
  context: ChangeContext,
): OrderChange {
  const disputed = input.disputes ? { disputed: isDisputed(input) } : {}
  const changed = { ...input, ...disputed, changedAt: context.now.toISOString() }
  const payment: Payment = { ...changed, state: paymentState(changed, order.totalAmount) }
  return {
    payment,
    check: nextCheck({ ...order, payment }, context.now, 0),
    events,
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

function closedEvent(attempt: number, reason: string, context: ChangeContext): OrderEvent {
  const cause = CLOSE_CAUSES.find((one) => one === reason)
  return cause
    ? newEvent('attempt.closed', { attempt, cause }, context)
    : newEvent('capture.refused', { attempt, issue: reason, isFinal: true }, context)
}

// A step without a state is an answer of "not there", or that it is there again.
function eventOf(
  { number: attempt }: Attempt,
  { state, reason, ...step }: AttemptStep,
  context: ChangeContext,
): OrderEvent {
  if (state === undefined) {
    const type = step.missingAt === undefined ? 'attempt.found' : 'attempt.missing'
    return newEvent(type, { attempt }, context)
  }
  switch (state) {
    case 'creating':
    case 'open':
      return step.reference === undefined
        ? newEvent('capture.released', { attempt }, context)
        : newEvent('attempt.opened', { attempt }, context)
    case 'captured':
    case 'capturing':
      return newEvent('capture.claimed', { attempt }, context)
    case 'pending':
      return newEvent('capture.pending', { attempt, issue: reason }, context)
    case 'refused':
      return newEvent('capture.refused', { attempt, issue: reason, isFinal: false }, context)
    case 'closed':
      return closedEvent(attempt, reason, context)
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
  return changePayment(order, payment, [eventOf(attempt, step, context)], context)
}

type ToReview = {
  readonly payment: Payment
  readonly reason: ReviewReason
  readonly events?: readonly OrderEvent[]
}

/** The change that puts a payment under review, after other events that brought it there. */
export function changeToReview(
  order: Order,
  { payment, reason, events = [] }: ToReview,
  context: ChangeContext,
): OrderChange {
  const review = { reason, at: context.now.toISOString() }
  const type = order.payment?.review ? 'review.changed' : 'review.opened'
  const all = [...events, newEvent(type, { reason }, context)]
  return changePayment(order, { ...payment, review }, all, context)
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
