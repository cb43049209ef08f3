import { isCancellationRequested } from '#lib/order/cancel-right-view.ts'
import { isManualSaleRefunded } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import { amountUnderWay } from '#lib/payment/refund/refund-record.ts'
import { disputeProblem } from './dispute.ts'

/**
 * Why an order must not be shipped: not paid for certain, all of it refunded or about to be, a
 * dispute open or lost, or its buyer asked to cancel.
 */
export type MoneyProblem =
  | 'not-paid'
  | 'fully-refunded'
  | 'refunding-all'
  | 'disputed'
  | 'dispute-lost'
  | 'cancellation-requested'

/** Why an order must not be shipped, if so. 已付款 alone is not enough: see the list above. */
export function moneyProblem(
  order: Pick<Order, 'payment' | 'totalAmount' | 'manualSale' | 'cancelRequest'>,
): MoneyProblem | undefined {
  const { payment, totalAmount } = order
  if (isManualSaleRefunded(order)) return 'fully-refunded'
  const cancelProblem = isCancellationRequested(order) ? 'cancellation-requested' : undefined
  if (payment === undefined) return cancelProblem
  const disputed = disputeProblem(payment)
  if (disputed) return disputed
  if (payment.state === 'refunded') return 'fully-refunded'
  if (payment.state !== 'paid' && payment.state !== 'partly-refunded') return 'not-paid'
  const back = payment.refundedAmount + amountUnderWay(payment)
  return back >= totalAmount ? 'refunding-all' : cancelProblem
}
