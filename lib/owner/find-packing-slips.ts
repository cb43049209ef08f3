import 'server-only'

import type { Order } from '#lib/order/order.ts'
import { entriesOf } from './change-orders.ts'

/** Maximum packing slips per page. */
const MOST_SLIPS = 200

/** The orders under these ids, in that order, and the ids that no order has. Throws DatabaseUnavailable. */
export async function findPackingSlips(
  orderIds: readonly string[],
): Promise<{ readonly orders: readonly Order[]; readonly missing: readonly string[] }> {
  const entries = await entriesOf(orderIds.slice(0, MOST_SLIPS))
  return {
    orders: entries.flatMap(({ order }) => order ?? []),
    missing: entries.flatMap(({ order, orderNumber }) => (order ? [] : orderNumber)),
  }
}
