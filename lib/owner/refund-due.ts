import { type Order, removedAmount } from '../order/order.ts'
import { refundedReturns } from '../payment/refund.ts'
import { openReturn } from '../order/returns.ts'

// What came back and was not exchanged, at the price that was paid for it.
function priceOf(order: Order, number: number): number {
  const request = order.returns?.find((one) => one.number === number)
  if (request?.state !== 'received' && request?.state !== 'exchanged') return 0
  return request.items.reduce((sum, { index, quantity, size }) => {
    const isExchanged = request.state === 'exchanged' && size !== undefined
    return isExchanged ? sum : sum + quantity * (order.items[index]?.price ?? 0)
  }, 0)
}

// What was taken out of the order, less what was given back for no return.
function removedLeft(order: Order): number {
  const ofReturns = refundedReturns(order).reduce((sum, { refunded }) => sum + refunded, 0)
  return removedAmount(order) - ((order.payment?.refundedAmount ?? 0) - ofReturns)
}

/**
 * What a refund is filled in with, in whole TWD: what was taken out or came back and was not given back yet; all that is left
 * where nothing comes back, or everything did. Nothing is decided by it.
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
