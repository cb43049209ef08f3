import 'server-only'

import { sortedOrders } from '../adapters/firestore/owner-orders.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { lastMonths } from './month.ts'

/** The most months that are listed. */
const MOST = 60

/**
 * Returns the months (YYYY-MM) since the first order, the newest first. One read. Throws
 * DatabaseUnavailable.
 */
export async function bookMonths(now = new Date()): Promise<readonly string[]> {
  const { orders } = await sortedOrders(null, { skip: 0, limit: 1, sort: 'oldest' })
  const first = taipeiDay(orders[0] ? new Date(orders[0].createdAt) : now).slice(0, 7)
  return lastMonths(MOST, now).filter((month) => month >= first)
}
