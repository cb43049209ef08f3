import 'server-only'

import { migrateOrder, staleOrders } from '../adapters/firestore/migrate-orders.ts'
import { OrderUnreadable } from '../adapters/firestore/orders.ts'

/** What a migration did: how many orders it brought up to date, and the ids of those that can't be read. */
export type Migration = { readonly migrated: number; readonly unreadable: readonly string[] }

/** How many orders are written at once. */
const AT_ONCE = 10

/**
 * Brings every stored order up to date, the newest first, so that the oldest tells when all are done. A repeat goes on
 * where it stopped and changes nothing twice. Throws DatabaseUnavailable.
 */
export async function migrateOrders(): Promise<Migration> {
  let migrated = 0
  const unreadable: string[] = []
  const migrateOne = async (id: string) => {
    try {
      if (await migrateOrder(id)) migrated += 1
    } catch (error) {
      if (!(error instanceof OrderUnreadable)) throw error
      unreadable.push(id)
    }
  }
  for await (const ids of staleOrders()) {
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      await Promise.all(ids.slice(start, start + AT_ONCE).map(migrateOne))
    }
  }
  return { migrated, unreadable }
}
