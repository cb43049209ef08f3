import 'server-only'

import { ordersInReview } from '../adapters/firestore/owner-orders.ts'
import { findPaypalOrder } from '../adapters/paypal/orders.ts'
import { paypalTransactions } from '../adapters/paypal/transactions.ts'
import type { Handling } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import type { PaypalCapture } from '../payment/paypal-order.ts'
import {
  type Booked,
  type Evidence,
  needsBooks,
  type ReviewEnd,
  reviewed,
  type ReviewRefusal,
} from '../payment/review.ts'
import { refused, type Result } from '../result.ts'
import { applyChange } from './apply-change.ts'
import { findNumberedOrder } from './find-numbered-order.ts'
import { isGivenBack, isSale, type PaypalTransaction } from './reconciliation.ts'

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

/** How far PayPal's books may be behind what happened (PayPal, Transaction search), and the most that one question of them spans. */
const BOOKS_BEHIND = 3 * 60 * 60 * 1000
const BOOKS_SPAN = 30 * 24 * 60 * 60 * 1000

// Everything that was booked under the order's number since it was placed; nothing while the books may not have it yet.
async function booksOf(order: Order, now: Date): Promise<Booked | undefined> {
  const { orderId, payment, createdAt } = order
  const until = now.getTime()
  if (!payment || until - Date.parse(payment.changedAt) < BOOKS_BEHIND) return undefined
  const booked = new Map<string, PaypalTransaction>()
  for (let from = Date.parse(createdAt); from < until; from += BOOKS_SPAN) {
    const end = new Date(Math.min(from + BOOKS_SPAN, until)).toISOString()
    for (const one of await paypalTransactions(new Date(from).toISOString(), end)) {
      if (one.invoiceId === orderId) booked.set(one.id, one)
    }
  }
  const ours = [...booked.values()]
  const moved = ours.filter((one) => isSale(one) || isGivenBack(one))
  const left = moved.reduce((sum, { amount }) => sum + amount, 0)
  return { payments: ours.filter(isSale).length, left }
}

/** Ends a review as its owner decided, when what PayPal holds at this moment bears it out. Throws PaypalProblem and DatabaseUnavailable. */
export async function resolveReview(
  number: string,
  end: ReviewEnd,
  handling: Handling,
): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const order = await findNumberedOrder(number)
  if (!order) return refused('unknown-order')
  const evidence: Evidence = { captures: await capturesOf(order) }
  const booked = needsBooks(end, evidence) ? await booksOf(order, handling.now) : undefined
  return applyChange(number, (stored) => reviewed(stored, { end, ...evidence, booked }, handling))
}
