import 'server-only'

import { isListedPlace } from '#lib/delivery/districts.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import type { Recipient, ShippingMethod } from '#lib/delivery/recipient.ts'
import { checkStore } from '#lib/parcel/choose-store.ts'
import type { StoreRefusal } from '#lib/parcel/store.ts'
import { fail, ok, type Result } from '#lib/result.ts'

/** Why an order can't go where the owner typed. */
export type DestinationRefusal = StoreRefusal | 'place-unlisted'

/**
 * Checks where the owner sends an order as a buyer's is checked; the recipient with the
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
