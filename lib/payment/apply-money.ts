import { type ChangeContext, newEvent } from '../order/events.ts'
import { canMoveOrder, type Order, type OrderChange } from '../order/order.ts'
import { stepFor } from './attempt-step.ts'
import { nextCheck } from './check.ts'
import { type Attempt, type Payment } from './payment.ts'
import {
  type AttemptStep,
  changeAttempt,
  changePayment,
  changeToReview,
  isSamePayment,
  withAttempt,
} from './payment-change.ts'
import type { ProviderCapture } from './provider.ts'
import { restockedWith, seenRequests } from './refund.ts'
import { withOwnKeys } from './refund-without-key.ts'
import { unlistedAmount, unlistedKind, withTakenKinds } from './money-back.ts'
import { inKnownOrder, withRecord } from './money-record.ts'
import { backMoneyEvents, captureEvents } from './money-events.ts'
import type { Verdict } from './verdict.ts'

type PaidOrder = Order & { readonly payment: Payment }
type Money = Extract<Verdict, { readonly kind: 'captured' }>

/** Whether another attempt of the order holds money, or waits for its review. */
export function holdsOtherMoney(payment: Payment, attempt: Attempt): boolean {
  return payment.attempts.some(
    ({ number, state }) =>
      number !== attempt.number && (state === 'captured' || state === 'pending'),
  )
}

/** Fields that mark an order 已付款, with the provider's capture. */
export function paidWith(
  order: Order,
  capture: ProviderCapture,
  { now }: ChangeContext,
): Pick<OrderChange, 'status' | 'paidAt' | 'paymentDetails'> {
  return canMoveOrder(order.status, '已付款')
    ? { status: '已付款', paidAt: now.toISOString(), paymentDetails: { ...capture } }
    : {}
}

// The capture that pays the order, and what was given back of it, as the provider tells both.
function withMoney(order: PaidOrder, payment: Payment, verdict: Money): Payment {
  const { capture, refundedAmount } = verdict
  const { refundRequests: requests, unlisted: _unlisted, ...rest } = payment
  const listed = withTakenKinds(payment, capture, withOwnKeys(order, verdict.refunds))
  const refunds = inKnownOrder(payment.refunds, listed)
  const unlisted = unlistedKind(capture, payment.disputes)
  const known = {
    ...rest,
    captureId: capture.id,
    refundedAmount,
    refunds,
    ...(requests ? { refundRequests: requests } : {}),
  }
  const isUnlisted = unlisted !== undefined && unlistedAmount(known) > 0
  const next = isUnlisted ? { ...known, unlisted } : known
  const seen = { ...verdict, refunds }
  return requests ? { ...next, refundRequests: seenRequests(order, requests, seen) } : next
}

function isSameMoney(before: Payment, after: Payment): boolean {
  return (
    before.captureId === after.captureId &&
    before.refundedAmount === after.refundedAmount &&
    before.refunds.length === after.refunds.length &&
    before.unlisted === after.unlisted &&
    before.refundRequests?.every(({ state }, index) => {
      return state === after.refundRequests?.[index]?.state
    }) !== false
  )
}

/**
 * Applies an attempt's money: it is recorded once; later only refunds of it can
 * change. `asked` is the order as it was when the provider was asked.
 */
export function applyMoney(
  order: PaidOrder,
  attempt: Attempt,
  { verdict, asked }: { readonly verdict: Money; readonly asked: Pick<Order, 'payment'> },
  context: ChangeContext,
): OrderChange | undefined {
  const { payment } = order
  const step = stepFor(attempt, verdict, context)
  const isAllBack = verdict.refundedAmount >= verdict.capture.amount
  if (holdsOtherMoney(payment, attempt)) {
    if (isAllBack) return givenBack(order, attempt, verdict, context)
    return step && secondCapture(order, attempt, step, context)
  }
  const next = withMoney(
    order,
    step ? withAttempt(payment, attempt, step, context) : payment,
    verdict,
  )
  if (!step && isSameMoney(payment, next)) return undefined
  // Less given back than we know: either a dispute was won, or the answer is older than our record.
  const isStale = !isSamePayment(asked, order)
  if (verdict.refundedAmount < payment.refundedAmount && isStale) return undefined
  const status = statusOf(order, verdict.capture, context)
  const facts = [
    ...captureEvents(order, verdict.capture, attempt.number, context),
    ...(status.paymentDetails
      ? [newEvent('order.paid', { details: status.paymentDetails }, context)]
      : []),
    ...backMoneyEvents(payment, next, context),
  ]
  const held = { attempt: attempt.number, capture: verdict.capture }
  const events = withRecord(order, facts, { payment: next, held }, context)
  if (order.status === '已取消' && !isAllBack) {
    return changeToReview(order, { payment: next, reason: 'paid-after-cancel', events }, context)
  }
  const change = withRestock(order, changePayment(order, next, events, context), context)
  if (!status.status) return change
  // Another attempt may still be open; only its provider knows.
  const paid = { ...change, ...status }
  return { ...paid, check: nextCheck({ ...order, ...paid }, context.now, 0) }
}

// A second payment that was refunded in full needs no review.
function givenBack(
  order: PaidOrder,
  attempt: Attempt,
  { capture }: Money,
  context: ChangeContext,
): OrderChange | undefined {
  if (attempt.state === 'closed' && attempt.captureId === capture.id) return undefined
  const step = { state: 'closed', captureId: capture.id, reason: 'given-back' } as const
  return changeAttempt(order, attempt, step, context)
}

// Restocks an unshipped order when all of its money is refunded.
function withRestock(order: Order, change: OrderChange, context: ChangeContext): OrderChange {
  const { restocked: pieces } = change.payment ? restockedWith(order, change.payment) : {}
  if (!pieces) return change
  const events = [...change.events, newEvent('goods.restocked', { pieces }, context)]
  return { ...change, restocked: pieces, events }
}

// A payment under review, or of a cancelled order, changes no status: its owner decides.
function statusOf(order: PaidOrder, capture: ProviderCapture, context: ChangeContext) {
  const isOwners = order.payment.review !== undefined || order.status === '已取消'
  return isOwners ? {} : paidWith(order, capture, context)
}

/** The change when a second attempt of the order brings money: a review. */
export function secondCapture(
  order: PaidOrder,
  attempt: Attempt,
  step: AttemptStep,
  context: ChangeContext,
): OrderChange {
  const next = withAttempt(order.payment, attempt, step, context)
  const isFoundAgain = step.state === undefined
  const how = isFoundAgain
    ? { events: [newEvent('attempt.found', { attempt: attempt.number }, context)] }
    : { moved: { attempt, step } }
  return changeToReview(order, { payment: next, reason: 'second-capture', ...how }, context)
}
