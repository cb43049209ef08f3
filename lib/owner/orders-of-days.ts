import 'server-only'

import type { OrdersRead } from '../adapters/firestore/orders.ts'
import { ordersPlaced } from '../adapters/firestore/owner-orders.ts'
import type { OrderStatus } from '../order/order-item.ts'
import { daySpan } from './month.ts'
import type { PlacedDays } from './order-sort.ts'

const DAY = 24 * 60 * 60 * 1000

/** The orders of a status, or of any, placed on these days in Taipei; the days are read whole. Throws DatabaseUnavailable. */
export async function ordersOfDays(
  status: OrderStatus | null,
  { from, to }: PlacedDays,
): Promise<OrdersRead> {
  const { orders, unreadable } = await ordersPlaced({
    from: from === '' ? new Date(0).toISOString() : daySpan(from).from,
    until: to === '' ? new Date(Date.now() + DAY).toISOString() : daySpan(to).until,
  })
  return {
    orders: orders.filter((order) => status === null || order.status === status),
    unreadable,
  }
}
