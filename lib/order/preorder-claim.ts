import { moneyProblem } from '#lib/payment/money-problem.ts'
import type { Order } from './order.ts'

/**
 * How an order stands to the pre-ordered units that it waits for: `unpaid`; `paid` for good, so that they ship when they
 * are here; `pending` where it is paid, and a dispute, a review, a cancellation or a refund of all is under way. A pending
 * order may still be sent: its units are made and named, until its money has gone back.
 */
export type PreorderClaim = 'unpaid' | 'paid' | 'pending'

type ClaimFields = Pick<
  Order,
  'status' | 'payment' | 'totalAmount' | 'manualSale' | 'cancelRequest'
>

/** The claim of an order to the units that it waits for, or undefined if it was sent, has ended, or all its money went back. */
export function preorderClaim(order: ClaimFields): PreorderClaim | undefined {
  const { status, payment, totalAmount } = order
  if (status === '待付款') return payment?.review === undefined ? 'unpaid' : 'pending'
  if (status !== '已付款') return undefined
  const problem = moneyProblem(order)
  if (problem === undefined) return 'paid'
  const isBack = payment?.state === 'refunded' || (payment?.refundedAmount ?? 0) >= totalAmount
  return problem === 'fully-refunded' || isBack ? undefined : 'pending'
}
