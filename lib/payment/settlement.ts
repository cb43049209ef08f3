import { isoTime } from '#lib/ledger/entries.ts'
import { IN_FLIGHT } from '#lib/operation/timing.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { isReturnedCapture } from '#lib/payment/refund/returned-capture.ts'
import { defined } from '#lib/result.ts'
import { changeToReview, hasPayment, isSamePayment } from './change-to-review.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { type Attempt, attemptEnd, findAttempt, isUnansweredFor, type Payment } from './payment.ts'
import { termsOf } from './provider-terms.ts'
import { hasOtherMoney, recordMoney, secondCapture } from './record-money.ts'

/** The end of an attempt that the provider does not know any more. */
function goneEvent({ number: attempt }: Attempt, context: ChangeContext): OrderEvent {
  return newEvent('attempt.closed', { attempt, cause: 'gone-at-provider' }, context)
}

// A number that the provider does not know may be one that the buyer's browser has not brought there yet.
function mayBeUnposted(
  { provider, postedAt, startedAt }: Attempt,
  { now }: ChangeContext,
): boolean {
  const { unknownFor = 0 } = termsOf(provider).takesByItself ?? {}
  return postedAt === undefined && now.getTime() - Date.parse(startedAt) < unknownFor
}

// One that the buyer was shown lasts to its end, whatever the provider says it does not know.
function isNumberAlive(attempt: Attempt, { now }: ChangeContext): boolean {
  return attempt.expiresAt !== undefined && now.getTime() <= attemptEnd(attempt)
}

// Closes an attempt at a second "missing" answer, once no request can be in flight. `pending` is
// never closed.
function eventForMissing(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  const missing = () => newEvent('attempt.missing', { attempt: attempt.number }, context)
  const { missingAt } = attempt
  switch (attempt.state) {
    case 'open':
    case 'refused':
    case 'capturing': {
      if (mayBeUnposted(attempt, context)) return undefined
      if (missingAt === undefined) return missing()
      const isSilent = context.now.getTime() - Date.parse(missingAt) >= IN_FLIGHT
      const isSure = isSilent && !isNumberAlive(attempt, context)
      return isSure ? goneEvent(attempt, context) : undefined
    }
    case 'pending':
      return missingAt === undefined ? missing() : undefined
    case 'creating':
    case 'captured':
    case 'closed':
      return undefined
  }
}

function eventForRefused(
  attempt: Attempt,
  { capture, reason: issue, order }: Extract<PaymentOutcome, { kind: 'refused' }>,
  context: ChangeContext,
): OrderEvent | undefined {
  if (attempt.state === 'captured') return undefined
  const { number } = attempt
  const mayRetry = order === 'approved' || order === 'open'
  if (attempt.captureId === capture.id && attempt.state !== 'pending') {
    // A known refusal says nothing about an open capture, unless none can follow it.
    const data = { attempt: number, issue, isFinal: true, isRepeat: true }
    return attempt.state === 'capturing' && !mayRetry
      ? newEvent('capture.refused', data, context)
      : undefined
  }
  const refusedAt = isoTime(capture.createTime)
  const data = {
    attempt: number,
    issue,
    isFinal: !mayRetry,
    captureRef: capture.id,
    ...defined({ refusedAt }),
  }
  return newEvent('capture.refused', data, context)
}

// The provider knows it, so it is not missing; of a number that a browser brings there, that it was brought is news.
function eventForKnown(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  const { number, missingAt, postedAt, provider } = attempt
  const { takesByItself } = termsOf(provider)
  if (postedAt === undefined && takesByItself && !takesByItself.isShown) {
    return newEvent('attempt.posted', { attempt: number }, context)
  }
  return missingAt === undefined
    ? undefined
    : newEvent('attempt.found', { attempt: number }, context)
}

// "Not approved" releases a capture only when no request of ours can be on its way any more.
function eventForOpen(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  return attempt.state === 'capturing' && isUnansweredFor(attempt, IN_FLIGHT, context)
    ? newEvent('capture.released', { attempt: attempt.number }, context)
    : eventForKnown(attempt, context)
}

// Without keys an attempt is not closed while a request for its money may be on its way.
function eventForVoid(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  const { state, provider } = attempt
  if (!['open', 'refused', 'capturing'].includes(state)) return undefined
  const mayBeSent = state === 'capturing' && !isUnansweredFor(attempt, IN_FLIGHT, context)
  if (mayBeSent && !termsOf(provider).hasKeys) return undefined
  return goneEvent(attempt, context)
}

function eventForPending(
  attempt: Attempt,
  { capture, reason: issue }: Extract<PaymentOutcome, { kind: 'pending' }>,
  context: ChangeContext,
): OrderEvent | undefined {
  if (attempt.state === 'pending') return eventForKnown(attempt, context)
  const data = { attempt: attempt.number, issue, captureRef: capture.id }
  return attempt.state === 'captured' ? undefined : newEvent('capture.pending', data, context)
}

/** Returns the event of an outcome without money, or undefined when it is known. */
export function attemptEvent(
  attempt: Attempt,
  verdict: Exclude<PaymentOutcome, { kind: 'captured' | 'mismatch' }>,
  context: ChangeContext,
): OrderEvent | undefined {
  switch (verdict.kind) {
    case 'pending':
      return eventForPending(attempt, verdict, context)
    case 'refused':
      return eventForRefused(attempt, verdict, context)
    case 'missing':
      return eventForMissing(attempt, context)
    case 'void':
      return eventForVoid(attempt, context)
    case 'open':
      return eventForOpen(attempt, context)
    case 'approved':
      return eventForKnown(attempt, context)
  }
}

type PaidOrder = Order & { readonly payment: Payment }

/** A verdict on an attempt. `requested` is the order as it was when the provider was asked; it may have changed since. */
export type ProviderResult = {
  readonly reference: string
  readonly verdict: PaymentOutcome
  readonly before: Pick<Order, 'payment'>
}

function applyMismatch(
  order: PaidOrder,
  attempt: Attempt,
  { reason, captureId }: Extract<PaymentOutcome, { kind: 'mismatch' }>,
  context: ChangeContext,
): OrderChange | undefined {
  const { payment } = order
  if (captureId === undefined && attempt.state === 'closed') return undefined
  // Money of another amount, which went back, stays of another amount.
  if (isReturnedCapture(payment, captureId)) return undefined
  // An order under review, or decided, is not reported again.
  const isSeen =
    attempt.state === 'captured' && attempt.captureId === captureId && attempt.reason === reason
  if (isSeen || (payment.review && captureId === undefined)) return undefined
  const held = captureId === undefined ? {} : { state: 'captured' as const, captureRef: captureId }
  const money = { attempt: attempt.number, issue: reason, ...held }
  return changeToReview(order, { reason, money }, context)
}

// A failed capture of an order that needs no money any more.
function isUnwanted(
  order: Order,
  attempt: Attempt,
  verdict: PaymentOutcome,
  context: ChangeContext,
) {
  const isIdle = verdict.kind === 'approved' && attempt.state === 'capturing'
  return isIdle && order.status !== '待付款' && isUnansweredFor(attempt, IN_FLIGHT, context)
}

type WithoutMoney = Exclude<PaymentOutcome, { kind: 'captured' | 'mismatch' }>

// The provider's own word that the buyer has paid outlives an answer without money for as long as it may lag. After that
// a person looks: it is neither paid nor unpaid.
function applyPaidNotice(
  order: PaidOrder,
  { state, paidNoticeAt, provider }: Attempt,
  verdict: WithoutMoney,
  context: ChangeContext,
): { readonly change: OrderChange | undefined } | undefined {
  const isWaiting = state === 'capturing' && paidNoticeAt !== undefined
  if (!isWaiting || verdict.kind === 'pending' || verdict.kind === 'approved') return undefined
  const { lag = 0 } = termsOf(provider).takesByItself ?? {}
  const isOver = context.now.getTime() - Date.parse(paidNoticeAt) > lag
  const change =
    isOver && !order.payment.review
      ? changeToReview(order, { reason: 'completed-without-capture' }, context)
      : undefined
  return { change }
}

// Money that the provider reviewed, and then did not know for hours, needs a person.
function applyLostPending(
  order: PaidOrder,
  attempt: Attempt,
  verdict: PaymentOutcome,
  context: ChangeContext,
): OrderChange | undefined {
  const { missingAt, provider } = attempt
  const silence = missingAt === undefined ? 0 : context.now.getTime() - Date.parse(missingAt)
  const isLost = verdict.kind === 'missing' && attempt.state === 'pending'
  return isLost && silence > termsOf(provider).openFor && !order.payment.review
    ? changeToReview(order, { reason: 'missing-at-provider' }, context)
    : undefined
}

/**
 * Returns the change for one attempt's outcome, undefined when known. Outcomes may repeat in any
 * order.
 */
export function applyVerdict(
  order: Order,
  seen: ProviderResult,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = findAttempt(order.payment, seen.reference)
  if (!attempt || !hasPayment(order)) return undefined
  const { verdict } = seen
  if (verdict.kind === 'captured') {
    return recordMoney(order, attempt, { ...seen, verdict }, context)
  }
  if (verdict.kind === 'mismatch') return applyMismatch(order, attempt, verdict, context)
  const told = applyPaidNotice(order, attempt, verdict, context)
  if (told) return told.change
  // "Not approved" was true when the provider was asked; since then a capture may have begun.
  if (verdict.kind === 'open' && !isSamePayment(seen.before, order)) return undefined
  if (isUnwanted(order, attempt, verdict, context)) {
    const data = { attempt: attempt.number, cause: 'not-wanted' } as const
    return { events: [newEvent('attempt.closed', data, context)] }
  }
  const event = attemptEvent(attempt, verdict, context)
  if (!event) return applyLostPending(order, attempt, verdict, context)
  if (verdict.kind !== 'pending' || !hasOtherMoney(order.payment, attempt)) {
    return { events: [event] }
  }
  // One that was found again was under review before.
  if (event.type !== 'capture.pending') {
    return changeToReview(order, { reason: 'second-capture', events: [event] }, context)
  }
  const money = { state: 'pending', captureRef: verdict.capture.id, issue: verdict.reason } as const
  return secondCapture(order, attempt, money, context)
}

/** The change when the provider knows a payment of this order that is on none of our attempts: a review. */
export function reviewDuplicate(order: Order, context: ChangeContext): OrderChange | undefined {
  if (order.payment?.state !== 'capturing') return undefined
  return changeToReview(order, { reason: 'duplicate-invoice' }, context)
}
