import { isoTime } from '#lib/ledger/entries.ts'
import { applyEvents } from '#lib/order/apply.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import { canMoveOrder, type Order } from '#lib/order/order.ts'
import { takenAmount, unlistedAmount } from '#lib/payment/refund/charged-back.ts'
import type { Refund, RefundRequest, TakenKind } from '#lib/payment/refund/refund-record.ts'
import { isReturnedCapture, sumOfRefunds } from '#lib/payment/refund/returned-capture.ts'
import { defined } from '#lib/result.ts'
import type { Payment } from './payment.ts'
import type { ProviderCapture } from './provider.ts'
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
export function moneyNews(known: MoneyRecord, shown: MoneyRecord): MoneyNews {
  const knownIds = new Set(known.refunds.map(({ id }) => id))
  const shownIds = new Set(shown.refunds.map(({ id }) => id))
  const listed: readonly MoneyBack[] = shown.refunds.filter(({ id }) => !knownIds.has(id))
  const more = unlistedAmount(shown) - unlistedAmount(known)
  const upTo = { id: `upto-${shown.refundedAmount}`, amount: more, kind: shown.unlisted }
  // An amount noted earlier without a reference is on the list now.
  const noted = listed.find(
    (moneyBack) =>
      moneyBack.key === undefined &&
      moneyBack.amount === -more &&
      moneyBack.kind === known.unlisted,
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
    back:
      more > 0
        ? [...listed, upTo]
        : listed.filter((moneyBack) => more === 0 || moneyBack !== noted),
    wonBack: Math.max(0, takenAmount(known) - takenAmount(shown)),
    gone: [...knownIds].filter((id) => !shownIds.has(id)),
    requests: (shown.refundRequests ?? []).filter(
      (refundRequest, index) => !isAsKnown(refundRequest, index),
    ),
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
export function backMoneyEvents(
  { back, wonBack, gone, requests }: MoneyNews,
  context: ChangeContext,
  { inReview = false } = {},
): readonly OrderEvent[] {
  const won = { amount: wonBack, inReview, ...(gone.length === 0 ? {} : { gone: [...gone] }) }
  return [
    ...back.map((moneyBack) => backEvent(moneyBack, inReview, context)),
    ...(wonBack === 0 ? [] : [newEvent('money.reinstated', won, context)]),
    ...requests.flatMap((request) => requestEvents(request, context)),
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

/** That a capture's money came and went back without paying the order for good, or none if that is noted. */
export function returnedEvents(
  { payment, paidAt }: Order,
  { attempt, capture, refunds, refundedAmount }: CaptureBack,
  isNotified: boolean,
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
    isNotified,
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
