import 'server-only'

import { changeOrder } from '../../adapters/firestore/orders.ts'
import { storeFrom } from '../../delivery/recipient.ts'
import type { ChangeContext } from '../events.ts'
import type { Order } from '../order.ts'
import { findStore } from './find-stores.ts'
import { storeAsked } from './store-choice.ts'

/**
 * True if the order's store left its chain's list; unknown without a list. Throws
 * DatabaseUnavailable.
 */
export async function isStoreGone({ recipient }: Pick<Order, 'recipient'>): Promise<boolean> {
  const { chain, number } = storeFrom(recipient.store)
  return number !== '' && (await findStore(chain, number)) === undefined
}

/** Asks the shopper for another store by mail, once for a store that is gone. Throws DatabaseUnavailable. */
export async function askForStore(order: Order, context: ChangeContext): Promise<void> {
  const token = crypto.randomUUID() + crypto.randomUUID()
  await changeOrder(order.id, (stored) => storeAsked(stored, token, context))
}
