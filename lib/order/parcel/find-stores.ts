import 'server-only'

import { DatabaseUnavailable } from '../../adapters/firestore/database.ts'
import { readStoreList, readListState } from '../../adapters/firestore/store-lists.ts'
import { findCities } from '../../delivery/find-cities.ts'
import type { StoreChain } from '../../delivery/recipient.ts'
import { logFailure } from '../../log/log.ts'
import { storesFrom } from '../../settings/ecpay-products.ts'
import { searchStores, type StoreAnswer, type StoreQuery } from './store-search.ts'
import { type ChainStore, storeAt } from './store.ts'

type LoadedStores = {
  readonly version: string
  readonly stores: readonly ChainStore[]
  readonly lookedAt: number
}

// The lists change once a day; a process asks for their version again after five minutes.
const FRESH_FOR = 5 * 60 * 1000

const loaded = new Map<StoreChain, LoadedStores>()

async function load(chain: StoreChain, now: number): Promise<LoadedStores | undefined> {
  const kept = (await readListState()).lists[chain]
  const known = loaded.get(chain)
  if (kept === undefined) return undefined
  if (known?.version === kept.version) return { ...known, lookedAt: now }
  const listed = await readStoreList(chain, kept)
  // Another process is just replacing it.
  if (listed === undefined) return known
  const cities = findCities()
  const stores = listed.map((store) => storeAt(store, cities))
  return { version: kept.version, stores, lookedAt: now }
}

/** The stores of a chain; undefined while no list was ever taken. Throws DatabaseUnavailable when none is known here. */
async function storesOf(chain: StoreChain): Promise<readonly ChainStore[] | undefined> {
  // A list of before says nothing where stores are chosen on the map.
  if (storesFrom() !== 'list') return undefined
  const now = Date.now()
  const known = loaded.get(chain)
  if (known && now - known.lookedAt < FRESH_FOR) return known.stores
  try {
    const found = await load(chain, now)
    if (found) loaded.set(chain, found)
    return found?.stores
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || known === undefined) throw error
    logFailure('stores', error)
    return known.stores
  }
}

/** The stores that a query finds; undefined while there is no list, or none can be read. */
export async function findStores(query: StoreQuery): Promise<StoreAnswer | undefined> {
  try {
    const stores = await storesOf(query.chain)
    return stores && searchStores(stores, query)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    logFailure('stores', error)
    return undefined
  }
}

/** A store by its chain and number: `unlisted` while there is no list to look it up in. Throws DatabaseUnavailable. */
export async function findStore(
  chain: StoreChain,
  number: string,
): Promise<ChainStore | 'unlisted' | undefined> {
  const stores = await storesOf(chain)
  return stores === undefined ? 'unlisted' : stores.find((store) => store.number === number)
}
