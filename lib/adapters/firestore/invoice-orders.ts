import 'server-only'

import { database, withDeadline } from './database.ts'
import { type OrdersRead, ordersFrom } from './orders.ts'

/** The orders whose invoices are due for a step, the longest due first. */
export async function invoicesDue(now: Date, limit: number): Promise<OrdersRead> {
  const query = database()
    .collection('orders')
    .where('invoiceCheckAt', '<=', now.toISOString())
    .orderBy('invoiceCheckAt')
    .limit(limit)
  return ordersFrom((await withDeadline('finding due invoices', query.get())).docs)
}

/** Returns the orders whose invoices need the owner, unordered. Reads only those. */
export async function ordersWithInvoiceAlarm(): Promise<OrdersRead> {
  const query = database().collection('orders').where('invoiceAlarm', '>', '')
  return ordersFrom((await withDeadline('finding invoice alarms', query.get())).docs)
}
