import 'server-only'

import { migrateOrder, staleOrders } from '../adapters/firestore/migrate-orders.ts'
import { OrderUnreadable } from '../adapters/firestore/orders.ts'

/** Result of a migration: changed orders, and ids of unreadable ones. */
export type Migration = { readonly migrated: number; readonly unreadable: readonly string[] }

/** Orders migrated concurrently. */
const AT_ONCE = 10

/**
 * Migrates all orders, newest first, so the oldest marks completion. Resumable and idempotent.
 * Throws DatabaseUnavailable.
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
