import { missingText, withOversell } from '#lib/inventory/oversell.ts'
import { missingForOrder, type CurrentStock } from '#lib/inventory/stock.ts'
import type { ChangeContext, OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { unlistedAmount, unlistedKind } from '#lib/payment/refund/charged-back.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { hasPayment } from './change-to-review.ts'
import { type MoneyRecord, returnedEvents, reviewEvents } from './money-events.ts'
import type { Payment } from './payment.ts'
import { inKnownOrder, withRecord } from './record-money.ts'
import { REVIEW_ENDS, type ReviewEnd } from './review-end.ts'
import {
  countedCapture,
  type ReviewCapture,
  isMoneyReturned,
  isKept,
  isMoneyMoving,
  isMoneyUnseen,
  type ReviewEvidence,
} from './review-evidence.ts'

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
  | 'too-few-units'
  | 'refund-under-way'
  | 'money-unseen'

// Books and invoice are of the order's total, so nothing else pays it.
function paidProblem(
  { totalAmount }: Order,
  kept: readonly ReviewCapture[],
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
  if (isMoneyReturned({ captures })) return end === 'refunded' ? undefined : 'given-back'
  if (!booked) return 'books-behind'
  if (booked.left > 0) return 'booked'
  if (end === 'refunded') return booked.payments > 0 ? undefined : 'no-refund'
  return booked.payments > 0 ? 'given-back' : undefined
}

/**
 * The ends of a review that the shop would accept for what the provider shows, the likeliest first, or none if the money
 * has to go back before. One that only the provider's books can refuse is among them.
 */
export function acceptedEnds(
  order: Order,
  captures: readonly ReviewCapture[],
): readonly ReviewEnd[] {
  const accepted = REVIEW_ENDS.filter((end) => {
    const problem = contradiction(order, { end, captures })
    return problem === undefined || problem === 'books-behind'
  })
  // Without any money it most likely never came.
  const isUnlikely = (end: ReviewEnd) => end === 'refunded' && captures.length === 0
  return accepted.toSorted((a, b) => Number(isUnlikely(a)) - Number(isUnlikely(b)))
}

// Returns the money given back once the review ends this way.
function providerMoney(
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
  captures: readonly ReviewCapture[],
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
  }: ReviewEvidence & { readonly end: ReviewEnd; readonly stock: CurrentStock },
  deed: ChangeContext,
): Result<OrderChange, ReviewRefusal> {
  if (!hasPayment(order) || !order.payment.review) return fail('not-in-review')
  if (!deed.reason?.trim()) return fail('no-reason')
  if (isMoneyMoving(order.payment, evidence)) return fail('refund-under-way')
  if (isMoneyUnseen(order.payment, evidence)) return fail('money-unseen')
  const wrong = contradiction(order, { end, ...evidence })
  if (wrong) return fail(wrong)
  // An order that gave its units back takes them again by the rule of every order, unless the owner says why not.
  const missing = end === 'paid' ? missingForOrder(order, stock) : []
  if (missing.length > 0 && !stock.oversellReason?.trim()) {
    return { ...fail('too-few-units'), detail: missingText(missing) }
  }
  const context = withOversell(deed, missing, stock)
  const shown = providerMoney(order, { end, ...evidence })
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
