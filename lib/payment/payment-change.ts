import { isDeepStrictEqual } from 'node:util'

import { CLOSE_CAUSES } from '../order/event-causes.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../order/events.ts'
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
  { state: _before, ...given }: Omit<Payment, 'state'> & { readonly state?: Payment['state'] },
  events: readonly OrderEvent[],
  context: ChangeContext,
): OrderChange {
  const disputed = given.disputes ? { disputed: isDisputed(given) } : {}
  const changed = { ...given, ...disputed, changedAt: context.now.toISOString() }
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

const captureRefOf = ({ captureId }: Pick<AttemptStep, 'captureId'>) =>
  captureId === undefined ? {} : { captureRef: captureId }

// A refusal that was counted before changes no count again.
function refusedEvent(
  { number: attempt }: Attempt,
  step: AttemptStep,
  isFinal: boolean,
  context: ChangeContext,
): OrderEvent {
  const { reason: issue, refusals, providerRefusedAt: refusedAt } = step
  const data = {
    attempt,
    issue,
    isFinal,
    ...captureRefOf(step),
    ...(refusedAt === undefined ? {} : { refusedAt }),
    ...(refusals === undefined ? { isRepeat: true } : {}),
  }
  return newEvent('capture.refused', data, context)
}

function closedEvent(attempt: Attempt, step: AttemptStep, context: ChangeContext): OrderEvent {
  const cause = CLOSE_CAUSES.find((one) => one === step.reason)
  if (!cause) return refusedEvent(attempt, step, true, context)
  const data = { attempt: attempt.number, cause, ...captureRefOf(step) }
  return newEvent('attempt.closed', data, context)
}

/** What an approval told of an attempt. */
export function approvalData(before: Attempt, { answersRefusals, approvalEvents }: Attempt) {
  const event = approvalEvents === before.approvalEvents ? undefined : approvalEvents.at(-1)
  return {
    ...(answersRefusals === undefined || answersRefusals === before.answersRefusals
      ? {}
      : { answersRefusals }),
    ...(event === undefined ? {} : { approvalEvent: event }),
  }
}

function openedEvent(attempt: number, step: AttemptStep, context: ChangeContext): OrderEvent {
  const { reference, approveAt } = step
  if (reference === undefined) return newEvent('capture.released', { attempt }, context)
  const page = approveAt === undefined ? {} : { approveAt }
  return newEvent('attempt.opened', { attempt, reference, ...page }, context)
}

function claimedEvent(
  before: Attempt,
  { claim, answersRefusals, approvalEvents = before.approvalEvents }: AttemptStep,
  context: ChangeContext,
): OrderEvent {
  const learned = approvalData(before, { ...before, answersRefusals, approvalEvents })
  const data = { attempt: before.number, ...learned, ...(claim === undefined ? {} : { claim }) }
  return newEvent('capture.claimed', data, context)
}

// A step without a state is an answer of "not there", or that it is there again.
function eventOf(before: Attempt, step: AttemptStep, context: ChangeContext): OrderEvent {
  const { number: attempt } = before
  const { state, reason } = step
  if (state === undefined) {
    const type = step.missingAt === undefined ? 'attempt.found' : 'attempt.missing'
    return newEvent(type, { attempt }, context)
  }
  switch (state) {
    case 'creating':
    case 'open':
      return openedEvent(attempt, step, context)
    case 'captured':
    case 'capturing':
      return claimedEvent(before, step, context)
    case 'pending':
      return newEvent('capture.pending', { attempt, issue: reason, ...captureRefOf(step) }, context)
    case 'refused':
      return refusedEvent(before, step, false, context)
    case 'closed':
      return closedEvent(before, step, context)
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
  /** The attempt whose money brings the review, moved so. */
  readonly moved?: { readonly attempt: Attempt; readonly step: AttemptStep }
}

function moneyOf({ moved }: ToReview) {
  if (!moved) return {}
  const { attempt, step } = moved
  const { state } = step
  const money = {
    attempt: attempt.number,
    issue: step.reason,
    ...captureRefOf(step),
    ...(state === 'captured' || state === 'pending' ? { state } : {}),
  }
  return { money }
}

/** The change that puts a payment under review, after other events that brought it there. */
export function changeToReview(order: Order, given: ToReview, context: ChangeContext): OrderChange {
  const { payment, reason, events = [] } = given
  const review = { reason, at: context.now.toISOString() }
  const type = order.payment?.review ? 'review.changed' : 'review.opened'
  const all = [...events, newEvent(type, { reason, ...moneyOf(given) }, context)]
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
