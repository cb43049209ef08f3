import 'server-only'

import { isUsuallyRestocked } from '#lib/inventory/restock.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { paidAttempt } from '#lib/payment/payment-status.ts'
import { sendsRefunds } from '#lib/payment/read-payment.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { requestOf, reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { finishRefunds, sendNewRefund } from '#lib/payment/refund/send-refund.ts'
import { settlePayment } from '#lib/payment/settle-payment.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import type { RefundFailure } from './refund-failure.ts'
import { refundedSince } from './refunded-since.ts'

/** The order after a refund, and the refund: `done`, `pending` at the provider, or `sending` while its outcome is not known. */
export type RefundResult = { readonly order: Order; readonly refund: RefundRequest }

// The providers' issues of a refused refund: PayPal's Payments API v2, LINE Pay's result codes.
const ISSUES: Readonly<Record<string, RefundFailure>> = {
  CAPTURE_FULLY_REFUNDED: 'nothing-left',
  REFUND_AMOUNT_EXCEEDED: 'too-much',
  PARTIAL_REFUND_NOT_ALLOWED: 'only-all',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'too-many-refunds',
  REFUND_TIME_LIMIT_EXCEEDED: 'too-long-ago',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'no-funds',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'charged-back',
  TRANSACTION_DISPUTED: 'disputed',
  PENDING_CAPTURE: 'not-paid',
  REFUND_AMOUNT_TOO_LOW: 'too-little',
  LINE_PAY_1115: 'only-all',
  LINE_PAY_1150: 'not-paid',
  LINE_PAY_1163: 'too-long-ago',
  LINE_PAY_1164: 'too-much',
  LINE_PAY_1165: 'nothing-left',
  ECPAY_OPERATION_CANCELED: 'only-all',
  ECPAY_UNAUTHORIZED: 'not-paid',
  ECPAY_error_overDate: 'too-long-ago',
}

/** Why a provider refused a refund with this issue. */
export function providerRefundFailure(issue: string | undefined) {
  return ISSUES[issue ?? ''] ?? 'refund-refused'
}

/**
 * Refunds an amount or the rest, once per `key`. `left` guards against concurrent refunds. Throws
 * ProviderProblem, DatabaseUnavailable.
 */
export async function refundOrder({
  orderId,
  amount,
  reason,
  key,
  left,
  restock = false,
  returnNumber,
  line,
  removed,
  context,
}: {
  readonly orderId: string
  readonly amount: number | 'rest'
  readonly reason: string
  readonly key: string
  readonly left?: number | undefined
  /** `usual`: as the form of this order has it at first. */
  readonly restock?: boolean | 'usual' | undefined
  readonly returnNumber?: number | undefined
  readonly line?: number | undefined
  readonly removed?: number | undefined
  readonly context: OwnerContext
}): Promise<Result<RefundResult, RefundFailure>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  // Refunds that were made or asked for meanwhile are recorded before a new one.
  const finished = await finishRefunds(order, 'provider')
  const reference = paidAttempt(finished)?.reference
  if (reference !== undefined && finished === order) {
    await settlePayment(order, reference, 'provider')
  }
  const wanted = { amount, key, left, returnNumber, line, removed, sends: sendsRefunds }
  const reserved = await applyDecision(orderId, (stored) => {
    const answer = restock === 'usual' ? isUsuallyRestocked(stored) : restock
    return reserveRefund(stored, { ...wanted, restock: answer }, changeContext(context, reason))
  })
  if (!reserved.ok) {
    if (reserved.code !== 'changed-meanwhile' || left === undefined) return reserved
    // The refusal names who was faster and what they did.
    const now = await readOrder(orderId)
    return now ? { ...reserved, detail: refundedSince(now, left) } : reserved
  }
  const request = requestOf(reserved.data.payment, key)
  if (!request) return fail('refund-refused')
  const after = await sendNewRefund(reserved.data, request.number, 'owner')
  const refund = after.payment?.refundRequests?.find(({ number }) => number === request.number)
  return refund && refund.state !== 'refused'
    ? ok({ order: after, refund })
    : fail(providerRefundFailure(refund?.issue))
}
