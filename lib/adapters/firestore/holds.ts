import 'server-only'

import { database, withDeadline } from './database.ts'
import { ordersFrom, type OrdersRead } from './orders.ts'

/** Maximum overdue holds ended with one order; the sweep ends the rest. */
const MOST_OVERDUE = 20

/** Unpaid orders that keep pieces of a product although their time is over, the oldest first; one query. */
export async function overdueHolds(product: string, now: Date): Promise<OrdersRead> {
  const query = database()
    .collection('orders')
    .where('hold.products', 'array-contains', product)
    .where('hold.until', '<=', now.toISOString())
    .orderBy('hold.until')
    .limit(MOST_OVERDUE)
  return ordersFrom((await withDeadline('finding overdue holds', query.get())).docs)
}

/** Every unpaid order that keeps pieces from others; one query. */
export async function heldOrders(): Promise<OrdersRead> {
  const query = database().collection('orders').where('hold.until', '>', '').orderBy('hold.until')
  return ordersFrom((await withDeadline('finding holds', query.get())).docs)
}
