import 'server-only'

import type { Transaction } from 'firebase-admin/firestore'

import type { Order } from '../../order/order.ts'
import { database, withDeadline } from './database.ts'
import { orderFrom, orderReference, type OrdersRead, ordersFrom } from './orders.ts'

/** The orders whose parcels are due for a look, the longest due first. */
export async function parcelsDue(now: Date, limit: number): Promise<OrdersRead> {
  const query = database()
    .collection('orders')
    .where('parcelCheckAt', '<=', now.toISOString())
    .orderBy('parcelCheckAt')
    .limit(limit)
  return ordersFrom((await withDeadline('finding due parcels', query.get())).docs)
}

/** Postpones a parcel's next status query unless it was moved from `expected`. */
export async function postponeParcel(
  id: string,
  expected: string,
  next: string | null,
): Promise<void> {
  const reference = orderReference(id)
  const call = database().runTransaction(async (tx: Transaction) => {
    const stored: unknown = (await tx.get(reference)).get('parcelCheckAt')
    if (stored === expected) tx.update(reference, { parcelCheckAt: next })
  })
  await withDeadline('postponing a parcel', call)
}

/** The order of a parcel, by its number or its carrier's id; one query. */
export async function findParcelOrder(reference: string): Promise<Order | undefined> {
  const query = database().collection('orders').where('parcelRefs', 'array-contains', reference)
  const { docs } = await withDeadline('finding a parcel', query.limit(1).get())
  return docs[0] && orderFrom(docs[0])
}

/** Returns the orders whose parcels need the owner, unordered. Reads only those. */
export async function ordersWithParcelAlarm(): Promise<OrdersRead> {
  const query = database().collection('orders').where('parcelAlarm', '>', '')
  return ordersFrom((await withDeadline('finding parcel alarms', query.get())).docs)
}
