import 'server-only'

import { find } from '#lib/adapters/firestore/database.ts'
import { orderFrom, orderQuery } from './order-store.ts'
import type { Order } from './order.ts'

/** Orders whose parcel left since a time (ISO 8601), the newest first; reads what it answers. */
export async function listOrdersShippedSince(since: string): Promise<readonly Order[]> {
  const query = orderQuery()
    .where('shipment.shippedAt', '>=', since)
    .orderBy('shipment.shippedAt', 'desc')
    .limit(200)
  const docs = await find('finding shipped orders', query)
  return docs.flatMap((document) => orderFrom(document) ?? [])
}
