import { isDeepStrictEqual } from 'node:util'

import { type Offer, missingStock, type ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { IN_FLIGHT } from '#lib/operation/timing.ts'
import { type ChangeContext, type EventData, newEvent, type OrderEvent } from '#lib/order/events.ts'
import { approvedAttempt, startedAttempt } from '#lib/order/events/payment.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { reservationFor, isLapsed, limitedItems } from '#lib/order/reservation.ts'
import { defined } from '#lib/result.ts'
import { OUT_OF_STOCK, type PaymentMethod, termsOf } from './methods.ts'
import { nextCheck } from './payment-checks.ts'
import {
  type Attempt,
  attemptEnd,
  ATTEMPTS_AN_HOUR,
  findAttempt,
  isLocking,
  isUnansweredFor,
  MOST_REFUSALS,
  type Payment,
} from './payment.ts'
import type { ProviderProblem } from './provider.ts'
import type { ReviewReason } from './review-reason.ts'

type ToReview = {
  readonly reason: ReviewReason
  readonly events?: readonly OrderEvent[]
  /** The attempt whose money brings the review. */
  readonly money?: EventData['review.opened']['money']
}

/** The change that puts a payment under review, after other events that brought it there. */
export function changeToReview(
  order: Order,
  { reason, events = [], money }: ToReview,
  context: ChangeContext,
): OrderChange {
  const type = order.payment?.review ? 'review.changed' : 'review.opened'
  const data = { reason, ...defined({ money }) }
  return { events: [...events, newEvent(type, data, context)] }
}

/** Whether an order has a payment, as a type. */
export function hasPayment(order: Order): order is Order & { readonly payment: Payment } {
  return order.payment !== undefined
}

/** Whether two reads of an order show the same payment, field by field; equal times alone prove nothing. */
export function isSamePayment(
  one: { readonly payment?: Payment | undefined },
  other: { readonly payment?: Payment | undefined },
): boolean {
  return isDeepStrictEqual(one.payment, other.payment)
}

const HOUR = 60 * 60 * 1000

/** Decision about a press of a payment button. */
export type CreateDecision =
  /** This attempt is to be created at the provider; a repeat has the same number, and so the same key. */
  | { readonly kind: 'create'; readonly attempt: Attempt; readonly change?: OrderChange }
  /** This attempt can still be approved. */
  | { readonly kind: 'reuse'; readonly attempt: Attempt }
  | { readonly kind: 'too-many' }

function isReusable(attempt: Attempt, context: ChangeContext): boolean {
  const { takesByItself } = termsOf(attempt.provider)
  // A number that was made is made once: until its deadline the same one is shown.
  if (takesByItself?.isShown) return Date.parse(attempt.expiresAt ?? '') > context.now.getTime()
  if (attempt.missingAt !== undefined) return false
  return takesByItself === undefined || mayLeave(attempt, context)
}

/**
 * Whether a buyer may still be sent to the provider with this attempt's number, where the money moves there: it is young,
 * and no browser has brought the number there yet, for a provider takes each number once.
 */
export function mayLeave(
  { state, provider, postedAt, startedAt }: Attempt,
  { now }: Pick<ChangeContext, 'now'>,
): boolean {
  const { leavesFor = 0 } = termsOf(provider).takesByItself ?? {}
  const isYoung = now.getTime() - Date.parse(startedAt) < leavesFor
  return state === 'open' && postedAt === undefined && isYoung
}

/**
 * The change when the provider says, signed, that the buyer has paid: nothing else of the order is captured until
 * reading back shows the money. Undefined where that is known, or a person decides.
 */
export function notePaidNotice(
  order: Order,
  reference: string,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = findAttempt(order.payment, reference)
  if (!attempt || order.payment?.review) return undefined
  if (attempt.state !== 'open' && attempt.state !== 'closed') return undefined
  // A closed attempt with a capture is one whose money went back.
  if (attempt.captureId !== undefined && attempt.refusals === 0) return undefined
  const isOwn = termsOf(attempt.provider).takesByItself !== undefined
  const data = { attempt: attempt.number }
  return isOwn ? { events: [newEvent('attempt.told-paid', data, context)] } : undefined
}

/** Joins or reuses this button's attempt, else starts one, at most ATTEMPTS_AN_HOUR an hour. */
export function decideCreate(
  order: Order,
  by: { readonly provider: string; readonly method: PaymentMethod },
  context: ChangeContext,
): CreateDecision {
  const attempts = order.payment?.attempts ?? []
  const own = attempts.filter(({ method }) => method === by.method)
  const creating = own.findLast(({ state }) => state === 'creating')
  if (creating) return { kind: 'create', attempt: creating }
  const open = own.findLast(
    (attempt) =>
      attempt.refusals < MOST_REFUSALS &&
      (attempt.state === 'open' || attempt.state === 'refused') &&
      isReusable(attempt, context),
  )
  if (open) return { kind: 'reuse', attempt: open }
  const since = new Date(context.now.getTime() - HOUR).toISOString()
  const recent = attempts.filter(({ startedAt }) => startedAt > since)
  if (recent.length >= ATTEMPTS_AN_HOUR) return { kind: 'too-many' }
  const number = Math.max(0, ...attempts.map((attempt) => attempt.number)) + 1
  const data = { attempt: number, method: by.method }
  const started = newEvent('attempt.started', data, context)
  return { kind: 'create', attempt: startedAttempt(started), change: { events: [started] } }
}

/** Stores the provider's reference before the browser gets it. The time to approve starts now. */
export function storeReference(
  order: Order,
  created: Pick<Attempt, 'number' | 'approveAt' | 'shown' | 'expiresAt'> & {
    readonly reference: string
  },
  context: ChangeContext,
): OrderChange | undefined {
  const { number, reference, approveAt, shown, expiresAt } = created
  const attempt = order.payment?.attempts.find((one) => one.number === number)
  if (attempt?.state !== 'creating') return undefined
  const data = { attempt: number, reference, ...defined({ approveAt, shown, expiresAt }) }
  return { events: [newEvent('attempt.opened', data, context)] }
}

/**
 * The change when a provider, signed, names an attempt whose reference was never stored, since the answer to its making
 * was lost: it can be asked about from now on, whatever became of the order. Undefined where no attempt is that one.
 */
export function adoptReference(
  order: Order,
  reference: string,
  referenceOf: (attempt: Attempt) => string | undefined,
  context: ChangeContext,
): OrderChange | undefined {
  const lost = order.payment?.attempts.find(
    (one) => one.reference === undefined && referenceOf(one) === reference,
  )
  if (!lost || findAttempt(order.payment, reference)) return undefined
  return { events: [newEvent('attempt.opened', { attempt: lost.number, reference }, context)] }
}

/** The change when the provider refused to make an order: the next press begins another attempt. */
export function refuseCreate(
  order: Order,
  refused: { readonly number: number; readonly reason: string },
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = order.payment?.attempts.find(({ number }) => number === refused.number)
  if (attempt?.state !== 'creating') return undefined
  const { number, reason: issue } = refused
  return { events: [newEvent('attempt.refused', { attempt: number, issue }, context)] }
}

/** The change that ends attempts that nobody approved in time; undefined without any. */
export function closeOverdue(order: Order, context: ChangeContext): OrderChange | undefined {
  if (!hasPayment(order)) return undefined
  const isOverdue = (attempt: Attempt) =>
    ['creating', 'open', 'refused'].includes(attempt.state) &&
    context.now.getTime() > attemptEnd(attempt)
  const cause = 'not-approved-in-time'
  const events = order.payment.attempts
    .filter(isOverdue)
    .map(({ number }) => newEvent('attempt.closed', { attempt: number, cause }, context))
  return events.length === 0 ? undefined : { events }
}

/** The next check of an order after one without news; undefined when there is nothing to check. */
export function postponeCheck(order: Order, now: Date): Order['check'] {
  const sweepCount = (order.check?.looks ?? 0) + 1
  return nextCheck(order, now, sweepCount) ?? undefined
}

/** An approval on the page after `refusalsSeen` refusals, or in a provider event made at `at`. */
export type Approval =
  | { readonly refusalsSeen: number }
  | { readonly at: string; readonly event: string }

/**
 * Returns the refusals that an approval event answers. A late event may belong to an earlier
 * approval.
 */
function answeredByEvent(attempt: Attempt, at: string): number {
  const { providerRefusedAt, refusals, approvalEvents } = attempt
  const isAfterRefusal = providerRefusedAt !== undefined && at > providerRefusedAt
  return approvalEvents.length > refusals && isAfterRefusal ? refusals : 0
}

type ApprovalData = Pick<EventData['attempt.approved'], 'answersRefusals' | 'approvalEvent'>

function answerData({ answersRefusals = -1 }: Attempt, answered: number): ApprovalData {
  return answered > answersRefusals ? { answersRefusals: answered } : {}
}

// The page's approval answers the refusals that the page had shown: a late or repeated request has shown fewer.
function approvalData(attempt: Attempt, approval: Approval | undefined): ApprovalData {
  if (!approval) return {}
  if ('refusalsSeen' in approval) {
    return answerData(attempt, Math.min(approval.refusalsSeen, attempt.refusals))
  }
  const { at, event: approvalEvent } = approval
  if (attempt.approvalEvents.includes(approvalEvent)) return {}
  const next = approvedAttempt(attempt, { approvalEvent })
  return { approvalEvent, ...answerData(attempt, answeredByEvent(next, at)) }
}

// Without keys, retries only when no earlier request is in flight and the attempt has not ended.
function canRetry(attempt: Attempt, context: ChangeContext): boolean {
  if (termsOf(attempt.provider).hasKeys) return true
  if (attempt.state === 'closed' || attempt.refusals > 0) return false
  return attempt.state !== 'capturing' || isUnansweredFor(attempt, IN_FLIGHT, context)
}

/** Whether an attempt may be captured now. No other attempt of its order may hold money. */
function mayCapture({ status, payment }: Order, attempt: Attempt, context: ChangeContext): boolean {
  if (!canRetry(attempt, context)) return false
  if (status !== '待付款' || !payment || payment.review) return false
  if (attempt.state === 'pending' || attempt.state === 'captured') return false
  // A final refusal can't be approved again.
  if (attempt.state === 'closed' && attempt.refusals > 0) return false
  const others = payment.attempts.filter(({ number }) => number !== attempt.number)
  return !others.some(isLocking) && isApprovedSinceRefusal(attempt)
}

/** Whether the newest approval answers every refusal. Before a refusal the shop need not have seen an approval. */
export function isApprovedSinceRefusal({ answersRefusals, refusals }: Attempt): boolean {
  return refusals === 0 || answersRefusals === refusals
}

/** A capture that is to be sent: the random id of the request that sends it, and the approval that it saw. */
export type CaptureClaim = {
  readonly reference: string
  readonly claim: string
  readonly approval?: Approval | undefined
}

/**
 * Claims a capture before it is sent; only the request with the stored id sends it. Else keeps the
 * approval.
 */
export function beginCapture(
  order: Order,
  { reference, claim, approval }: CaptureClaim,
  context: ChangeContext,
): OrderChange | undefined {
  const stored = findAttempt(order.payment, reference)
  if (!stored) return undefined
  const learned = approvalData(stored, approval)
  if (mayCapture(order, approvedAttempt(stored, learned), context)) {
    const data = { attempt: stored.number, claim, ...learned }
    return { events: [newEvent('capture.claimed', data, context)] }
  }
  return approval && noteApproval(order, reference, approval, context)
}

/** The change that keeps an approval for which nothing is captured now; undefined when it is known. */
export function noteApproval(
  order: Order,
  reference: string,
  approval: Approval,
  context: ChangeContext,
): OrderChange | undefined {
  const stored = findAttempt(order.payment, reference)
  if (!stored) return undefined
  const learned = approvalData(stored, approval)
  if (Object.keys(learned).length === 0) return undefined
  return {
    events: [newEvent('attempt.approved', { attempt: stored.number, ...learned }, context)],
  }
}

/** Which capture a provider's answer belongs to. */
export type SentCapture = { readonly reference: string; readonly captureAttempt: number }

// The answer to a capture counts only while that capture is open.
function sentAttempt(order: Order, sent: SentCapture): Attempt | undefined {
  const attempt = findAttempt(order.payment, sent.reference)
  const isUnderWay =
    attempt?.state === 'capturing' && attempt.captureAttempt === sent.captureAttempt
  return isUnderWay ? attempt : undefined
}

/** The change after a definite refusal of a capture: only this attempt, which gets a new key for the next one. */
export function refuseCapture(
  order: Order,
  sent: SentCapture,
  problem: Pick<ProviderProblem, 'kind' | 'issue' | 'at'>,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = sentAttempt(order, sent)
  if (!attempt) return undefined
  const { kind, issue, at: refusedAt } = problem
  const data = {
    attempt: attempt.number,
    issue,
    isFinal: kind === 'final',
    ...defined({ refusedAt }),
  }
  return { events: [newEvent('capture.refused', data, context)] }
}

/**
 * Reopens an attempt that the provider calls unapproved, unless its capture was sent more than
 * once.
 */
export function releaseUnapproved(
  order: Order,
  sent: SentCapture,
  context: ChangeContext,
): OrderChange | undefined {
  const attempt = sentAttempt(order, sent)
  if (!attempt || attempt.sends > 1) return undefined
  return { events: [newEvent('capture.released', { attempt: attempt.number }, context)] }
}

/** Stock of an order's products: reserved pieces, read in its transaction, and the offers. */
export type Stock = { readonly taken: ReservedStockByProduct; readonly products: readonly Offer[] }

/** Whether an order has given its pieces back and can't take all of them again. */
export function lacksStock(order: Order, { taken, products }: Stock): boolean {
  return isLapsed(order) && missingStock(order, taken, products).length > 0
}

/**
 * Retakes a lapsed order's pieces for a capture; without them closes the attempt. Returns other
 * changes as is.
 */
export function withReservation(
  order: Order,
  change: OrderChange | undefined,
  { reference, stock }: { readonly reference: string; readonly stock: Stock },
  context: ChangeContext,
): OrderChange | undefined {
  const begins = change?.events.some(({ type }) => type === 'capture.claimed') === true
  if (!begins || !isLapsed(order)) return change
  if (lacksStock(order, stock)) {
    // The shop refuses the approval: it is never captured, and its money is freed by the provider.
    const attempt = findAttempt(order.payment, reference)
    if (!attempt) return undefined
    const data = { attempt: attempt.number, cause: OUT_OF_STOCK } as const
    return { events: [newEvent('attempt.closed', data, context)] }
  }
  const { products } = reservationFor(limitedItems(order.items, stock.products), context.now)
  const retaken = newEvent('hold.retaken', { products }, context)
  return { events: [...change.events, retaken] }
}

/** The change that notes money; where its order lacks its pieces, a person decides. */
export function paidWithReservation(
  order: Order,
  change: OrderChange | undefined,
  stock: Stock,
  context: ChangeContext,
): OrderChange | undefined {
  const isPaid = change?.events.some(({ type }) => type === 'order.paid') === true
  if (!isPaid || !lacksStock(order, stock)) return change
  const events = change.events.filter(({ type }) => type !== 'order.paid')
  return changeToReview(order, { reason: 'paid-without-pieces', events }, context)
}
