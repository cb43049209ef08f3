import 'server-only'

import { ordersNumbered } from '../adapters/firestore/owner-orders.ts'
import type { Order } from '../order/order.ts'

/** The order with this number, or nothing. Throws DatabaseUnavailable. */
export async function findNumberedOrder(number: string): Promise<Order | undefined> {
  return (await ordersNumbered([number]))[0]
}
