import 'server-only'

import { ordersInReview } from '../adapters/firestore/owner-orders.ts'
import { findPaypalOrder } from '../adapters/paypal/orders.ts'
import type { Handling } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import type { PaypalCapture } from '../payment/paypal-order.ts'
import { type ReviewEnd, reviewed, type ReviewRefusal } from '../payment/review.ts'
import { refused, type Result } from '../result.ts'
import { applyChange } from './apply-change.ts'
import { findNumberedOrder } from './find-numbered-order.ts'

/** An order under review, and every capture that PayPal holds for it now. */
export type Review = { readonly order: Order; readonly captures: readonly PaypalCapture[] }

async function capturesOf({ payment }: Order): Promise<readonly PaypalCapture[]> {
  const ids = payment?.paypalOrderIds ?? []
  const atPaypal = await Promise.all(ids.map(findPaypalOrder))
  return atPaypal.flatMap((one) => one?.captures ?? [])
}

/** What awaits the owner's decision, the oldest first, with what PayPal says of it now. Throws PaypalProblem and DatabaseUnavailable. */
export async function findReviews(): Promise<readonly Review[]> {
  const orders = [...(await ordersInReview())]
  orders.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  const reviews: Review[] = []
  for (const order of orders) reviews.push({ order, captures: await capturesOf(order) })
  return reviews
}

/** Ends a review as its owner decided, when what PayPal holds at this moment bears it out. Throws PaypalProblem and DatabaseUnavailable. */
export async function resolveReview(
  number: string,
  end: ReviewEnd,
  handling: Handling,
): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const order = await findNumberedOrder(number)
  if (!order) return refused('unknown-order')
  const captures = await capturesOf(order)
  return applyChange(number, (stored) => reviewed(stored, { end, captures }, handling))
}
