import 'server-only'

import { carrier } from '../adapters/ecpay/carrier.ts'
import {
  claimListRefresh,
  keepList,
  noteListsTaken,
  readListState,
} from '../adapters/firestore/store-lists.ts'
import { findCities } from '../delivery/find-cities.ts'
import type { StoreChain } from '../delivery/recipient.ts'
import { log, logFailure } from '../log/log.ts'
import { storesFrom } from '../settings/ecpay-products.ts'
import type { ParcelCarrier } from './carrier.ts'
import { canReplace, type KeptList, LISTED_CHAINS } from './store-list.ts'

/** Counts of updated and failed store lists. */
export type StoreRefresh = { readonly kept: number; readonly failed: number }

// A list that lost many stores at once is a broken one: the last good one stays, and the log alarms.
async function refreshChain(
  { listStores }: ParcelCarrier,
  chain: StoreChain,
  before: KeptList | undefined,
): Promise<boolean> {
  try {
    const stores = await listStores(chain)
    const { length: count } = stores
    if (!canReplace(before, count)) {
      log('store-list-refused', { chain, count, before: before?.count ?? 0 }, 'ERROR')
      return false
    }
    await keepList(chain, stores, before)
    log('store-list-kept', { chain, count })
    return true
  } catch (error) {
    logFailure('store-list', error, { chain })
    return false
  }
}

async function refresh(input: ParcelCarrier, now: Date): Promise<StoreRefresh | undefined> {
  if (!(await claimListRefresh(now))) return undefined
  const { lists } = await readListState()
  let kept = 0
  for (const chain of LISTED_CHAINS) {
    if (await refreshChain(input, chain, lists[chain])) kept += 1
  }
  const failed = LISTED_CHAINS.length - kept
  if (failed === 0) await noteListsTaken(now)
  return { kept, failed }
}

/**
 * Updates the store lists once a day; retries a logged failure in half an hour. Undefined if not
 * due or without a carrier.
 */
export async function refreshStores(now: Date): Promise<StoreRefresh | undefined> {
  const input = carrier(findCities())
  if (input === undefined || storesFrom() !== 'list') return undefined
  try {
    return await refresh(input, now)
  } catch (error) {
    logFailure('store-lists', error)
    return { kept: 0, failed: LISTED_CHAINS.length }
  }
}
