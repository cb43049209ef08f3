import { type Recipient, storeText } from '../../delivery/recipient.ts'
import { fail, ok, type Result } from '../../result.ts'
import { isParcelName, parcelName } from '../../delivery/parcel-recipient.ts'
import type { ChainStore } from './store.ts'

/** Why a parcel can't go to a store: its chain does not list it, or does not print this name. */
export type StoreRefusal = 'store-unknown' | 'store-recipient'

/** Returns the recipient with the listed store's name, or the typed store without a list. */
export function deliverToStore(
  recipient: Recipient,
  listed: ChainStore | 'unlisted' | undefined,
): Result<Recipient, StoreRefusal> {
  if (!isParcelName(parcelName(recipient))) return fail('store-recipient')
  if (listed === undefined) return fail('store-unknown')
  return ok(listed === 'unlisted' ? recipient : { ...recipient, store: storeText(listed) })
}
