import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { execute } from '../order/execute.ts'
import type { Order } from '../order/order.ts'
import {
  capturesOf,
  endRefundedReview,
  finishRefunds,
  sendNewRefund,
} from '../order/payment/refund-payment.ts'
import type { RefundRequest } from '../order/payment/payment.ts'
import {
  type HeldCapture,
  heldMoney,
  type ReviewRefusal,
  leftOf,
  requestsOf,
  reserveReviewRefund,
  type ReviewRefundFailure,
} from '../order/payment/review.ts'
import { formatPrice } from '../price/price.ts'
import { fail, type Failure, ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import { providerRefundFailure, type RefundFailure } from './refund-order.ts'

/** Why a refund under review failed. */
export type RefundReviewFailure = ReviewRefusal | RefundFailure

/** A refund under review, in whole TWD; the review has ended only when it is `done`. */
export type RefundedReview = {
  readonly amount: number
  readonly state: Exclude<RefundRequest['state'], 'refused'>
}

function explain(
  refusal: Failure<ReviewRefundFailure | 'unknown-order'>,
  captures: readonly HeldCapture[],
): Failure<RefundReviewFailure> {
  if (refusal.code !== 'changed-meanwhile') return refusal
  return { ...refusal, detail: `現在還有 ${formatPrice(leftOf(heldMoney(captures)))} 沒有退回。` }
}

// One after the other: each is settled, or left to the sweep.
async function sendAll(order: Order, numbers: readonly number[]): Promise<Order> {
  let current = order
  for (const number of numbers) current = await sendNewRefund(current, number, 'owner')
  return current
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
  const reserved = await execute(orderId, (stored) =>
    reserveReviewRefund(stored, { capture, key, left, ...evidence }, change),
  )
  if (!reserved.ok) return explain(reserved, captures)
  const numbers = requestsOf(reserved.data, key).map(({ number }) => number)
  const sent = await sendAll(reserved.data, numbers)
  const requests = sent.payment?.refundRequests?.filter(({ number }) => numbers.includes(number))
  const refused = requests?.find(({ state }) => state === 'refused')
  if (refused) return fail(providerRefundFailure(refused.issue))
  const amount = requests?.reduce((sum, one) => sum + one.amount, 0) ?? 0
  const open = requests?.find(({ state }) => state !== 'done')
  if (open) return ok({ amount, state: open.state === 'pending' ? 'pending' : 'sending' })
  if (!sent.payment?.review) return ok({ amount, state: 'done' })
  const ended = await endRefundedReview(sent, change)
  return ended.ok || ended.code === 'not-in-review' ? ok({ amount, state: 'done' }) : ended
}
