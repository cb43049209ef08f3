import 'server-only'

import { INDEX_VERSION, isIndexed } from '../../order/order-index.ts'
import { database, withDeadline } from './database.ts'
import { writeIndex } from './order-index.ts'
import { orderFrom, orderReference } from './orders.ts'

/** Orders per query. */
const PAGE = 300

/** The ids of the orders that are stored by earlier rules, the newest first, a page at a time; reads every order. */
export async function* staleOrders(): AsyncGenerator<readonly string[]> {
  const sorted = database()
    .collection('orders')
    .orderBy('createdAt', 'desc')
    .select('index.version')
    .limit(PAGE)
  let rest = sorted
  for (;;) {
    const { docs } = await withDeadline('reading orders', rest.get())
    yield docs.filter((one) => one.get('index.version') !== INDEX_VERSION).map(({ id }) => id)
    const last = docs.at(-1)
    if (!last || docs.length < PAGE) return
    rest = sorted.startAfter(last)
  }
}

/**
 * Migrates an order, its movements and index in one transaction. Returns whether it wrote. Throws
 * OrderUnreadable, DatabaseUnavailable.
 */
export async function migrateOrder(id: string): Promise<boolean> {
  const call = database().runTransaction(async (tx) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order || isIndexed(order)) return false
    const { id: _id, index: _index, ...fields } = order
    tx.update(orderReference(id), { ...fields, index: writeIndex(tx, undefined, order) })
    return true
  })
  return withDeadline('migrating an order', call)
}
