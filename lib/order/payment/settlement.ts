import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { attemptEvent } from './attempt-step.ts'
import { termsOf } from './methods.ts'
import { findDispute } from './disputes.ts'
import { holdsOtherMoney, noteMoney, secondCapture } from './note-money.ts'
import { type Attempt, findAttempt, IN_FLIGHT, isSilentFor, type Payment } from './payment.ts'
import { changeToReview, hasPayment, isSamePayment } from './payment-change.ts'
import type { ProviderDispute } from './provider.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { defined } from '../../defined.ts'

type PaidOrder = Order & { readonly payment: Payment }

/** A verdict on an attempt. `asked` is the order as it was when the provider was asked; it may have changed since. */
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
  return isIdle && order.status !== '待付款' && isSilentFor(attempt, IN_FLIGHT, context)
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
  if (!hasPayment(order) || !attempt) return undefined
  const { verdict } = seen
  if (verdict.kind === 'captured') {
    return noteMoney(order, attempt, { ...seen, verdict }, context)
  }
  if (verdict.kind === 'mismatch') return applyMismatch(order, attempt, verdict, context)
  // "Not approved" was true when the provider was asked; since then a capture may have begun.
  if (verdict.kind === 'open' && !isSamePayment(seen.before, order)) return undefined
  if (isUnwanted(order, attempt, verdict, context)) {
    const data = { attempt: attempt.number, cause: 'not-wanted' } as const
    return { events: [newEvent('attempt.closed', data, context)] }
  }
  const event = attemptEvent(attempt, verdict, context)
  if (!event) return applyLostPending(order, attempt, verdict, context)
  if (verdict.kind !== 'pending' || !holdsOtherMoney(order.payment, attempt)) {
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
  if (!hasPayment(order) || order.payment.state !== 'capturing') return undefined
  return changeToReview(order, { reason: 'duplicate-invoice' }, context)
}

const DISPUTE_EVENTS = {
  open: 'dispute.opened',
  won: 'dispute.won',
  lost: 'dispute.lost',
} as const

/** A dispute as its provider tells it, and its order as it stood when the provider was asked. */
export type SeenDispute = {
  readonly dispute: Omit<ProviderDispute, 'captures'>
  readonly before: Pick<Order, 'payment'>
}

/**
 * Returns the change for a dispute. Undefined when known, or when another state was recorded since
 * `before`.
 */
export function applyDispute(
  order: Order,
  { dispute, before: orderBefore }: SeenDispute,
  context: ChangeContext,
): OrderChange | undefined {
  if (!hasPayment(order)) return undefined
  const { id, state, reason } = dispute
  const known = findDispute(order.payment, id)
  if (known?.state === state || known?.state !== findDispute(orderBefore.payment, id)?.state) {
    return undefined
  }
  const { channel, amount } = dispute
  const data = {
    dispute: id,
    issue: reason,
    ...defined({ channel, amount }),
  }
  return { events: [newEvent(DISPUTE_EVENTS[state], data, context)] }
}
