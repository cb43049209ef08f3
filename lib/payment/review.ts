import { type Handling, ownerEvent } from '../order/fulfilment.ts'
import type { Order, OrderChange } from '../order/order.ts'
import { done, refused, type Result } from '../result.ts'
import { canMovePayment, changeTo } from './payment-change.ts'
import type { PaypalCapture } from './paypal-order.ts'

/** How a payment under review can end: its money is kept, or was all given back; money that came never expires. */
export const REVIEW_ENDS = ['paid', 'refunded'] as const

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

const KEPT = new Set(['COMPLETED', 'PARTIALLY_REFUNDED'])
const GIVEN_BACK = new Set(['REFUNDED', 'REVERSED'])

function evidence(end: ReviewEnd, captures: readonly PaypalCapture[]): ReviewRefusal | undefined {
  if (captures.some(({ status }) => status === 'PENDING')) return 'pending-money'
  const kept = captures.filter(({ status }) => KEPT.has(status))
  if (end === 'paid') return kept.length === 1 ? undefined : 'not-one-capture'
  if (kept.length > 0) return 'money-left'
  return captures.some(({ status }) => GIVEN_BACK.has(status)) ? undefined : 'no-refund'
}

function withEnd(order: Order, change: OrderChange, kept: PaypalCapture | undefined): OrderChange {
  if (!kept || order.status !== '待付款') return change
  return { ...change, status: '已付款', paidAt: change.event.at, paymentDetails: { ...kept } }
}

/** The change that ends a review as its owner decided, if the captures that PayPal holds for this order bear it out: paid needs exactly one that keeps money, refunded none and one that was given back (decisions, Orders and money). */
export function reviewed(
  order: Order,
  { end, captures }: { readonly end: ReviewEnd; readonly captures: readonly PaypalCapture[] },
  handling: Handling,
): Result<OrderChange, ReviewRefusal> {
  const { payment } = order
  if (payment?.state !== 'review' || !canMovePayment('review', end)) return refused('not-in-review')
  if (!handling.reason?.trim()) return refused('no-reason')
  const wrong = evidence(end, captures)
  if (wrong) return refused(wrong)
  const kept = captures.find(({ status }) => KEPT.has(status))
  const step = { state: end, ...(kept ? { captureId: kept.id } : {}) }
  const change = changeTo(payment, step, { now: handling.now, by: 'owner' })
  const event = ownerEvent(`review-${end}`, handling)
  return done(withEnd(order, { ...change, event }, kept))
}
