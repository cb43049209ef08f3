import 'server-only'

import type { Account } from '../account/account.ts'
import { readOrder } from '../adapters/firestore/orders.ts'
import { type Order, ORDER_DOCUMENT } from './order.ts'

/** The member's own order under this document id; another member's order is as unknown as one that does not exist. One read. Throws DatabaseUnavailable. */
export async function findOrder(
  id: string,
  account: Pick<Account, 'uid'>,
): Promise<Order | undefined> {
  if (!ORDER_DOCUMENT.test(id)) return undefined
  const order = await readOrder(id)
  return order?.uid === account.uid ? order : undefined
}
