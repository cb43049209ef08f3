import 'server-only'

import { isListedPlace } from '../delivery/districts.ts'
import { findCities } from '../delivery/find-cities.ts'
import type { Recipient, ShippingMethod } from '../delivery/recipient.ts'
import { checkStore } from '../order/parcel/choose-store.ts'
import type { StoreRefusal } from '../order/parcel/store.ts'
import { fail, ok, type Result } from '../result.ts'

/** Why an order can't go where the owner typed. */
export type DestinationRefusal = StoreRefusal | 'place-unlisted'

/**
 * Checks where the owner sends an order as a buyer's is checked (rule 1216); the recipient with the
 * store's official name. `isConfirmed`: the owner has said that an unlisted place is right. Throws
 * DatabaseUnavailable.
 */
export async function checkDestination(
  recipient: Recipient,
  method: ShippingMethod,
  isConfirmed: boolean,
): Promise<Result<Recipient, DestinationRefusal>> {
  if (method === 'store') return checkStore(recipient, method)
  return isConfirmed || isListedPlace(findCities(), recipient)
    ? ok(recipient)
    : fail('place-unlisted')
}
