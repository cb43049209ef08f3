import 'server-only'

import { isStore, type Recipient, type ShippingMethod, storeFrom } from '../delivery/recipient.ts'
import { ok, type Result } from '../result.ts'
import { deliverToStore, type StoreRefusal } from './delivery-check.ts'
import { findStore } from './find-stores.ts'
import { hasCarrier } from '../settings/ecpay-products.ts'

/**
 * Checks where an order's parcel shall go, against the chain's own list. Returns the recipient with the store's own
 * name; unchanged for a parcel home, where this shop has no carrier, and for what the form's own rules refuse.
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
