import 'server-only'

import { capturedAt } from '#lib/ledger/entries.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { endRefundedReview } from '#lib/payment/close-review.ts'
import { manualRefundTime } from '#lib/payment/refund/manual-refund.ts'
import {
  recordRefundByHand,
  withdrawPendingRefund,
} from '#lib/payment/refund/record-refund-by-hand.ts'
import { isReviewRefunded } from '#lib/payment/refund/refund-record.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { daySpan, isDay } from './month.ts'
import type { ManualRefundFailure } from './refund-failure.ts'

/**
 * Notes that the owner made a refund by hand on a Taipei day (YYYY-MM-DD), with its reference at the bank or console;
 * ends the review that it was the last refund of. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function completeManualRefund({
  orderId,
  number,
  day,
  reference,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly day: string
  readonly reference: string
  readonly context: OwnerContext
}): Promise<Result<Order, ManualRefundFailure>> {
  if (!isDay(day)) return fail('not-a-day')
  if (daySpan(day).from > context.at.toISOString()) return fail('day-to-come')
  const change = changeContext(context)
  const noted = await applyDecision(orderId, (stored): Result<OrderChange, ManualRefundFailure> => {
    // It is booked on its day: a slip of the year would change books that are closed.
    const paidAt = capturedAt(stored) ?? stored.createdAt
    if (day < taipeiDay(new Date(paidAt))) return fail('day-before-payment')
    const at = manualRefundTime(day, paidAt, context.at)
    const made = recordRefundByHand(stored, { number, made: { at, reference } }, change)
    return made ? ok(made) : fail('no-such-refund')
  })
  if (!noted.ok || !isReviewRefunded(noted.data.payment)) return noted
  const reason = noted.data.payment?.refundRequests?.at(-1)?.reason
  const ended = await endRefundedReview(noted.data, changeContext(context, reason))
  // A review that can't end so stays with the owner.
  return ended.ok ? ended : noted
}

/** Takes back a refund by hand that is owed and was not made. Throws DatabaseUnavailable. */
export async function withdrawManualRefund({
  orderId,
  number,
  reason,
  context,
}: {
  readonly orderId: string
  readonly number: number
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, ManualRefundFailure>> {
  if (reason.trim() === '') return fail('no-reason')
  return applyDecision(orderId, (stored): Result<OrderChange, ManualRefundFailure> => {
    const withdrawn = withdrawPendingRefund(stored, number, changeContext(context, reason))
    return withdrawn ? ok(withdrawn) : fail('no-such-refund')
  })
}
