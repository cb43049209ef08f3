import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { execute } from '../order/execute.ts'
import type { Order } from '../order/order.ts'
import { settlePayment } from '../order/payment/take-payment.ts'
import { type RefundRuleFailure, requestOf, reserveRefund } from '../order/payment/refund.ts'
import { finishRefunds, paidAttempt, sendNewRefund } from '../order/payment/refund-payment.ts'
import type { RefundRequest } from '../order/payment/payment.ts'
import { fail, type Failure, ok, type Result } from '../result.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import { refundedSince } from './refunded-since.ts'

/** Why the provider refused a refund. */
export type ProviderRefundFailure =
  | 'only-all'
  | 'too-many-refunds'
  | 'too-long-ago'
  | 'no-funds'
  | 'charged-back'
  | 'too-little'
  | 'refund-refused'

/** Why a refund failed. */
export type RefundFailure = RefundRuleFailure | ProviderRefundFailure | 'unknown-order'

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
}

/** Why a provider refused a refund with this issue. */
export function providerRefundFailure(issue: string | undefined) {
  return ISSUES[issue ?? ''] ?? 'refund-refused'
}

// Refunds that were made or asked for meanwhile are recorded before a new one.
async function upToDate(order: Order): Promise<Order> {
  const finished = await finishRefunds(order, 'provider')
  const reference = paidAttempt(finished)?.reference
  if (reference === undefined || finished !== order) return finished
  return settlePayment(finished, reference, 'provider')
}

// The refusal names who was faster and what they did.
async function explain(
  refusal: Failure<RefundFailure>,
  { orderId, left }: { readonly orderId: string; readonly left: number | undefined },
): Promise<Failure<RefundFailure>> {
  if (refusal.code !== 'changed-meanwhile' || left === undefined) return refusal
  const order = await readOrder(orderId)
  return order ? { ...refusal, detail: refundedSince(order, left) } : refusal
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
  context,
}: {
  readonly orderId: string
  readonly amount: number | 'rest'
  readonly reason: string
  readonly key: string
  readonly left?: number | undefined
  readonly restock?: boolean | undefined
  readonly returnNumber?: number | undefined
  readonly context: OwnerContext
}): Promise<Result<RefundResult, RefundFailure>> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  await upToDate(order)
  const input = { amount, key, left, restock, returnNumber }
  const reserved = await execute(orderId, (stored) =>
    reserveRefund(stored, input, changeContext(context, reason)),
  )
  if (!reserved.ok) return explain(reserved, { orderId, left })
  const request = requestOf(reserved.data.payment, key)
  if (!request) return fail('refund-refused')
  const after = await sendNewRefund(reserved.data, request.number, 'owner')
  const refund = after.payment?.refundRequests?.find(({ number }) => number === request.number)
  if (!refund) return fail('refund-refused')
  if (refund.state === 'refused') return fail(providerRefundFailure(refund.issue))
  return ok({ order: after, refund })
}
