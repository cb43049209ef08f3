import { isDeepStrictEqual } from 'node:util'

import { unitsToRestock } from '#lib/inventory/restock.ts'
import { applyEvents } from '#lib/order/apply.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import { canMoveOrder, type Order, type OrderChange } from '#lib/order/order.ts'
import { cameBack } from '#lib/parcel/came-back.ts'
import { unlistedAmount, unlistedKind, withTakenKinds } from '#lib/payment/refund/charged-back.ts'
import { type Refund, refundKey, type RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { defined } from '#lib/result.ts'
import { changeToReview, isSamePayment } from './change-to-review.ts'
import {
  backMoneyEvents,
  captureEvents,
  moneyNews,
  type MoneyRecord,
  returnedEvents,
} from './money-events.ts'
import { withOwnKeys } from './own-keys.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import type { Attempt, Payment } from './payment.ts'
import type { ProviderCapture, ProviderOrder } from './provider.ts'

/** The provider's refunds in the order in which the shop came to know them. */
export function inKnownOrder(known: readonly Refund[], refunds: readonly Refund[]): Refund[] {
  const place = ({ id }: Refund) => {
    const index = known.findIndex((one) => one.id === id)
    return index === -1 ? known.length : index
  }
  return refunds.toSorted((a, b) => place(a) - place(b))
}

const recordOf = (payment: MoneyRecord) => {
  const { refundedAmount, refunds, unlisted } = payment
  return {
    refundedAmount,
    refunds: [...refunds],
    ...defined({ unlisted }),
    done: (payment.refundRequests ?? [])
      .filter(({ state }) => state === 'done')
      .map(({ number }) => number),
  }
}

/** The provider's record of an order's money, and of the attempt that captured it. */
export type ProviderMoney = {
  readonly payment: MoneyRecord
  readonly held?: { readonly attempt: number; readonly capture: ProviderCapture } | undefined
}

function captureData({ payment }: Order, { held }: ProviderMoney) {
  if (!held) return {}
  const { attempt, capture } = held
  const isKnown = payment?.attempts.some(
    ({ number, state, captureId }) =>
      number === attempt && state === 'captured' && captureId === capture.id,
  )
  if (isKnown && payment?.captureId === capture.id) return {}
  return { capture: { attempt, captureRef: capture.id, status: capture.status } }
}

/**
 * The events of a provider's answer. Where they do not add up to what it shows of the money, another one notes that
 * record whole.
 */
export function withRecord(
  order: Order,
  events: readonly OrderEvent[],
  shown: ProviderMoney,
  context: ChangeContext,
): readonly OrderEvent[] {
  const reached = applyEvents(order, events)
  const record = recordOf(shown.payment)
  const isSame = reached.payment && isDeepStrictEqual(recordOf(reached.payment), record)
  const data = { ...captureData(reached, shown), ...(isSame ? {} : { record }) }
  return Object.keys(data).length === 0
    ? events
    : [...events, newEvent('money.recorded', data, context)]
}

type PaidOrder = Order & { readonly payment: Payment }
type Money = Extract<PaymentOutcome, { readonly kind: 'captured' }>

/** Whether another attempt of the order holds money, or waits for its review. */
export function hasOtherMoney(payment: Payment, attempt: Attempt): boolean {
  return payment.attempts.some(
    ({ number, state }) =>
      number !== attempt.number && (state === 'captured' || state === 'pending'),
  )
}

// Returns the provider's record of money given back from the capture that pays the order.
function providerMoney(order: PaidOrder, verdict: Money): MoneyRecord {
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
    ...(requests ? { refundRequests: observedRequests(order, requests, seen) } : {}),
  }
}

const reservations = ({ state, captureId }: Attempt, { id }: ProviderCapture) =>
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
export function recordMoney(
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
  const isKnown = reservations(attempt, capture)
  const isAllBack = refundedAmount >= capture.amount
  if (hasOtherMoney(payment, attempt)) {
    if (isAllBack) return returnedMoney(order, attempt, verdict, context)
    const money = { state: 'captured', captureRef: capture.id, issue: capture.status } as const
    return isKnown ? undefined : secondCapture(order, attempt, money, context)
  }
  const shown = providerMoney(order, verdict)
  const isPaying = payment.captureId === capture.id
  const news = moneyNews(payment, shown)
  if (isKnown && isPaying && news.isNone) return undefined
  // Less given back than we know: either a dispute was won, or the answer is older than our record.
  if (refundedAmount < payment.refundedAmount && !isSamePayment(orderBefore, order))
    return undefined
  const facts = [
    ...captureEvents(order, capture, attempt.number, context),
    ...paidEvents(order, capture, context),
    ...backMoneyEvents(news, context),
  ]
  const held = { attempt: attempt.number, capture }
  const events = withRecord(order, facts, { payment: shown, held }, context)
  return order.status === '已取消' && !isAllBack
    ? changeToReview(order, { reason: 'paid-after-cancel', events }, context)
    : { events: withGoodsBack(order, events, context) }
}

// A second payment that was refunded in full needs no review.
function returnedMoney(
  order: PaidOrder,
  { number, state, captureId }: Attempt,
  verdict: Money,
  context: ChangeContext,
): OrderChange | undefined {
  const { id: captureRef } = verdict.capture
  if (state === 'closed' && captureId === captureRef) return undefined
  const data = { attempt: number, cause: 'given-back', captureRef } as const
  const refunds = withOwnKeys(order, captureRef, verdict.refunds)
  const back = { ...verdict, attempt: number, refunds }
  const returned = returnedEvents(order, back, false, context)
  return { events: [...returned, newEvent('attempt.closed', data, context)] }
}

const isRefund = ({ type }: OrderEvent) => type === 'money.refunded'

/** Puts the goods back into the stock as the owner answered; a refund settles the alarm of the parcel that came back. */
export function withGoodsBack(
  order: Order,
  events: readonly OrderEvent[],
  context: ChangeContext,
): readonly OrderEvent[] {
  const { payment } = applyEvents(order, events)
  const units = payment && unitsToRestock(order, payment)
  const alarm = cameBack(order) && events.some(isRefund) ? order.parcelAlarm : undefined
  return [
    ...events,
    ...(units ? [newEvent('items.restocked', { units }, context)] : []),
    ...(alarm ? [newEvent('parcel.settled', { alarm }, context)] : []),
  ]
}

/** The provider's report of a second payment. */
export type SecondMoney = {
  readonly state: 'captured' | 'pending'
  readonly captureRef: string
  readonly issue: string
}

/** The change when a second attempt of the order brings money: a review. */
export function secondCapture(
  order: Order,
  { number }: Attempt,
  money: SecondMoney,
  context: ChangeContext,
): OrderChange {
  const review = { reason: 'second-capture', money: { attempt: number, ...money } } as const
  return changeToReview(order, review, context)
}

/** The requests of an order as the provider's own list of refunds leaves them. */
export function observedRequests(
  order: Pick<Order, 'id'>,
  requests: readonly RefundRequest[],
  seen: Pick<ProviderOrder, 'refunds' | 'unfinished'>,
): RefundRequest[] {
  return requests.map((request): RefundRequest => {
    const key = refundKey(order.id, request.number)
    if (seen.refunds.some((refund) => refund.key === key)) return { ...request, state: 'done' }
    const unfinished = seen.unfinished?.find((unfinishedRefund) => unfinishedRefund.key === key)
    if (!unfinished || request.state === 'done') return request
    return unfinished.state === 'pending'
      ? { ...request, state: 'pending' }
      : { ...request, state: 'refused', issue: 'REFUND_FAILED' }
  })
}
