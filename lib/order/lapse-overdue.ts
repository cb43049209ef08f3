import 'server-only'

import { overdueHolds } from '../adapters/firestore/holds.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { lapseHold } from './lapse-hold.ts'
import type { Order } from './order.ts'

/**
 * Ends other orders' overdue holds; one query a product, one transaction a hold. Throws
 * DatabaseUnavailable.
 */
export async function lapseOverdue({ id: own, items }: Pick<Order, 'id' | 'items'>): Promise<void> {
  const context = { now: new Date(), by: 'sweep' } as const
  for (const product of new Set(items.map(({ id }) => id))) {
    const { orders } = await overdueHolds(product, context.now)
    for (const { id } of orders.filter((order) => order.id !== own)) {
      await changeOrder(id, (stored) => lapseHold(stored, 'needed-by-another', context))
    }
  }
}
