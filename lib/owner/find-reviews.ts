import 'server-only'

import { capturesOf } from '#lib/payment/refund/send-refund.ts'
import { ordersDisputed, ordersInReview } from './owner-order-store.ts'
import type { Review } from './resolve-review.ts'

/**
 * Returns reviews and open disputes, oldest first, with the provider's state. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function findReviews(): Promise<readonly Review[]> {
  const [inReview, disputed] = await Promise.all([ordersInReview(), ordersDisputed()])
  const orders = [...new Map([...inReview, ...disputed].map((order) => [order.id, order])).values()]
  orders.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  const reviews: Review[] = []
  for (const order of orders) reviews.push({ order, captures: await capturesOf(order) })
  return reviews
}
