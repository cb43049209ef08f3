import type { Order } from '#lib/order/order.ts'
import { cameBack, isComingBack } from '#lib/parcel/came-back.ts'
import type { Payment } from '#lib/payment/payment.ts'

/**
 * Whether a refund asks if the goods go back to the stock. `with-all`: with the last of the money of an order
 * that was not shipped; `returned`: its parcel came back; `perhaps`: it was shipped, and only the owner knows.
 */
export type RestockQuestion = 'with-all' | 'returned' | 'perhaps'

/** What a refund of this order asks about its goods; undefined where nothing, or its return asks. */
export function restockQuestion(order: Order): RestockQuestion | undefined {
  const { status, returns = [], restocked } = order
  if (restocked !== undefined || returns.some(({ state }) => state !== 'refused')) return undefined
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

/** Returns the pieces to restock after the shop's own refund, as the owner answered with it. */
export function unitsToRestock(
  order: Order,
  { refunds, refundRequests, review }: Payment,
): number[] | undefined {
  const last = refundRequests?.findLast(({ state }) => state === 'done')
  const newest = refunds.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
  const isOwn = review === undefined && newest?.key !== undefined && last?.restock === true
  const question = isOwn ? restockQuestion(order) : undefined
  const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
  if (question === undefined || (question === 'with-all' && back < order.totalAmount))
    return undefined
  // Answered before the order was shipped, it was about goods that have left since.
  const { shipment } = order
  if (question !== 'with-all' && shipment && last && last.at < shipment.shippedAt) return undefined
  return order.items.map(({ quantity }) => quantity)
}
