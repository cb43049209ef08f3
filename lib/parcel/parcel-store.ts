import 'server-only'

import { find } from '#lib/adapters/firestore/database.ts'
import { orderFrom, orderQuery, ordersFrom, type OrdersRead } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'

/** The orders whose parcels are due for a look, the longest due first. */
export async function parcelsDue(now: Date, limit: number): Promise<OrdersRead> {
  const query = orderQuery()
    .where('parcelCheckAt', '<=', now.toISOString())
    .orderBy('parcelCheckAt')
    .limit(limit)
  return ordersFrom(await find('finding due parcels', query))
}

/** The order of a parcel, by its number or its carrier's id; one query. */
export async function findParcelOrder(reference: string): Promise<Order | undefined> {
  const query = orderQuery().where('parcelRefs', 'array-contains', reference)
  const docs = await find('finding a parcel', query.limit(1))
  return docs[0] && orderFrom(docs[0])
}

/** Returns the orders whose parcels need the owner, unordered. Reads only those. */
export async function ordersWithParcelAlarm(): Promise<OrdersRead> {
  const query = orderQuery().where('parcelAlarm', '>', '')
  return ordersFrom(await find('finding parcel alarms', query))
}
