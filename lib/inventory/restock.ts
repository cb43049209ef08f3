import type { Order } from '#lib/order/order.ts'
import type { Payment } from '#lib/payment/payment.ts'

/** Returns the pieces to restock after the shop's own refund returns the last money. */
export function unitsToRestock(
  { status, items, totalAmount }: Order,
  { refunds, refundRequests, review }: Payment,
): number[] | undefined {
  const last = refundRequests?.findLast(({ state }) => state === 'done')
  const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const newest = refunds.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
  const isAll = review === undefined && back >= totalAmount && newest?.key !== undefined
  return status === '已付款' && last?.restock === true && isAll
    ? items.map(({ quantity }) => quantity)
    : undefined
}
