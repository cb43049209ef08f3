import 'server-only'

import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { countsUnits } from '#lib/order/reservation.ts'
import { capturesOf } from '#lib/payment/refund/send-refund.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import type { Result } from '#lib/result.ts'
import { endReview, type ReviewRefusal } from './end-review.ts'
import type { ReviewEnd } from './review-end.ts'
import { capturedMoney, type ReviewEvidence } from './review-evidence.ts'

/**
 * Ends a review as the evidence allows, in one transaction. `oversellReason` allows overselling. Throws DatabaseUnavailable.
 */
export async function closeReview(
  { id }: Pick<Order, 'id'>,
  how: ReviewEvidence & { readonly end: ReviewEnd; readonly oversellReason?: string | undefined },
  context: ChangeContext,
): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const { oversellReason, ...evidence } = how
  const offers = await findPlannedProducts()
  const decide = (stored: Order, taken: ReservedStockByProduct) =>
    endReview(stored, { ...evidence, stock: { taken, offers, oversellReason } }, context)
  return applyDecision(id, decide, (stored) => !countsUnits(stored))
}

/**
 * Ends a review whose refunds are done, by what the provider then holds: refunded, or paid by the capture that is kept.
 * Throws ProviderProblem, DatabaseUnavailable.
 */
export async function endRefundedReview(
  order: Order,
  context: ChangeContext,
): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const captures = await capturesOf(order)
  const end = capturedMoney(captures).length === 0 ? 'refunded' : 'paid'
  return closeReview(order, { end, captures, requests: order.payment?.refundRequests }, context)
}
