import 'server-only'

import type { ReviewEnd } from '../event-causes.ts'
import type { ChangeContext } from '../events.ts'
import { execute } from '../execute.ts'
import { countsPieces } from '../hold.ts'
import type { Order } from '../order.ts'
import type { TakenPieces } from '../stock.ts'
import { findPlannedProducts } from '../../product/find-products.ts'
import type { Result } from '../../result.ts'
import { findProvider } from './ask-provider.ts'
import {
  endReview,
  type HeldCapture,
  heldCapture,
  heldMoney,
  type ReviewEvidence,
  type ReviewRefusal,
} from './review.ts'

/** Every capture that the provider holds for an order now. Throws ProviderProblem. */
export async function capturesOf(order: Order): Promise<readonly HeldCapture[]> {
  const { payment } = order
  const known = payment?.attempts.filter(({ reference }) => reference !== undefined) ?? []
  const held = await Promise.all(
    known.map(async ({ provider, reference = '' }) => {
      const seen = await findProvider(provider).find(reference)
      return (seen?.captures ?? []).map((capture) =>
        heldCapture(order, { ...capture, reference }, seen?.refunds ?? []),
      )
    }),
  )
  return held.flat()
}

/**
 * Ends a review as the evidence allows, in one transaction. `belowZero` allows overselling. Throws DatabaseUnavailable.
 */
export async function closeReview(
  { id }: Pick<Order, 'id'>,
  how: ReviewEvidence & { readonly end: ReviewEnd; readonly belowZero?: string | undefined },
  context: ChangeContext,
): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const { belowZero, ...evidence } = how
  const offers = await findPlannedProducts()
  const decide = (stored: Order, taken: TakenPieces) =>
    endReview(stored, { ...evidence, stock: { taken, offers, belowZero } }, context)
  return execute(id, decide, (stored) => !countsPieces(stored))
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
  const end = heldMoney(captures).length === 0 ? 'refunded' : 'paid'
  return closeReview(order, { end, captures, requests: order.payment?.refundRequests }, context)
}
