import 'server-only'

import type { DocumentSnapshot, Query } from 'firebase-admin/firestore'

import type { Order } from '../../order/order.ts'
import type { OwnerNeed } from '../../order/view.ts'
import { database, withDeadline } from './database.ts'
import { orderReference, ordersFrom, type OrdersRead } from './orders.ts'
import type { Span } from './owner-orders.ts'

/** An owner's query on the stored index (lib/order/view.ts). */
export type OwnerSearch =
  | { readonly key: string }
  | { readonly need: OwnerNeed }
  | { readonly readyBy: string }
  | { readonly readyAfter: string }

function foundBy(search: OwnerSearch): Query {
  const orders = database().collection('orders')
  if ('key' in search) return orders.where('index.keys', 'array-contains', search.key)
  if ('need' in search) return orders.where('index.needs', 'array-contains', search.need)
  if ('readyBy' in search) return orders.where('index.readyOn', '<=', search.readyBy)
  return orders.where('index.readyOn', '>', search.readyAfter)
}

/** Counts the matches of a search; billed as one read per thousand. */
export async function countFound(search: OwnerSearch): Promise<number> {
  const call = foundBy(search).count().get()
  return (await withDeadline('counting found orders', call)).data().count
}

/** Some of the orders with a search key, the newest first; reads what it answers, and is billed for what it passes over. */
export async function ordersWithKey(
  key: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<OrdersRead> {
  const sorted = foundBy({ key }).orderBy('createdAt', 'desc').offset(skip).limit(limit)
  return ordersFrom((await withDeadline('searching orders', sorted.get())).docs)
}

/** The orders placed in a span that were to be paid at a provider, the oldest first; reads what it answers. */
export async function ordersAtProvider(provider: string, span: Span): Promise<readonly Order[]> {
  const query = database()
    .collection('orders')
    .where('index.providers', 'array-contains', provider)
    .where('createdAt', '>=', span.from)
    .where('createdAt', '<', span.until)
    .orderBy('createdAt')
  return ordersFrom((await withDeadline("reading a provider's orders", query.get())).docs).orders
}

/** Documents per read call. */
const AT_ONCE = 100

/** The orders under these document ids, with the ids of those that can't be read; what is missing is left out. */
export async function ordersById(ids: readonly string[]): Promise<OrdersRead> {
  const documents: DocumentSnapshot[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const references = ids.slice(start, start + AT_ONCE).map(orderReference)
    documents.push(...(await withDeadline('reading orders', database().getAll(...references))))
  }
  return ordersFrom(documents)
}
