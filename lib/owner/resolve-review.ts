import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { ordersDisputed, ordersInReview } from '../adapters/firestore/owner-orders.ts'
import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import type { ReviewEnd } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { capturesOf, closeReview } from '../order/payment/refund-payment.ts'
import {
  type HeldCapture,
  needsLedger,
  type ProviderBooks,
  type ReviewRefusal,
} from '../order/payment/review.ts'
import { fail, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import { isMoney, isSale, orderOf } from './reconciliation.ts'

/** An order under review or in dispute, and every capture that the provider holds for it now. */
export type Review = { readonly order: Order; readonly captures: readonly HeldCapture[] }

/**
 * Returns reviews and open disputes, oldest first, with the provider's state. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function findReviews(): Promise<readonly Review[]> {
  const [inReview, disputed] = await Promise.all([ordersInReview(), ordersDisputed()])
  const orders = [...new Map([...inReview, ...disputed].map((one) => [one.id, one])).values()]
  orders.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  const reviews: Review[] = []
  for (const order of orders) reviews.push({ order, captures: await capturesOf(order) })
  return reviews
}

/** Maximum delay of PayPal's transaction search, in milliseconds. */
const BOOKS_BEHIND = 3 * 60 * 60 * 1000

// Everything that was booked for the order since it was placed; nothing while the books may not have it yet.
async function booksOf(order: Order, now: Date): Promise<ProviderBooks | undefined> {
  const { payment, createdAt } = order
  if (!payment || now.getTime() - Date.parse(payment.changedAt) < BOOKS_BEHIND) return undefined
  const booked = await paypalTransactions(createdAt, now.toISOString())
  const ours = booked.filter((one) => isMoney(one) && orderOf(one, [order]))
  const sum = ours.reduce((total, { amount }) => total + amount, 0)
  // An amount that can't be read counts as money that is there.
  const left = Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum
  return { payments: ours.filter(isSale).length, left }
}

/**
 * Ends a review if the provider's state agrees. `belowZero` allows overselling. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function resolveReview({
  orderId,
  end,
  reason,
  belowZero,
  context,
}: {
  readonly orderId: string
  readonly end: ReviewEnd
  readonly reason: string
  readonly belowZero?: string | undefined
  readonly context: OwnerContext
}): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const captures = await capturesOf(order)
  const booked = needsLedger(end, { captures }) ? await booksOf(order, context.at) : undefined
  const requests = order.payment?.refundRequests
  return closeReview(
    order,
    { end, captures, requests, booked, belowZero },
    changeContext(context, reason),
  )
}
