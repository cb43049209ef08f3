import 'server-only'

import type { Order } from '#lib/order/order.ts'
import { listOrdersShippedSince } from '#lib/order/shipped-orders.ts'
import { canUndoShipping } from '#lib/order/undo-shipping.ts'
import { UNDO_SHIPPING_FOR } from '#lib/order/undo-window.ts'

/**
 * Returns orders whose shipping can be undone, newest first. One query. Throws DatabaseUnavailable.
 */
export async function findRecentShippings(now = new Date()): Promise<readonly Order[]> {
  const since = new Date(now.getTime() - UNDO_SHIPPING_FOR).toISOString()
  return (await listOrdersShippedSince(since)).filter((order) => canUndoShipping(order, now))
}
