import { refundedUnits } from '#lib/ledger/paid-parts.ts'
import type { Order } from '#lib/order/order.ts'
import { cameBack, isComingBack } from '#lib/parcel/came-back.ts'
import type { Payment } from '#lib/payment/payment.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'

/**
 * Whether a refund asks if the goods go back to the stock. `with-all`: with the last of the money of an order
 * that was not shipped; `returned`: its parcel came back; `perhaps`: it was shipped, and only the owner knows.
 */
export type RestockQuestion = 'with-all' | 'returned' | 'perhaps'

/** Whether all goods of an order are back in the stock. */
export function isRestocked({ items, restocked }: Pick<Order, 'items' | 'restocked'>): boolean {
  return (
    restocked !== undefined &&
    items.every(({ quantity }, index) => (restocked[index] ?? 0) >= quantity)
  )
}

/** What a refund of this order asks about its goods, or undefined if nothing, or its return asks. */
export function restockQuestion(order: Order): RestockQuestion | undefined {
  const { status, returns = [] } = order
  if (isRestocked(order) || returns.some(({ state }) => state !== 'refused')) return undefined
  switch (status) {
    case '已付款':
      return 'with-all'
    case '已出貨':
      if (cameBack(order)) return 'returned'
      // On its way it is in nobody's hands: it is asked about when it is here.
      return isComingBack(order) ? undefined : 'perhaps'
    case '已完成':
      return 'perhaps'
    case '待付款':
    case '已取消':
      return undefined
  }
}

/** Whether goods go back to the stock with a refund of this order, where nobody says so. */
export function isUsuallyRestocked(order: Order): boolean {
  const question = restockQuestion(order)
  return question === 'with-all' || question === 'returned'
}

// The units of each item that came back by refunds for which the owner said so: those that they name, or all of it.
function returnedUnits(order: Order, requests: readonly RefundRequest[]): readonly number[] {
  const named = requests.map(({ lines }) => refundedUnits(order, lines))
  return order.items.map(({ quantity }, index) => {
    const counts = named.map((units) => units?.[index] ?? quantity)
    return Math.min(
      quantity,
      counts.reduce((sum, count) => sum + count, 0),
    )
  })
}

/** Returns the units that are back in the stock after the shop's own refund, as the owner answered with it. */
export function unitsToRestock(
  order: Order,
  { refunds, refundRequests = [], review }: Payment,
): number[] | undefined {
  const done = refundRequests.filter(({ state }) => state === 'done')
  const newest = refunds.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)
  const isOwn = review === undefined && newest?.key !== undefined && done.at(-1)?.restock === true
  const question = isOwn ? restockQuestion(order) : undefined
  const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
  if (question === undefined || (question === 'with-all' && back < order.totalAmount))
    return undefined
  if (question === 'with-all') return order.items.map(({ quantity }) => quantity)
  // Answered before the order was shipped, it was about goods that have left since.
  const shippedAt = order.shipment?.shippedAt ?? ''
  const asked = done.filter(({ restock, at }) => restock === true && at >= shippedAt)
  const units = returnedUnits(order, asked)
  const isNew = units.some((count, index) => count > (order.restocked?.[index] ?? 0))
  return isNew ? [...units] : undefined
}
