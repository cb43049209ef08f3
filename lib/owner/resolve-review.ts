import 'server-only'

import { paypalTransactions } from '#lib/adapters/paypal/transactions.ts'
import { isMoney, isSale, orderOf } from '#lib/ledger/disagreements.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { closeReview } from '#lib/payment/close-review.ts'
import type { ReviewRefusal } from '#lib/payment/end-review.ts'
import { capturesOf } from '#lib/payment/refund/send-refund.ts'
import type { ReviewEnd } from '#lib/payment/review-end.ts'
import {
  type ReviewCapture,
  needsLedger,
  type ProviderBooks,
} from '#lib/payment/review-evidence.ts'
import { fail, type Result } from '#lib/result.ts'

/** An order under review or in dispute, and every capture that the provider holds for it now. */
export type Review = { readonly order: Order; readonly captures: readonly ReviewCapture[] }

/** Maximum delay of PayPal's transaction search, in milliseconds. */
const BOOKS_BEHIND = 3 * 60 * 60 * 1000

// Everything that was booked for the order since it was placed; nothing while the books may not have it yet.
async function booksOf(order: Order, now: Date): Promise<ProviderBooks | undefined> {
  const { payment, createdAt } = order
  if (!payment || now.getTime() - Date.parse(payment.changedAt) < BOOKS_BEHIND) return undefined
  const booked = await paypalTransactions(createdAt, now.toISOString())
  const ours = booked.filter(
    (paypalTransaction) => isMoney(paypalTransaction) && orderOf(paypalTransaction, [order]),
  )
  const sum = ours.reduce((total, { amount }) => total + amount, 0)
  // An amount that can't be read counts as money that is there.
  const left = Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum
  return { payments: ours.filter(isSale).length, left }
}

/**
 * Ends a review if the provider's state agrees. `oversellReason` allows overselling. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function resolveReview({
  orderId,
  end,
  reason,
  oversellReason,
  context,
}: {
  readonly orderId: string
  readonly end: ReviewEnd
  readonly reason: string
  readonly oversellReason?: string | undefined
  readonly context: OwnerContext
}): Promise<Result<Order, ReviewRefusal | 'unknown-order'>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const captures = await capturesOf(order)
  const booked = needsLedger(end, { captures }) ? await booksOf(order, context.at) : undefined
  const requests = order.payment?.refundRequests
  return closeReview(
    order,
    { end, captures, requests, booked, oversellReason },
    changeContext(context, reason),
  )
}
