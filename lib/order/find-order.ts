import 'server-only'

import type { Account } from '../account/account.ts'
import { readOrder } from '../adapters/firestore/orders.ts'
import { type Order, ORDER_DOCUMENT } from './order.ts'

/**
 * Returns the member's own order of this document id. Another member's order is as unknown as none.
 * One read. Throws DatabaseUnavailable.
 */
export async function findOrder(
  id: string,
  account: Pick<Account, 'uid'>,
): Promise<Order | undefined> {
  if (!ORDER_DOCUMENT.test(id)) return undefined
  const order = await readOrder(id)
  return order?.uid === account.uid ? order : undefined
}
