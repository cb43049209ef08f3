import { manualSaleLeft } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import type { ReturnedUnits, ReturnRequest } from '#lib/order/return/return-record.ts'
import { disputeProblem } from '#lib/payment/dispute.ts'
import { unitsPaid } from '#lib/price/price.ts'
import { amountUnderWay } from './refund-record.ts'

/**
 * What was paid for units that a return, by its number, sends back, in whole TWD. Earlier returns
 * gave back the parts before, so that all returns of a line add up to what was paid for it.
 */
export function returnedPrice(
  { items, returns = [] }: Pick<Order, 'items' | 'returns'>,
  number: number,
  { index, quantity }: ReturnedUnits,
): number {
  const item = items[index]
  if (!item) return 0
  const before = returns
    .filter((one) => one.number < number && one.state !== 'refused')
    .flatMap((one) => one.items)
    .reduce((sum, one) => (one.index === index ? sum + one.quantity : sum), 0)
  return unitsPaid(item, quantity, before)
}

/** Returns the refundable amount in whole TWD: the capture without finished and pending refunds. */
export function refundableAmount({ payment, totalAmount }: Order): number {
  if (payment?.captureId === undefined) return 0
  return Math.max(0, totalAmount - payment.refundedAmount - amountUnderWay(payment))
}

/** Whether money of an order can go back now: it is there, and no person has to look at it first. */
export function isRefundable(order: Order): boolean {
  if (order.payment?.review !== undefined || disputeProblem(order.payment)) return false
  return refundableAmount(order) > 0 || manualSaleLeft(order) > 0
}

/**
 * The return whose units came back and whose money is still to go back: nothing was given back since
 * it was asked for, there or by another return's refund, and something is left to give.
 */
export function unrefundedReturn(order: Order): ReturnRequest | undefined {
  const left = refundableAmount(order) + manualSaleLeft(order)
  if (left <= 0 || disputeProblem(order.payment)) return undefined
  return order.returns?.find((one) => isToPayBack(order, one) && !isPaidBack(order, one))
}

function isToPayBack(order: Order, { number, state, items }: ReturnRequest): boolean {
  if (state !== 'received' && state !== 'exchanged') return false
  const kept = state === 'received' ? items : items.filter(({ size }) => size === undefined)
  return kept.some((unit) => returnedPrice(order, number, unit) > 0)
}

function isPaidBack(
  { payment, manualSale }: Order,
  { number, requestedAt }: ReturnRequest,
): boolean {
  const requests = payment?.refundRequests ?? []
  const ofShop = requests.filter(({ state, returnNumber }) => {
    return state !== 'refused' && (returnNumber ?? number) === number
  })
  // A refund without the shop's key was made at the provider.
  const elsewhere = payment?.refunds.filter(({ key, kind }) => !key && !kind) ?? []
  return (
    ofShop.some(({ returnNumber, at }) => returnNumber === number || at >= requestedAt) ||
    [...elsewhere, ...(manualSale?.refunds ?? [])].some(({ at }) => at >= requestedAt)
  )
}
