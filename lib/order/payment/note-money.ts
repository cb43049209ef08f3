import { applyEvents } from '../apply.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import { canMoveOrder, type Order, type OrderChange } from '../order.ts'
import { unlistedAmount, unlistedKind, withTakenKinds } from './money-back.ts'
import { backMoneyEvents, captureEvents } from './money-events.ts'
import { inKnownOrder, type MoneyRecord, withRecord } from './money-record.ts'
import type { Attempt, Payment } from './payment.ts'
import { changeToReview, isSamePayment } from './payment-change.ts'
import type { ProviderCapture } from './provider.ts'
import { restockedWith, seenRequests } from './refund.ts'
import { withOwnKeys } from './refund-without-key.ts'
import type { PaymentOutcome } from './payment-outcome.ts'

type PaidOrder = Order & { readonly payment: Payment }
type Money = Extract<PaymentOutcome, { readonly kind: 'captured' }>

/** Whether another attempt of the order holds money, or waits for its review. */
export function holdsOtherMoney(payment: Payment, attempt: Attempt): boolean {
  return payment.attempts.some(
    ({ number, state }) =>
      number !== attempt.number && (state === 'captured' || state === 'pending'),
  )
}

// Returns the provider's record of money given back from the capture that pays the order.
function shownMoney(order: PaidOrder, verdict: Money): MoneyRecord {
  const { payment } = order
  const { capture, refundedAmount } = verdict
  const listed = withTakenKinds(payment, capture, withOwnKeys(order, capture.id, verdict.refunds))
  const refunds = inKnownOrder(payment.refunds, listed)
  const unlisted = unlistedKind(capture, payment.disputes)
  const isUnlisted = unlisted !== undefined && unlistedAmount({ refundedAmount, refunds }) > 0
  const { refundRequests: requests } = payment
  const seen = { ...verdict, refunds }
  return {
    refundedAmount,
    refunds,
    ...(isUnlisted ? { unlisted } : {}),
    ...(requests ? { refundRequests: seenRequests(order, requests, seen) } : {}),
  }
}

function isSameMoney(before: Payment, after: MoneyRecord): boolean {
  return (
    before.refundedAmount === after.refundedAmount &&
    before.refunds.length === after.refunds.length &&
    before.unlisted === after.unlisted &&
    before.refundRequests?.every(({ state }, index) => {
      return state === after.refundRequests?.[index]?.state
    }) !== false
  )
}

const holds = ({ state, captureId }: Attempt, { id }: ProviderCapture) =>
  state === 'captured' && captureId === id

// A payment under review, or of a cancelled order, changes no status: its owner decides.
function paidEvents(order: PaidOrder, capture: ProviderCapture, context: ChangeContext) {
  const isOwners = order.payment.review !== undefined || order.status === '已取消'
  return !isOwners && canMoveOrder(order.status, '已付款')
    ? [newEvent('order.paid', { details: { ...capture } }, context)]
    : []
}

/**
 * Records an attempt's money once; later calls change only its refunds. `before` is the order when
 * asked.
 */
export function noteMoney(
  order: PaidOrder,
  attempt: Attempt,
  {
    verdict,
    before: orderBefore,
  }: { readonly verdict: Money; readonly before: Pick<Order, 'payment'> },
  context: ChangeContext,
): OrderChange | undefined {
  const { payment } = order
  const { capture, refundedAmount } = verdict
  const isKnown = holds(attempt, capture)
  const isAllBack = refundedAmount >= capture.amount
  if (holdsOtherMoney(payment, attempt)) {
    if (isAllBack) return givenBack(attempt, capture, context)
    return isKnown ? undefined : secondCapture(order, attempt, capturedMoney(capture), context)
  }
  const shown = shownMoney(order, verdict)
  const isPaying = payment.captureId === capture.id
  if (isKnown && isPaying && isSameMoney(payment, shown)) return undefined
  // Less given back than we know: either a dispute was won, or the answer is older than our record.
  if (refundedAmount < payment.refundedAmount && !isSamePayment(orderBefore, order))
    return undefined
  const facts = [
    ...captureEvents(order, capture, attempt.number, context),
    ...paidEvents(order, capture, context),
    ...backMoneyEvents(payment, shown, context),
  ]
  const held = { attempt: attempt.number, capture }
  const events = withRecord(order, facts, { payment: shown, held }, context)
  return order.status === '已取消' && !isAllBack
    ? changeToReview(order, { reason: 'paid-after-cancel', events }, context)
    : { events: withRestock(order, events, context) }
}

// A second payment that was refunded in full needs no review.
function givenBack(
  { number, state, captureId }: Attempt,
  { id: captureRef }: ProviderCapture,
  context: ChangeContext,
): OrderChange | undefined {
  if (state === 'closed' && captureId === captureRef) return undefined
  const data = { attempt: number, cause: 'given-back', captureRef } as const
  return { events: [newEvent('attempt.closed', data, context)] }
}

// Restocks an unshipped order when all of its money is refunded.
function withRestock(
  order: Order,
  events: readonly OrderEvent[],
  context: ChangeContext,
): readonly OrderEvent[] {
  const { payment } = applyEvents(order, events)
  const pieces = payment && restockedWith(order, payment)
  return pieces ? [...events, newEvent('goods.restocked', { pieces }, context)] : events
}

/** The provider's report of a second payment. */
export type SecondMoney = {
  readonly state: 'captured' | 'pending'
  readonly captureRef: string
  readonly issue: string
}

const capturedMoney = ({ id, status }: ProviderCapture): SecondMoney => {
  return { state: 'captured', captureRef: id, issue: status }
}

/** The change when a second attempt of the order brings money: a review. */
export function secondCapture(
  order: Order,
  { number }: Attempt,
  money: SecondMoney,
  context: ChangeContext,
): OrderChange {
  const input = { reason: 'second-capture', money: { attempt: number, ...money } } as const
  return changeToReview(order, input, context)
}
