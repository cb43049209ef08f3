import { type Handling, ownerEvent } from '../order/fulfilment.ts'
import type { Order, OrderChange } from '../order/order.ts'
import { done, refused, type Result } from '../result.ts'
import { canMovePayment, changeTo } from './payment-change.ts'
import type { PaypalCapture } from './paypal-order.ts'

/** How a payment under review can end: its money is kept, was all given back, or never came, so that the order may be paid anew. */
export const REVIEW_ENDS = ['paid', 'refunded', 'expired'] as const

/** One of the ends of a review. */
export type ReviewEnd = (typeof REVIEW_ENDS)[number]

/** Why a review can't end so: nothing is under review, no reason is given, or what PayPal holds says otherwise. */
export type ReviewRefusal =
  | 'not-in-review'
  | 'no-reason'
  | 'pending-money'
  | 'not-one-capture'
  | 'money-left'
  | 'no-refund'
  | 'given-back'
  | 'booked'
  | 'books-behind'

/** What PayPal's books have under an order's number, wherever it was paid: the payments, and what is left of their money, in whole TWD. */
export type Booked = { readonly payments: number; readonly left: number }

/** What PayPal holds for an order at this moment: every capture of its PayPal orders, and its books, or nothing where those were not asked or may be behind the review. */
export type Evidence = {
  readonly captures: readonly PaypalCapture[]
  readonly booked?: Booked | undefined
}

const KEPT = new Set(['COMPLETED', 'PARTIALLY_REFUNDED'])
const GIVEN_BACK = new Set(['REFUNDED', 'REVERSED'])

function isGivenBack({ captures }: Evidence): boolean {
  return captures.some(({ status }) => GIVEN_BACK.has(status))
}

/** Whether captures alone do not tell if a review may end so, because only PayPal's books know what was paid elsewhere under the order's number. */
export function needsBooks(end: ReviewEnd, evidence: Evidence): boolean {
  return end !== 'paid' && !isGivenBack(evidence)
}

function contradiction(end: ReviewEnd, evidence: Evidence): ReviewRefusal | undefined {
  const { captures, booked } = evidence
  if (captures.some(({ status }) => status === 'PENDING')) return 'pending-money'
  const kept = captures.filter(({ status }) => KEPT.has(status))
  if (end === 'paid') return kept.length === 1 ? undefined : 'not-one-capture'
  if (kept.length > 0) return 'money-left'
  if (isGivenBack(evidence)) return end === 'refunded' ? undefined : 'given-back'
  if (!booked) return 'books-behind'
  if (booked.left > 0) return 'booked'
  if (end === 'refunded') return booked.payments > 0 ? undefined : 'no-refund'
  return booked.payments > 0 ? 'given-back' : undefined
}

function withEnd(order: Order, change: OrderChange, kept: PaypalCapture | undefined): OrderChange {
  if (!kept || order.status !== '待付款') return change
  return { ...change, status: '已付款', paidAt: change.event.at, paymentDetails: { ...kept } }
}

/** The change that ends a review as its owner decided, if what PayPal holds for this order bears it out: paid needs exactly one capture that keeps money; refunded none, and one that was given back; expired none at all, and none in the books (decisions, Orders and money). */
export function reviewed(
  order: Order,
  { end, ...evidence }: Evidence & { readonly end: ReviewEnd },
  handling: Handling,
): Result<OrderChange, ReviewRefusal> {
  const { payment } = order
  if (payment?.state !== 'review' || !canMovePayment('review', end)) return refused('not-in-review')
  if (!handling.reason?.trim()) return refused('no-reason')
  const wrong = contradiction(end, evidence)
  if (wrong) return refused(wrong)
  const kept = evidence.captures.find(({ status }) => KEPT.has(status))
  const step = { state: end, reason: 'reviewed', ...(kept ? { captureId: kept.id } : {}) }
  const change = changeTo(payment, step, { now: handling.now, by: 'owner' })
  const event = ownerEvent(`review-${end}`, handling, step.reason)
  return done(withEnd(order, { ...change, event }, kept))
}
