import 'server-only'

import type { Account } from '../account/account.ts'
import { readOrder } from '../adapters/firestore/orders.ts'
import type { Order } from './order.ts'

const DOCUMENT_ID = /^[\w-]{1,64}$/

/** The member's own order under this document id; another member's order is as unknown as one that does not exist. One read. Throws DatabaseUnavailable. */
export async function findOrder(
  id: string,
  account: Pick<Account, 'uid'>,
): Promise<Order | undefined> {
  if (!DOCUMENT_ID.test(id)) return undefined
  const order = await readOrder(id)
  return order?.uid === account.uid ? order : undefined
}
