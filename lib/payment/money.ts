import { isDeepStrictEqual } from 'node:util'

import { unitsToRestock } from '#lib/inventory/restock.ts'
import { isoTime } from '#lib/ledger/entries.ts'
import { applyEvents } from '#lib/order/apply.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import { canMoveOrder, type Order, type OrderChange } from '#lib/order/order.ts'
import {
  takenAmount,
  unlistedAmount,
  unlistedKind,
  withTakenKinds,
} from '#lib/payment/refund/charged-back.ts'
import { handRefundId, refundsOwed } from '#lib/payment/refund/manual-refund.ts'
import {
  type Refund,
  refundKey,
  type RefundRequest,
  type TakenKind,
} from '#lib/payment/refund/refund-record.ts'
import { isReturnedCapture, sumOfRefunds } from '#lib/payment/refund/returned-capture.ts'
import { defined } from '#lib/result.ts'
import { changeToReview, isSamePayment } from './attempts.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import type { Attempt, Payment } from './payment.ts'
import type { ProviderCapture, ProviderOrder } from './provider.ts'
import type { ReviewEnd } from './review-end.ts'

type Capture = Pick<ProviderCapture, 'id' | 'amount' | 'status'>

/** Money that went back: refunded, or taken by the provider or the buyer's bank. Without a time it is on no list. */
type MoneyBack = Pick<Refund, 'id' | 'amount' | 'key'> & {
  readonly at?: string
  readonly kind?: TakenKind | undefined
}

/** What a provider's record of an order's money shows beyond what the shop knows of it. */
type MoneyNews = {
  readonly isNone: boolean
  /** Refunds that are new on the list, and money that went back without being listed. */
  readonly back: readonly MoneyBack[]
  /** Taken money that came back, in whole TWD, and what is no more on the list. */
  readonly wonBack: number
  readonly gone: readonly string[]
  /** Requested refunds whose state is another. */
  readonly requests: readonly RefundRequest[]
}

// The one place that compares what the shop knows of the money with what the provider shows.
function moneyNews(known: MoneyRecord, shown: MoneyRecord): MoneyNews {
  const knownIds = new Set(known.refunds.map(({ id }) => id))
  const shownIds = new Set(shown.refunds.map(({ id }) => id))
  const listed: readonly MoneyBack[] = shown.refunds.filter(({ id }) => !knownIds.has(id))
  const more = unlistedAmount(shown) - unlistedAmount(known)
  const upTo = { id: `upto-${shown.refundedAmount}`, amount: more, kind: shown.unlisted }
  // An amount noted earlier without a reference is on the list now.
  const noted = listed.find(
    (one) => one.key === undefined && one.amount === -more && one.kind === known.unlisted,
  )
  const isAsKnown = (request: RefundRequest | undefined, index: number) =>
    request?.state === known.refundRequests?.[index]?.state
  return {
    isNone:
      known.refundedAmount === shown.refundedAmount &&
      known.refunds.length === shown.refunds.length &&
      known.unlisted === shown.unlisted &&
      (known.refundRequests ?? []).every((_, index) =>
        isAsKnown(shown.refundRequests?.[index], index),
      ),
    back: more > 0 ? [...listed, upTo] : listed.filter((one) => more === 0 || one !== noted),
    wonBack: Math.max(0, takenAmount(known) - takenAmount(shown)),
    gone: [...knownIds].filter((id) => !shownIds.has(id)),
    requests: (shown.refundRequests ?? []).filter((one, index) => !isAsKnown(one, index)),
  }
}

function backEvent(
  { id: refundRef, amount, key, kind, at }: MoneyBack,
  inReview: boolean,
  context: ChangeContext,
): OrderEvent {
  const listed = at === undefined ? {} : { listed: { at, ...defined({ key }) } }
  const back = { refundRef, amount, inReview, ...listed }
  const origin = key === undefined ? 'provider' : 'shop'
  return kind === undefined
    ? newEvent('money.refunded', { ...back, origin }, context)
    : newEvent('money.reversed', { ...back, kind }, context)
}

// A refund that is done is told by its money.
function requestEvents(
  { number, amount, state, issue = '' }: RefundRequest,
  context: ChangeContext,
): readonly OrderEvent[] {
  if (state === 'pending') return [newEvent('refund.pending', { number }, context)]
  return state === 'refused' ? [newEvent('refund.refused', { number, amount, issue }, context)] : []
}

// New refunds, reversals and returned money in a provider's answer, one by one.
function backMoneyEvents(
  { back, wonBack, gone, requests }: MoneyNews,
  context: ChangeContext,
  { inReview = false } = {},
): readonly OrderEvent[] {
  const won = { amount: wonBack, inReview, ...(gone.length === 0 ? {} : { gone: [...gone] }) }
  return [
    ...back.map((one) => backEvent(one, inReview, context)),
    ...(wonBack === 0 ? [] : [newEvent('money.won-back', won, context)]),
    ...requests.flatMap((one) => requestEvents(one, context)),
  ]
}

/** That a capture brought money, unless the history says so already. */
export function captureEvents(
  order: Order,
  { id: captureRef, amount, status }: Capture,
  attempt: number,
  context: ChangeContext,
): readonly OrderEvent[] {
  const isNoted = order.history.some(
    ({ type, data }) => type === 'money.captured' && data.captureRef === captureRef,
  )
  if (isNoted) return []
  return [newEvent('money.captured', { attempt, captureRef, amount, status }, context)]
}

/** A capture of a provider's with the attempt that made it, and what went back of it. */
type CaptureBack = {
  readonly attempt: number
  readonly capture: Pick<ProviderCapture, 'id' | 'amount' | 'currency' | 'createTime'>
  readonly refunds: readonly Refund[]
  readonly refundedAmount: number
}

/** That a capture's money came and went back without paying the order for good; nothing where that is noted. */
export function returnedEvents(
  { payment, paidAt }: Order,
  { attempt, capture, refunds, refundedAmount }: CaptureBack,
  isTold: boolean,
  context: ChangeContext,
): readonly OrderEvent[] {
  if (isReturnedCapture(payment, capture.id)) return []
  const at = context.now.toISOString()
  // The ledger is in TWD; what came and went in another currency is left to its provider's statement.
  const isOther = capture.currency !== 'TWD'
  // Of money that is on no list, only the amount is known.
  const unlisted = refundedAmount - sumOfRefunds(refunds)
  const rest = unlisted > 0 ? [{ id: `${capture.id}-rest`, amount: unlisted, at }] : []
  const wasSale = paidAt !== undefined && payment?.captureId === capture.id
  const data = {
    attempt,
    captureRef: capture.id,
    provider: payment?.attempts.find(({ number }) => number === attempt)?.provider ?? '',
    amount: isOther ? 0 : capture.amount,
    at: isoTime(capture.createTime) ?? at,
    refunds: isOther ? [] : [...refunds, ...rest],
    isTold,
    ...(wasSale ? { wasSale } : {}),
  }
  return [newEvent('money.returned', data, context)]
}

type ReviewResult = {
  readonly end: ReviewEnd
  readonly kept: ProviderCapture | undefined
  /** What came and went back beside the capture that counts. */
  readonly returned: readonly OrderEvent[]
  /** The attempt whose money counts, and its capture. */
  readonly counted: {
    readonly attempt?: number
    readonly captureRef?: string
    readonly details?: Readonly<Record<string, unknown>>
  }
}

/** The end of a review, and what it shows of the money. The reason is the owner's for ending it. */
export function reviewEvents(
  order: Order & { readonly payment: Payment },
  shown: MoneyRecord,
  { end, kept, counted, returned }: ReviewResult,
  { now, by, who, ...said }: ChangeContext,
): readonly OrderEvent[] {
  const context = { now, by, ...defined({ who }) }
  const { attempt = 0 } = counted
  const isPaid = end === 'paid' && kept !== undefined && canMoveOrder(order.status, '已付款')
  const { payment = order.payment } = applyEvents(order, returned)
  return [
    ...returned,
    newEvent('review.closed', { end, ...counted }, { ...context, ...said }),
    ...(kept ? captureEvents(order, kept, attempt, context) : []),
    ...backMoneyEvents(moneyNews(payment, shown), context, { inReview: true }),
    ...(isPaid ? [newEvent('order.paid', { details: { ...kept } }, context)] : []),
  ]
}

/** An order's money given back, and the states of its refund requests. */
export type MoneyRecord = Pick<
  Payment,
  'refundedAmount' | 'refunds' | 'unlisted' | 'refundRequests'
>

/** The provider's refunds in the order in which the shop came to know them. */
export function inKnownOrder(known: readonly Refund[], refunds: readonly Refund[]): Refund[] {
  const place = ({ id }: Refund) => {
    const index = known.findIndex((one) => one.id === id)
    return index === -1 ? known.length : index
  }
  return refunds.toSorted((one, other) => place(one) - place(other))
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
export type ShownMoney = {
  readonly payment: MoneyRecord
  readonly held?: { readonly attempt: number; readonly capture: ProviderCapture } | undefined
}

function captureData({ payment }: Order, { held }: ShownMoney) {
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
  shown: ShownMoney,
  context: ChangeContext,
): readonly OrderEvent[] {
  const reached = applyEvents(order, events)
  const record = recordOf(shown.payment)
  const isSame = reached.payment && isDeepStrictEqual(recordOf(reached.payment), record)
  const data = { ...captureData(reached, shown), ...(isSame ? {} : { record }) }
  return Object.keys(data).length === 0
    ? events
    : [...events, newEvent('money.noted', data, context)]
}

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
    if (isAllBack) return givenBack(order, attempt, verdict, context)
    const money = { state: 'captured', captureRef: capture.id, issue: capture.status } as const
    return isKnown ? undefined : secondCapture(order, attempt, money, context)
  }
  const shown = shownMoney(order, verdict)
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
    : { events: withRestock(order, events, context) }
}

// A second payment that was refunded in full needs no review.
function givenBack(
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

// Restocks an unshipped order when all of its money is refunded.
function withRestock(
  order: Order,
  events: readonly OrderEvent[],
  context: ChangeContext,
): readonly OrderEvent[] {
  const { payment } = applyEvents(order, events)
  const pieces = payment && unitsToRestock(order, payment)
  return pieces ? [...events, newEvent('goods.restocked', { pieces }, context)] : events
}

/** What the owner notes of a refund made by hand: its request, the day, and its reference at the bank or console. */
export type HandMade = {
  readonly number: number
  readonly made: { readonly at: string; readonly reference: string }
}

/**
 * The change when the owner made a refund by hand. Money of a review is booked when the review ends. Undefined where the
 * order owes no such refund: it was noted before, or withdrawn.
 */
export function noteMadeByHand(
  order: Order,
  { number, made }: HandMade,
  context: ChangeContext,
): OrderChange | undefined {
  const request = refundsOwed(order.payment).find((one) => one.number === number)
  if (!request) return undefined
  const noted = newEvent('refund.made-by-hand', { number, made }, context)
  if (request.capture) return { events: [noted] }
  const money = {
    refundRef: handRefundId(number),
    amount: request.amount,
    inReview: false,
    origin: 'shop' as const,
    listed: { at: made.at, key: refundKey(order.id, number) },
  }
  const events = [noted, newEvent('money.refunded', money, context)]
  return { events: withRestock(order, events, context) }
}

/** The change when the owner takes an owed refund back; undefined where the order owes none under this number. */
export function withdrawOwed(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  const isOwed = refundsOwed(order.payment).some((one) => one.number === number)
  return isOwed ? { events: [newEvent('refund.withdrawn', { number }, context)] } : undefined
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
export function seenRequests(
  order: Pick<Order, 'id'>,
  requests: readonly RefundRequest[],
  seen: Pick<ProviderOrder, 'refunds' | 'unfinished'>,
): RefundRequest[] {
  return requests.map((request): RefundRequest => {
    const key = refundKey(order.id, request.number)
    if (seen.refunds.some((one) => one.key === key)) return { ...request, state: 'done' }
    const unfinished = seen.unfinished?.find((one) => one.key === key)
    if (!unfinished || request.state === 'done') return request
    return unfinished.state === 'pending'
      ? { ...request, state: 'pending' }
      : { ...request, state: 'refused', issue: 'REFUND_FAILED' }
  })
}

/** Gives the shop's key to a new refund of the amount being sent from this capture. Known refunds keep theirs. */
export function withOwnKeys(
  { id, payment }: Pick<Order, 'id' | 'payment'>,
  captureRef: string,
  refunds: readonly Refund[],
): Refund[] {
  const known = new Map(payment?.refunds.map((one) => [one.id, one.key]))
  const keys = new Set(known.values())
  let open = payment?.refundRequests?.find(
    ({ state, sentAt, number, capture }) =>
      // One that was handed over may have been made all the same.
      (state === 'sending' || state === 'by-hand') &&
      sentAt !== undefined &&
      (capture?.captureRef ?? payment.captureId) === captureRef &&
      !keys.has(refundKey(id, number)),
  )
  return refunds.map((refund) => {
    const kept = refund.key ?? known.get(refund.id)
    if (kept !== undefined) return { ...refund, key: kept }
    if (known.has(refund.id) || refund.amount !== open?.amount) return refund
    const key = refundKey(id, open.number)
    open = undefined
    return { ...refund, key }
  })
}
