import 'server-only'

import { paypalTransactions } from '#lib/adapters/paypal/transactions.ts'
import { isMoney, isSale, orderOf } from '#lib/ledger/disagreements.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { closeReview, endRefundedReview } from '#lib/payment/close-review.ts'
import { sendsRefunds } from '#lib/payment/providers.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { capturesOf, finishRefunds, sendNewRefund } from '#lib/payment/refund/send-refund.ts'
import type { ReviewEnd } from '#lib/payment/review-end.ts'
import {
  type HeldCapture,
  heldMoney,
  leftOf,
  needsLedger,
  type ProviderBooks,
  requestsOf,
  reserveReviewRefund,
  type ReviewRefusal,
} from '#lib/payment/review.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import { ordersDisputed, ordersInReview } from './owner-order-store.ts'
import type { RefundFailure } from './refund-failure.ts'
import { providerRefundFailure } from './refund-order.ts'

export type RefundReviewFailure = ReviewRefusal | RefundFailure

/** A refund under review, in whole TWD; the review has ended only when it is `done`. */
export type RefundedReview = {
  readonly amount: number
  readonly state: Exclude<RefundRequest['state'], 'refused'>
  /** When it is sent, where its provider takes none now (ISO 8601). */
  readonly notBefore?: string | undefined
}

/**
 * Refunds one capture of an order under review, or all, once per `key`, and ends the review by what the provider then
 * holds. What the provider has not settled, the sweep finishes. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function refundReview({
  orderId,
  capture,
  reason,
  key,
  left,
  context,
}: {
  readonly orderId: string
  readonly capture: string
  readonly reason: string
  readonly key: string
  readonly left?: number | undefined
  readonly context: OwnerContext
}): Promise<Result<RefundedReview, RefundReviewFailure>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const known = await finishRefunds(order, 'provider')
  const captures = await capturesOf(known)
  const evidence = { captures, requests: known.payment?.refundRequests }
  const change = changeContext(context, reason)
  const reserved = await applyDecision(orderId, (stored) =>
    reserveReviewRefund(stored, { capture, key, left, sends: sendsRefunds, ...evidence }, change),
  )
  if (!reserved.ok) {
    if (reserved.code !== 'changed-meanwhile') return reserved
    const detail = `現在還有 ${formatPrice(leftOf(heldMoney(captures)))} 沒有退回。`
    return { ...reserved, detail }
  }
  const numbers = requestsOf(reserved.data, key).map(({ number }) => number)
  // One after the other: each is settled, or left to the sweep.
  let sent = reserved.data
  for (const number of numbers) sent = await sendNewRefund(sent, number, 'owner')
  const requests = sent.payment?.refundRequests?.filter(({ number }) => numbers.includes(number))
  const refused = requests?.find(({ state }) => state === 'refused')
  if (refused) return fail(providerRefundFailure(refused.issue))
  const amount = requests?.reduce((sum, one) => sum + one.amount, 0) ?? 0
  const open = requests?.find(({ state }) => state !== 'done')
  if (open && open.state !== 'done' && open.state !== 'refused')
    return ok({ amount, state: open.state, ...defined({ notBefore: open.notBefore }) })
  const ended = await endRefundedReview(sent, change)
  return ended.ok || ended.code === 'not-in-review' ? ok({ amount, state: 'done' }) : ended
}

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
