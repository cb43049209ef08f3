import 'server-only'

import { ordersNumbered } from '../adapters/firestore/owner-orders.ts'
import { readOrderNumber } from '../order/order-number.ts'
import type { Order } from '../order/order.ts'

/** The order with this number, in any case and with or without its prefix, or nothing. Throws DatabaseUnavailable. */
export async function findNumberedOrder(number: string): Promise<Order | undefined> {
  return (await ordersNumbered([readOrderNumber(number) ?? number]))[0]
}
