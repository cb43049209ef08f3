import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import { endRefundedReview } from '#lib/payment/close-review.ts'
import type { ReviewRefusal } from '#lib/payment/end-review.ts'
import { sendsRefunds } from '#lib/payment/read-payment.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { leftOf, requestsOf, reserveReviewRefund } from '#lib/payment/refund/review-refund.ts'
import { capturesOf, finishRefunds, sendNewRefund } from '#lib/payment/refund/send-refund.ts'
import { capturedMoney } from '#lib/payment/review-evidence.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
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
    const detail = `現在還有 ${formatPrice(leftOf(capturedMoney(captures)))} 未退回。`
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
