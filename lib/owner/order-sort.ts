import type { Order } from '../order/order.ts'
import { taipeiDay } from '../time/taipei-time.ts'

/** Sort orders of the owner's list. */
export const ORDER_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** Inclusive range of placement days (YYYY-MM-DD, Taipei); empty means open. */
export type PlacedDays = { readonly from: string; readonly to: string }

const COMPARE: Readonly<Record<OrderSort, (a: Order, b: Order) => number>> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
  largest: (a, b) => b.totalAmount - a.totalAmount,
  smallest: (a, b) => a.totalAmount - b.totalAmount,
}

/** The field by which the database sorts so, and whether the largest comes first. */
export const SORT_FIELDS = {
  newest: ['createdAt', 'desc'],
  oldest: ['createdAt', 'asc'],
  largest: ['totalAmount', 'desc'],
  smallest: ['totalAmount', 'asc'],
} as const satisfies Record<OrderSort, readonly [string, string]>

/** Whether an order was placed on one of these days. */
export function isPlacedIn({ createdAt }: Pick<Order, 'createdAt'>, { from, to }: PlacedDays) {
  const day = taipeiDay(new Date(createdAt))
  return (from === '' || day >= from) && (to === '' || day <= to)
}

/** The orders placed on these days, sorted; what is equal keeps its place. */
export function arrange(
  orders: readonly Order[],
  { sort, ...days }: PlacedDays & { readonly sort: OrderSort },
): readonly Order[] {
  return orders.filter((order) => isPlacedIn(order, days)).toSorted(COMPARE[sort])
}
