import { type Order, removedAmount } from '../order/order.ts'
import { refundedReturns } from '../order/payment/refund.ts'
import { openReturn } from '../order/returns.ts'

// Price of the returned, not exchanged pieces.
function priceOf(order: Order, number: number): number {
  const request = order.returns?.find((one) => one.number === number)
  if (request?.state !== 'received' && request?.state !== 'exchanged') return 0
  return request.items.reduce((sum, { index, quantity, size }) => {
    const isExchanged = request.state === 'exchanged' && size !== undefined
    return isExchanged ? sum : sum + quantity * (order.items[index]?.price ?? 0)
  }, 0)
}

// Price of removed pieces less refunds without a return.
function removedLeft(order: Order): number {
  const ofReturns = refundedReturns(order).reduce((sum, { refunded }) => sum + refunded, 0)
  return removedAmount(order) - ((order.payment?.refundedAmount ?? 0) - ofReturns)
}

/**
 * Suggests a refund in whole TWD: the unrefunded part of removed or returned pieces, else the rest.
 */
export function refundDue(order: Order, left: number): number {
  const due = refundedReturns(order).map(
    ({ number, refunded }) => priceOf(order, number) - refunded,
  )
  const open = due.find((amount) => amount > 0)
  const removed = removedLeft(order)
  const pieces = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  if (removed > 0) return Math.min(left, removed)
  if (open !== undefined) return Math.min(left, open === pieces ? left : open)
  return openReturn(order) ? 0 : left
}
