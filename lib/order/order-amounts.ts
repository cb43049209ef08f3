import { linePaid, lineTotal, type PriceBreakdown } from '#lib/price/price.ts'
import type { Order } from './order.ts'

type PricedOrder = Pick<Order, 'items' | 'removed' | 'reductions' | 'totalAmount'>

/** Delivery fee of an order in whole TWD: the total without what is paid for its lines. */
export function orderShipping({ items, removed = [], totalAmount }: PricedOrder): number {
  return [...items, ...removed].reduce((rest, item) => rest - linePaid(item), totalAmount)
}

/** What an order comes to, as every page, mail, print and file shows it. */
export function orderBreakdown(order: PricedOrder): PriceBreakdown {
  const { items, removed = [], reductions = [], totalAmount } = order
  const lines = [...items, ...removed].reduce((sum, item) => sum + lineTotal(item), 0)
  return { lines, reductions, shipping: orderShipping(order), total: totalAmount }
}

/** Returns what was paid for items taken out after the payment, in whole TWD. */
export function removedAmount({ removed = [] }: Pick<Order, 'removed'>): number {
  return removed.reduce((sum, item) => sum + linePaid(item), 0)
}
