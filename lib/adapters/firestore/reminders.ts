import 'server-only'

import type { Order } from '../../order/order.ts'
import { database, withDeadline } from './database.ts'
import { ordersFrom } from './orders.ts'

function reference() {
  return database().collection('shop_settings').doc('reminders')
}

/** Whether buyers are reminded of unpaid orders; they are unless the owner has switched it off. One read. */
export async function readReminders(): Promise<boolean> {
  const snapshot = await withDeadline('reading the reminders', reference().get())
  return snapshot.get('isOn') !== false
}

/** Switches the reminders on or off; one write. */
export async function saveReminders(isOn: boolean): Promise<void> {
  await withDeadline('switching the reminders', reference().set({ isOn }))
}

/** The most orders that one sweep reminds of. */
const MOST = 100

/** Unpaid orders placed from one time to before another (ISO 8601), the oldest first; reads what it answers. */
export async function unpaidOrdersPlaced(from: string, until: string): Promise<readonly Order[]> {
  const query = database()
    .collection('orders')
    .where('status', '==', '待付款')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .orderBy('createdAt')
    .limit(MOST)
  return ordersFrom((await withDeadline('finding unpaid orders', query.get())).docs).orders
}
