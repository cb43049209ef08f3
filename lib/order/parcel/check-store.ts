import 'server-only'

import {
  isStore,
  type Recipient,
  type ShippingMethod,
  storeFrom,
} from '../../delivery/recipient.ts'
import { ok, type Result } from '../../result.ts'
import { deliverToStore, type StoreRefusal } from './delivery-check.ts'
import { findStore } from './find-stores.ts'
import { hasCarrier } from '../../settings/ecpay-products.ts'

/**
 * Checks the store against its chain's list and returns the recipient with its official name.
 * Throws DatabaseUnavailable.
 */
export async function checkStore(
  recipient: Recipient,
  method: ShippingMethod,
): Promise<Result<Recipient, StoreRefusal>> {
  if (method !== 'store' || !hasCarrier() || !isStore(recipient.store)) return ok(recipient)
  const { chain, number } = storeFrom(recipient.store)
  return deliverToStore(recipient, await findStore(chain, number))
}
