import { IN_FLIGHT } from '../../operation/timing.ts'
import { defined } from '../../result.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import { isoTime } from '../movements.ts'
import type { Order, OrderChange } from '../order.ts'
import { changeToReview, hasPayment, isSamePayment } from './attempts.ts'
import { termsOf } from './methods.ts'
import { findDispute, type Dispute, type Refund, amountBack } from './money-back.ts'
import { holdsOtherMoney, noteMoney, secondCapture } from './money.ts'
import {
  type Attempt,
  isSilentFor,
  findAttempt,
  type Payment,
  type Mismatch,
  attemptEnd,
} from './payment.ts'
import type {
  ProviderDispute,
  ProviderCapture,
  ProviderOrder,
  UnfinishedRefund,
} from './provider.ts'

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
  return attempt.state === 'capturing' && isSilentFor(attempt, IN_FLIGHT, context)
    ? newEvent('capture.released', { attempt: attempt.number }, context)
    : eventForKnown(attempt, context)
}

// Without keys an attempt is not closed while a request for its money may be on its way.
function eventForVoid(attempt: Attempt, context: ChangeContext): OrderEvent | undefined {
  const { state, provider } = attempt
  if (!['open', 'refused', 'capturing'].includes(state)) return undefined
  const mayBeSent = state === 'capturing' && !isSilentFor(attempt, IN_FLIGHT, context)
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

/** Returns the event of an outcome without money; undefined when it is known. */
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

type WithoutMoney = Exclude<PaymentOutcome, { kind: 'captured' | 'mismatch' }>

// The provider's own word that the buyer has paid outlives an answer without money for as long as it may lag. After that
// a person looks: it is neither paid nor unpaid.
function applyToldPaid(
  order: PaidOrder,
  { state, toldPaidAt, provider }: Attempt,
  verdict: WithoutMoney,
  context: ChangeContext,
): { readonly change: OrderChange | undefined } | undefined {
  const isWaiting = state === 'capturing' && toldPaidAt !== undefined
  if (!isWaiting || verdict.kind === 'pending' || verdict.kind === 'approved') return undefined
  const { lag = 0 } = termsOf(provider).takesByItself ?? {}
  const isOver = context.now.getTime() - Date.parse(toldPaidAt) > lag
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
    return noteMoney(order, attempt, { ...seen, verdict }, context)
  }
  if (verdict.kind === 'mismatch') return applyMismatch(order, attempt, verdict, context)
  const told = applyToldPaid(order, attempt, verdict, context)
  if (told) return told.change
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
  if (order.payment?.state !== 'capturing') return undefined
  return changeToReview(order, { reason: 'duplicate-invoice' }, context)
}

const DISPUTE_EVENT_OF = {
  open: 'dispute.opened',
  won: 'dispute.won',
  lost: 'dispute.lost',
} as const

/** A dispute as its provider tells it, and its order as it stood when the provider was asked. */
export type SeenDispute = {
  readonly dispute: Omit<ProviderDispute, 'captures'>
  readonly before: Pick<Order, 'payment'>
}

/** Whether an order has recorded a dispute as its provider tells it: its state, and whose turn it is. */
export function isDisputeKnown(
  { payment }: Pick<Order, 'payment'>,
  dispute: SeenDispute['dispute'],
): boolean {
  const known = findDispute(payment, dispute.id)
  return known !== undefined && isSameTurn(known, dispute)
}

type Turn = Pick<Dispute, 'state' | 'isAnswered'>

function isSameTurn(one: Turn, other: Turn): boolean {
  if (one.state !== other.state) return false
  return one.state !== 'open' || (one.isAnswered ?? false) === (other.isAnswered ?? false)
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
  const seen = findDispute(orderBefore.payment, id)
  const isAsAsked = known && seen ? isSameTurn(known, seen) : known === seen
  if (isDisputeKnown(order, dispute) || !isAsAsked) return undefined
  const { channel, amount, respondBy, isAnswered = false } = dispute
  if (known?.state === state) {
    const turn = { dispute: id, isAnswered, ...defined({ respondBy }) }
    return { events: [newEvent('dispute.turned', turn, context)] }
  }
  const data = {
    dispute: id,
    issue: reason,
    ...defined({ channel, amount, respondBy }),
    ...(isAnswered ? { isAnswered: true as const } : {}),
  }
  return { events: [newEvent(DISPUTE_EVENT_OF[state], data, context)] }
}

/** Expected content of the provider's order; whole TWD. `disputes` explain unlisted money. */
export type ExpectedPayment = {
  readonly id: string
  readonly number: string
  readonly totalAmount: number
  readonly disputes?: readonly Dispute[] | undefined
}

/** Outcome of the provider's order. `missing` may pass, `void` is final. */
export type PaymentOutcome =
  | { readonly kind: 'open' | 'approved' | 'void' | 'missing' }
  | {
      readonly kind: 'captured'
      readonly capture: ProviderCapture
      readonly refundedAmount: number
      readonly refunds: readonly Refund[]
      readonly unfinished?: readonly UnfinishedRefund[] | undefined
    }
  | { readonly kind: 'pending'; readonly capture: ProviderCapture; readonly reason: string }
  | {
      readonly kind: 'refused'
      readonly capture: ProviderCapture
      readonly reason: string
      /** The status of the provider's order: 'approved' may be a newer approval. */
      readonly order: ProviderOrder['status']
    }
  | {
      readonly kind: 'mismatch'
      readonly reason: Mismatch
      readonly captureId?: string | undefined
    }

// A missing field is no contradiction; a capture has all but the document.
const isOther = (seen: unknown, ours: unknown) => seen !== undefined && seen !== ours

function disagreement(
  seen: ProviderOrder | ProviderCapture,
  expected: ExpectedPayment,
): Mismatch | undefined {
  if (isOther(seen.currency, 'TWD')) return 'currency'
  if (isOther(seen.amount, expected.totalAmount)) return 'amount'
  if (isOther(seen.customId, expected.id)) return 'custom-id'
  if (isOther(seen.invoiceId, expected.number)) return 'invoice-id'
  return undefined
}

function judgeMoney(
  capture: ProviderCapture,
  { refunds, unfinished }: ProviderOrder,
  { disputes }: ExpectedPayment,
): PaymentOutcome {
  const refundedAmount = amountBack(capture, refunds, disputes)
  if (Number.isNaN(refundedAmount)) {
    return { kind: 'mismatch', reason: 'refund-without-amount', captureId: capture.id }
  }
  return { kind: 'captured', capture, refunds, refundedAmount, unfinished }
}

function judgeCapture(
  capture: ProviderCapture,
  order: ProviderOrder,
  expected: ExpectedPayment,
): PaymentOutcome {
  switch (capture.status) {
    case 'completed':
    case 'refunded':
    case 'partly-refunded':
      return judgeMoney(capture, order, expected)
    case 'pending':
      return { kind: 'pending', capture, reason: capture.reason ?? 'OTHER' }
    case 'declined':
      return {
        kind: 'refused',
        capture,
        reason: capture.reason ?? 'DECLINED',
        order: order.status,
      }
    case 'other':
      return { kind: 'mismatch', reason: 'unknown-capture-status', captureId: capture.id }
  }
}

/** Evaluates the provider's order: money counts only when its capture agrees in currency, amount and both ids. */
export function evaluateProviderOrder(
  order: ProviderOrder,
  expected: ExpectedPayment,
): PaymentOutcome {
  const live = order.captures.filter(({ status }) => status !== 'declined')
  if (live.length > 1) return { kind: 'mismatch', reason: 'two-captures', captureId: live[1]?.id }
  const capture = live[0] ?? order.captures.at(-1)
  const wrong = disagreement(capture ?? order, expected)
  if (wrong) return { kind: 'mismatch', reason: wrong, captureId: capture?.id }
  if (capture) return judgeCapture(capture, order, expected)
  if (order.status === 'completed') return { kind: 'mismatch', reason: 'completed-without-capture' }
  return { kind: order.status }
}
