import type { ChangeContext, Order, OrderChange } from '../order/order.ts'
import { isSilentFor, stepFor } from './attempt-step.ts'
import {
  type Attempt,
  type Dispute,
  findAttempt,
  OPEN_FOR,
  type Payment,
  paymentState,
} from './payment.ts'
import {
  type AttemptStep,
  changeAttempt,
  changePayment,
  changeToReview,
  hasPayment,
  withAttempt,
} from './payment-change.ts'
import type { ProviderCapture, ProviderDispute } from './provider.ts'
import type { Verdict } from './verdict.ts'

type PaidOrder = Order & { readonly payment: Payment }
type Money = Extract<Verdict, { readonly kind: 'captured' }>

/** A verdict on one of our attempts. `asked` is the order as it was when the provider was asked: what it did not yet know may have happened since. */
export type Seen = {
  readonly reference: string
  readonly verdict: Verdict
  readonly asked: Pick<Order, 'payment'>
}

function holdsOtherMoney(payment: Payment, attempt: Attempt): boolean {
  return payment.attempts.some(
    ({ number, state }) =>
      number !== attempt.number && (state === 'captured' || state === 'pending'),
  )
}

/** What marks an order 已付款, with the capture as the provider told it. */
export function paidWith(
  order: Order,
  capture: ProviderCapture,
  { now }: ChangeContext,
): Pick<OrderChange, 'status' | 'paidAt' | 'paymentDetails'> {
  const isUnpaid = order.status === '待付款' || order.status === '已取消'
  return isUnpaid
    ? { status: '已付款', paidAt: now.toISOString(), paymentDetails: { ...capture } }
    : {}
}

// The capture that pays the order, and what was given back of it, as the provider tells both.
function withMoney(payment: Payment, verdict: Money): Payment {
  const { capture, refundedAmount, refunds } = verdict
  return { ...payment, captureId: capture.id, refundedAmount, refunds: [...refunds] }
}

function isSameMoney(payment: Payment, { capture, refundedAmount, refunds }: Money): boolean {
  return (
    payment.captureId === capture.id &&
    payment.refundedAmount === refundedAmount &&
    payment.refunds.length === refunds.length
  )
}

// Money of the paying capture: recorded once; later only what was given back can change.
function applyMoney(
  order: PaidOrder,
  attempt: Attempt,
  { verdict, asked }: Seen & { readonly verdict: Money },
  context: ChangeContext,
): OrderChange | undefined {
  const { payment } = order
  const step = stepFor(attempt, verdict, context)
  if (holdsOtherMoney(payment, attempt)) {
    return step && secondCapture(order, attempt, step, context)
  }
  if (!step && isSameMoney(payment, verdict)) return undefined
  // Less given back than we know: either a dispute was won, or the answer is older than our record.
  const isStale = asked.payment?.changedAt !== payment.changedAt
  if (verdict.refundedAmount < payment.refundedAmount && isStale) return undefined
  const next = withMoney(step ? withAttempt(payment, attempt, step, context) : payment, verdict)
  if (order.status === '已取消') return changeToReview(order, next, 'paid-after-cancel', context)
  const reason = step?.reason ?? verdict.capture.status
  const what = `payment-${paymentState(next, order.totalAmount)}`
  const change = changePayment(order, next, { what, reason }, context)
  return withStatus(order, change, verdict.capture, context)
}

// A payment under review changes no status: its owner decides.
function withStatus(
  order: Order,
  change: OrderChange,
  capture: ProviderCapture,
  context: ChangeContext,
): OrderChange {
  const paid = { ...change, ...(order.payment?.review ? {} : paidWith(order, capture, context)) }
  return paid.status === undefined ? paid : { ...paid, check: null }
}

function secondCapture(
  order: PaidOrder,
  attempt: Attempt,
  step: AttemptStep,
  context: ChangeContext,
): OrderChange {
  const next = withAttempt(order.payment, attempt, step, context)
  return changeToReview(order, next, 'second-capture', context)
}

function applyMismatch(
  order: PaidOrder,
  attempt: Attempt,
  { reason, captureId }: Extract<Verdict, { kind: 'mismatch' }>,
  context: ChangeContext,
): OrderChange | undefined {
  const { payment } = order
  if (captureId === undefined && attempt.state === 'closed') return undefined
  // What a person looks at, or has decided on, is not told anew.
  const isSeen = attempt.state === 'captured' && attempt.captureId === captureId
  if (isSeen || (payment.review && captureId === undefined)) return undefined
  const step: AttemptStep =
    captureId === undefined ? { reason } : { state: 'captured', captureId, reason }
  const next = withAttempt(payment, attempt, step, context)
  const looked = payment.captureId ?? captureId
  const noted = looked === undefined ? next : { ...next, captureId: looked }
  return changeToReview(order, noted, reason, context)
}

// Money that the provider was reviewing, and of which it then knows nothing for hours, is a person's to look at.
function applyLostPending(
  order: PaidOrder,
  attempt: Attempt,
  verdict: Verdict,
  context: ChangeContext,
): OrderChange | undefined {
  const isLost = verdict.kind === 'missing' && attempt.state === 'pending'
  return isLost && isSilentFor(attempt, OPEN_FOR, context) && !order.payment.review
    ? changeToReview(order, order.payment, 'missing-at-provider', context)
    : undefined
}

/**
 * What the provider's verdict on one attempt changes on the order; undefined when it is known already, so that it
 * can be applied any number of times in any order. It changes no other attempt. Under review the money is noted,
 * and the status is the owner's to decide.
 */
export function applyVerdict(
  order: Order,
  seen: Seen,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = findAttempt(order.payment, seen.reference)
  if (!hasPayment(order) || !attempt) return undefined
  const { verdict } = seen
  if (verdict.kind === 'captured') {
    return applyMoney(order, attempt, { ...seen, verdict }, context)
  }
  if (verdict.kind === 'mismatch') return applyMismatch(order, attempt, verdict, context)
  // "Not approved" was true when the provider was asked; since then a capture may have begun.
  const asked = findAttempt(seen.asked.payment, seen.reference)
  if (verdict.kind === 'open' && asked?.changedAt !== attempt.changedAt) return undefined
  const step = stepFor(attempt, verdict, context)
  if (!step) return applyLostPending(order, attempt, verdict, context)
  if (verdict.kind === 'pending' && holdsOtherMoney(order.payment, attempt)) {
    return secondCapture(order, attempt, step, context)
  }
  return changeAttempt(order, attempt, step, context)
}

/** What it changes when the provider knows a payment under this order number that is on none of our attempts: a person looks. */
export function reviewDuplicate(order: Order, context: ChangeContext): OrderChange | undefined {
  if (!hasPayment(order) || order.payment.state !== 'capturing') return undefined
  return changeToReview(order, order.payment, 'duplicate-invoice', context)
}

/** What a dispute changes on the order that its capture pays; undefined when it is known. */
export function applyDispute(
  order: Order,
  { id, state, reason }: ProviderDispute,
  context: ChangeContext,
): OrderChange | undefined {
  if (!hasPayment(order)) return undefined
  const known = order.payment.dispute
  if (known?.id === id && (known.state === state || known.state !== 'open')) return undefined
  const dispute: Dispute = { id, state, reason, changedAt: context.now.toISOString() }
  const said = { what: `dispute-${state}`, reason }
  return changePayment(order, { ...order.payment, dispute }, said, context)
}
