import { DELIVERY_FEE } from '#lib/company/purchase-terms.ts'
import { removedAmount } from '#lib/order/order-amounts.ts'
import type { Order } from '#lib/order/order.ts'
import { openReturn } from '#lib/order/return/return-rules.ts'
import { cameBack } from '#lib/parcel/came-back.ts'
import { amountUnderWay } from '#lib/payment/refund/refund-record.ts'
import { returnedPrice, unrefundedReturn } from '#lib/payment/refund/refundable.ts'
import { refundedReturns } from '#lib/payment/refund/request-refund.ts'
import { linePaid } from '#lib/price/price.ts'

// What was paid for the returned, not exchanged units.
function priceOf(order: Order, number: number): number {
  const request = order.returns?.find((one) => one.number === number)
  if (request?.state !== 'received' && request?.state !== 'exchanged') return 0
  return request.items
    .filter(({ size }) => request.state !== 'exchanged' || size === undefined)
    .reduce((sum, unit) => sum + returnedPrice(order, number, unit), 0)
}

// Price of removed units less refunds without a return, made or on their way.
function removedLeft(order: Order): number {
  const { payment } = order
  const back = (payment?.refundedAmount ?? 0) + amountUnderWay(payment)
  const ofReturns = refundedReturns(order).reduce((sum, { refunded }) => sum + refunded, 0)
  return removedAmount(order) - (back - ofReturns)
}

// The first return of which something is still to be paid back, and how much in whole TWD.
function dueReturn(order: Order) {
  return refundedReturns(order)
    .map(({ number, refunded }) => ({ number, amount: priceOf(order, number) - refunded }))
    .find(({ amount }) => amount > 0)
}

/**
 * The return, by its number, that the suggested refund is for: the one that it pays back, else the one that still waits,
 * while nothing was given back for it. Never an exchange, nor any where the refund is for removed units.
 */
export function suggestedReturn(order: Order): number | undefined {
  if (removedLeft(order) > 0) return undefined
  const due = dueReturn(order)
  if (due) return due.number
  const waiting = openReturn(order)
  const isForMoney = waiting?.items.some(({ size }) => size === undefined) === true
  const { number, refunded } =
    refundedReturns(order).find((refundedReturn) => refundedReturn.number === waiting?.number) ?? {}
  return isForMoney && refunded === 0 ? number : undefined
}

/**
 * Suggests a refund in whole TWD: the unrefunded part of removed or returned units, else the rest.
 */
export function refundDue(order: Order, left: number): number {
  const open = dueReturn(order)?.amount
  const removed = removedLeft(order)
  const units = order.items.reduce((sum, item) => sum + linePaid(item), 0)
  if (removed > 0) return Math.min(left, removed)
  if (open !== undefined) return Math.min(left, open === units ? left : open)
  // Unclaimed: its way there was paid for nothing.
  if (cameBack(order)) return Math.max(0, left - DELIVERY_FEE)
  return openReturn(order) ? 0 : left
}

/** Why a refund is most likely made, in the owner's words, by what the order has been through. */
export function refundReason(order: Order): string {
  if (removedLeft(order) > 0) return '少訂的差額'
  if (unrefundedReturn(order)) return '收到退貨'
  if (cameBack(order)) return '買家未取件，包裹退回'
  return order.status === '已付款' ? '買家在出貨前取消' : '買家要求退款'
}
