import { isDeepStrictEqual } from 'node:util'

import { missingText, withBelowZero } from '#lib/inventory/oversell.ts'
import { missingForOrder, type StockAtHand } from '#lib/inventory/stock.ts'
import { applyEvents } from '#lib/order/apply.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import {
  amountBack,
  unlistedAmount,
  unlistedKind,
  withTakenKinds,
} from '#lib/payment/refund/charged-back.ts'
import {
  type Refund,
  refundKey,
  type RefundRequest,
  refundsUnderWay,
} from '#lib/payment/refund/refund-record.ts'
import { byHandOf } from '#lib/payment/refund/request-refund.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { hasPayment } from './attempts.ts'
import {
  inKnownOrder,
  type MoneyRecord,
  returnedEvents,
  reviewEvents,
  withOwnKeys,
  withRecord,
} from './money.ts'
import { findAttempt, type Payment } from './payment.ts'
import type { ProviderCapture, ProviderOrder } from './provider.ts'
import type { ReviewEnd } from './review-end.ts'

/** Why a review can't end so: nothing is under review, no reason is given, or the provider says otherwise. */
export type ReviewRefusal =
  | 'not-in-review'
  | 'no-reason'
  | 'pending-money'
  | 'not-one-capture'
  | 'other-amount'
  | 'money-left'
  | 'no-refund'
  | 'given-back'
  | 'booked'
  | 'books-behind'
  | 'unclear-amount'
  | 'too-few-pieces'
  | 'refund-under-way'
  | 'money-unseen'

/** The provider's books for an order number: how many payments, and what is left of their money in whole TWD. */
export type ProviderBooks = { readonly payments: number; readonly left: number }

/** A capture that the provider holds, with the reference of its attempt and what went back of it, in whole TWD. */
export type HeldCapture = ProviderCapture & {
  readonly reference: string
  readonly refundedAmount: number
  readonly refunds: readonly Refund[]
}

/** A capture with what went back of it, by the same rules as when the shop records it. */
export function heldCapture(
  order: Order,
  capture: ProviderCapture & { readonly reference: string },
  listed: readonly Refund[],
): HeldCapture {
  const { refunds: known = [], disputes } = order.payment ?? {}
  const refunds = withTakenKinds(
    { refunds: known, disputes },
    capture,
    withOwnKeys(order, capture.id, listed),
  )
  return { ...capture, refunds, refundedAmount: amountBack(capture, refunds, disputes) }
}

/**
 * The provider's captures of all attempts. `booked` is missing when its ledger was not asked or may
 * lag.
 */
export type ReviewEvidence = {
  /** The refund requests of the order about which the provider was asked. */
  readonly requests?: Payment['refundRequests']
  readonly captures: readonly HeldCapture[]
  readonly booked?: ProviderBooks | undefined
}

// The capture that pays the order, or paid it; where it never was paid, one of its price. Any other came and went.
function countedCapture(
  { payment, paidAt, totalAmount }: Order,
  captures: readonly HeldCapture[],
): HeldCapture | undefined {
  const kept = captures.find(isKept)
  if (kept) return kept
  const back = captures.filter(({ status }) => status === 'refunded')
  const paying = paidAt === undefined ? undefined : back.find(({ id }) => id === payment?.captureId)
  const isPrice = ({ amount, currency }: HeldCapture) =>
    currency === 'TWD' && amount === totalAmount
  return paying ?? back.find(isPrice)
}

const isKept = ({ status }: HeldCapture) => status === 'completed' || status === 'partly-refunded'

function isGivenBack({ captures }: Pick<ReviewEvidence, 'captures'>): boolean {
  return captures.some(({ status }) => status === 'refunded')
}

/** Whether ending a review needs the provider's ledger, which also lists money paid elsewhere. */
export function needsLedger(end: ReviewEnd, evidence: Pick<ReviewEvidence, 'captures'>): boolean {
  return end !== 'paid' && !isGivenBack(evidence)
}

// A provider that does not know a payment for a moment has not given its money back.
function isMoneyUnseen({ attempts }: Payment, { captures }: ReviewEvidence): boolean {
  const seen = new Set(captures.map(({ id }) => id))
  return attempts.some(
    ({ state, captureId }) =>
      state === 'captured' && captureId !== undefined && !seen.has(captureId),
  )
}

/** The captures of which the provider holds money. */
export function heldMoney(captures: readonly HeldCapture[]): readonly HeldCapture[] {
  return captures.filter((capture) => isKept(capture) && capture.amount > capture.refundedAmount)
}

/** Of several payments of a paid order one that does not pay it; undefined where none is known to be too much. */
export function surplusCapture(
  { status, payment }: Pick<Order, 'status' | 'payment'>,
  held: readonly HeldCapture[],
): string | undefined {
  if (status !== '已付款' || held.length < 2) return undefined
  return held.find(({ id }) => id !== payment?.captureId)?.id
}

/** Whether a refund of the order is not settled, or was asked for since the provider was. */
export function isMoneyMoving(
  payment: Payment,
  { requests }: Pick<ReviewEvidence, 'requests'>,
): boolean {
  return refundsUnderWay(payment).length > 0 || !isDeepStrictEqual(payment.refundRequests, requests)
}

// Books and invoice are of the order's total, so nothing else pays it.
function paidProblem(
  { totalAmount }: Order,
  kept: readonly HeldCapture[],
): ReviewRefusal | undefined {
  const [only] = kept
  if (!only || kept.length > 1) return 'not-one-capture'
  return only.currency === 'TWD' && only.amount === totalAmount ? undefined : 'other-amount'
}

function contradiction(
  order: Order,
  { end, captures, booked }: ReviewEvidence & { readonly end: ReviewEnd },
): ReviewRefusal | undefined {
  if (captures.some(({ status }) => status === 'pending')) return 'pending-money'
  // An unreadable amount must not be stored.
  const amounts = captures.flatMap(({ amount, refundedAmount }) => [amount, refundedAmount])
  if (!amounts.every(Number.isInteger)) return 'unclear-amount'
  const kept = captures.filter(isKept)
  if (end === 'paid') return paidProblem(order, kept)
  if (kept.length > 0) return 'money-left'
  if (isGivenBack({ captures })) return end === 'refunded' ? undefined : 'given-back'
  if (!booked) return 'books-behind'
  if (booked.left > 0) return 'booked'
  if (end === 'refunded') return booked.payments > 0 ? undefined : 'no-refund'
  return booked.payments > 0 ? 'given-back' : undefined
}

// Returns the money given back once the review ends this way.
function shownMoney(
  order: Order & { readonly payment: Payment },
  { end, captures }: ReviewEvidence & { readonly end: ReviewEnd },
): MoneyRecord {
  const { refunds: known, refundRequests, disputes } = order.payment
  const requests = refundRequests ? { refundRequests } : {}
  if (end === 'expired') return { refundedAmount: 0, refunds: [], ...requests }
  const counted = countedCapture(order, captures)
  // Of a payment that is in the provider's books alone nobody knows more than that it went back.
  const isUnseen = end === 'refunded' && captures.length === 0
  const refundedAmount = isUnseen ? order.totalAmount : (counted?.refundedAmount ?? 0)
  const left = captures.length === 0 ? known : []
  const refunds = inKnownOrder(known, counted?.refunds ?? left)
  const kind = counted && unlistedKind(counted, disputes)
  const isUnlisted = kind !== undefined && unlistedAmount({ refundedAmount, refunds }) > 0
  return { refundedAmount, refunds, ...(isUnlisted ? { unlisted: kind } : {}), ...requests }
}

// The attempt whose money is kept or was refunded; of money from elsewhere the last one.
function countedAttempt(
  order: Order & { readonly payment: Payment },
  captures: readonly HeldCapture[],
  end: ReviewEnd,
) {
  const { attempts } = order.payment
  const counted = countedCapture(order, captures)
  const last = end === 'refunded' && captures.length === 0 ? attempts.at(-1) : undefined
  const attempt = counted ? attempts.find(({ reference }) => reference === counted.reference) : last
  return {
    ...(attempt ? { attempt: attempt.number } : {}),
    ...(counted ? { captureRef: counted.id } : {}),
  }
}

// What came and went back: all that does not pay the order, and of one that was never paid what has its price too,
// which the ledger knows by nothing else.
function returnedCaptures(
  order: Order & { readonly payment: Payment },
  { end, captures }: Pick<ReviewEvidence, 'captures'> & { readonly end: ReviewEnd },
  context: ChangeContext,
): readonly OrderEvent[] {
  const counted = countedCapture(order, captures)
  const isLedgered = order.paidAt !== undefined || end === 'paid'
  return captures.flatMap((capture) => {
    const isOwn = capture.id === counted?.id
    if (capture.status !== 'refunded' || (isOwn && isLedgered)) return []
    const attempt = order.payment.attempts.find(({ reference }) => reference === capture.reference)
    const back = { ...capture, attempt: attempt?.number ?? 0, capture }
    return returnedEvents(order, back, end === 'refunded' && counted === undefined, context)
  })
}

/**
 * Ends a review if the provider agrees. `paid` needs one kept capture of the order's total,
 * `refunded` none, `expired` no money.
 */
export function endReview(
  order: Order,
  {
    end,
    stock,
    ...evidence
  }: ReviewEvidence & { readonly end: ReviewEnd; readonly stock: StockAtHand },
  deed: ChangeContext,
): Result<OrderChange, ReviewRefusal> {
  if (!hasPayment(order) || !order.payment.review) return fail('not-in-review')
  if (!deed.reason?.trim()) return fail('no-reason')
  if (isMoneyMoving(order.payment, evidence)) return fail('refund-under-way')
  if (isMoneyUnseen(order.payment, evidence)) return fail('money-unseen')
  const wrong = contradiction(order, { end, ...evidence })
  if (wrong) return fail(wrong)
  // An order that gave its pieces back takes them again by the rule of every order, unless the owner says why not.
  const missing = end === 'paid' ? missingForOrder(order, stock) : []
  if (missing.length > 0 && !stock.belowZero?.trim()) {
    return { ...fail('too-few-pieces'), detail: missingText(missing) }
  }
  const context = withBelowZero(deed, missing, stock)
  const shown = shownMoney(order, { end, ...evidence })
  const kept = end === 'paid' ? evidence.captures.find(isKept) : undefined
  const counted = countedAttempt(order, evidence.captures, end)
  const { reason: _reason, ...plain } = context
  const returned = returnedCaptures(order, { end, captures: evidence.captures }, plain)
  // Money that takes the place of what paid the order has its own time.
  const isOther = order.paidAt !== undefined && kept && kept.id !== order.payment.captureId
  const details = isOther ? { details: { ...kept } } : {}
  const closed = { end, kept, counted: { ...counted, ...details }, returned }
  const facts = reviewEvents(order, shown, closed, context)
  return ok({ events: withRecord(order, facts, { payment: shown }, context) })
}

/** Why the shop sends no refund of money under review. */
export type ReviewRefundFailure =
  | 'no-reason'
  | 'not-in-review'
  | 'refund-under-way'
  | 'nothing-left'
  | 'changed-meanwhile'

/** Input of a refund under review: one capture or `all`, the key of the press, and the whole TWD that the owner saw as held. */
export type ReviewRefund = {
  readonly capture: string
  readonly key: string
  readonly left?: number | undefined
  /** Whether the shop itself sends refunds of a provider that is otherwise the owner's to do. */
  readonly sends?: ((provider: string) => boolean) | undefined
}

/** The part of captures that did not go back, in whole TWD. */
export function leftOf(captures: readonly HeldCapture[]): number {
  return captures.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0)
}

/** The requests of one press; those that the provider refused may be sent again under its key. */
export function requestsOf(
  { payment }: Pick<Order, 'payment'>,
  pressed: string,
): readonly RefundRequest[] {
  return (
    payment?.refundRequests?.filter((one) => one.pressed === pressed && one.state !== 'refused') ??
    []
  )
}

/**
 * Stores the refunds of captures under review before the provider is asked; no change for a repeat. All that is left of
 * each goes back, so that nothing more can follow.
 */
export function reserveReviewRefund(
  order: Order,
  {
    capture: chosenId,
    key,
    left,
    sends,
    ...evidence
  }: ReviewRefund & Pick<ReviewEvidence, 'captures' | 'requests'>,
  context: ChangeContext,
): Result<OrderChange | undefined, ReviewRefundFailure> {
  if (requestsOf(order, key).length > 0) return ok(undefined)
  if (!context.reason?.trim()) return fail('no-reason')
  if (!hasPayment(order) || !order.payment.review) return fail('not-in-review')
  const { payment } = order
  if (isMoneyMoving(payment, evidence)) return fail('refund-under-way')
  const held = heldMoney(evidence.captures)
  if (left !== undefined && left !== leftOf(held)) return fail('changed-meanwhile')
  const chosen = chosenId === 'all' ? held : held.filter(({ id }) => id === chosenId)
  if (chosen.length === 0) return fail('nothing-left')
  const first = (payment.refundRequests?.length ?? 0) + 1
  const events = chosen.map((one, index) => {
    const attempt = payment.attempts.find(({ reference }) => reference === one.reference)
    const capture = { attempt: attempt?.number ?? 0, captureRef: one.id }
    const request = { number: first + index, amount: leftOf([one]), pressed: key, capture }
    const data = { ...request, ...byHandOf(attempt, sends) }
    return newEvent('refund.requested', data, context)
  })
  return ok({ events })
}

// A refund that gives back all that is left is done when nothing is; any other when it is listed.
function settledBy(
  order: Order & { readonly payment: Payment },
  request: RefundRequest,
  { captures, refunds, unfinished }: ProviderOrder,
): RefundRequest['state'] | undefined {
  const captureRef = request.capture?.captureRef ?? order.payment.captureId
  const capture = captures.find(({ id }) => id === captureRef)
  if (!capture) return undefined
  const key = refundKey(order.id, request.number)
  const isListed = withOwnKeys(order, capture.id, refunds).some((one) => one.key === key)
  if (request.capture ? capture.status === 'refunded' : isListed) return 'done'
  const open = unfinished?.find((one) => one.key === key)
  return open && (open.state === 'pending' ? 'pending' : 'refused')
}

function settlingEvent(
  { number, amount }: RefundRequest,
  state: RefundRequest['state'],
  context: ChangeContext,
): OrderEvent {
  if (state === 'done') return newEvent('refund.done', { number }, context)
  if (state === 'pending') return newEvent('refund.pending', { number }, context)
  return newEvent('refund.refused', { number, amount, issue: 'REFUND_FAILED' }, context)
}

/**
 * A change with what a provider's answer about one attempt tells of refunds while its order is under review. Money of a
 * review is booked when it ends; that it went back is known before.
 */
export function withReviewRefunds(
  order: Order,
  change: OrderChange | undefined,
  { reference, answer }: { readonly reference: string; readonly answer: ProviderOrder | undefined },
  context: ChangeContext,
): OrderChange | undefined {
  const known = change?.events ?? []
  const reached = applyEvents(order, known)
  if (!answer || !hasPayment(reached) || !reached.payment.review) return change
  if (!findAttempt(reached.payment, reference)) return change
  const events = refundsUnderWay(reached.payment).flatMap((request) => {
    const state = settledBy(reached, request, answer)
    return state === undefined || state === request.state
      ? []
      : [settlingEvent(request, state, context)]
  })
  return events.length === 0 ? change : { ...change, events: [...known, ...events] }
}
