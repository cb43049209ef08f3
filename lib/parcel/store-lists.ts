import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import { carrier } from '#lib/adapters/ecpay/carrier.ts'
import {
  database,
  DatabaseUnavailable,
  readDocument,
  readDocuments,
  transact,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import type { StoreChain } from '#lib/delivery/recipient.ts'
import { log, logFailure } from '#lib/log/log.ts'
import { storesFrom } from '#lib/settings/env.ts'
import type { ParcelCarrier } from './carrier.ts'
import { searchStores, type StoreAnswer, type StoreQuery } from './search-stores.ts'
import {
  canReplace,
  isListDue,
  type StoredList,
  LISTED_CHAINS,
  type StoreListState,
} from './store-list.ts'
import { type ChainStore, type ListedStore, storeAt } from './store.ts'

const COLLECTION = 'store_lists'

// A store takes some 100 bytes, a document at most a mebibyte.
const STORES_A_PIECE = 2000

const keptSchema = z.object({ version: z.string(), pieces: z.int(), count: z.int() })

const stateSchema = z.object({
  lists: z
    .object({ '7-11': keptSchema.optional(), 全家: keptSchema.optional() })
    .partial()
    .default({}),
  takenAt: z.string().optional(),
  triedAt: z.string().optional(),
})

const pieceSchema = z.array(z.tuple([z.string(), z.string(), z.string()]))

function lists() {
  return database().collection(COLLECTION)
}

function stateFrom(data: unknown): StoreListState {
  return stateSchema.catch({ lists: {} }).parse(data ?? {})
}

/** Returns the state of the stored lists; one read. Throws DatabaseUnavailable. */
export async function readListState(): Promise<StoreListState> {
  const snapshot = await readDocument('reading store lists', lists().doc('state'))
  return stateFrom(snapshot.data())
}

/** Whether this process shall take the lists now: one of many, in one transaction. Throws DatabaseUnavailable. */
export async function claimListRefresh(now: Date): Promise<boolean> {
  const reference = lists().doc('state')
  return transact('claiming store lists', async (tx) => {
    const state = stateFrom((await tx.get(reference)).data())
    if (!isListDue(state, now)) return false
    tx.set(reference, { triedAt: now.toISOString() }, { merge: true })
    return true
  })
}

const CODES: Readonly<Record<StoreChain, string>> = { '7-11': 'seven', 全家: 'family' }

function pieceIds(chain: StoreChain, { version, pieces }: Pick<StoredList, 'version' | 'pieces'>) {
  return Array.from({ length: pieces }, (_, at) => `${CODES[chain]}-${version}-${at}`)
}

/**
 * Returns a chain's stored stores with one read per piece, or undefined if one is missing. Throws
 * DatabaseUnavailable.
 */
export async function readStoreList(
  chain: StoreChain,
  kept: StoredList,
): Promise<readonly ListedStore[] | undefined> {
  const references = pieceIds(chain, kept).map((id) => lists().doc(id))
  const found = await readDocuments('reading stores', references)
  const texts = found.map((snapshot): unknown => snapshot.get('stores'))
  if (!texts.every((text) => typeof text === 'string')) return undefined
  return texts
    .flatMap((text) => pieceSchema.parse(JSON.parse(text)))
    .map(([number, name, address]) => ({ chain, number, name, address }))
}

/**
 * Replaces a chain's stores and removes those of `before`. Content-hashed names keep readers from
 * mixing two versions.
 */
export async function storeList(
  chain: StoreChain,
  stores: readonly ListedStore[],
  before: StoredList | undefined,
): Promise<void> {
  const rows = stores.map(({ number, name, address }) => [number, name, address])
  const pieces: string[] = []
  for (let from = 0; from < rows.length; from += STORES_A_PIECE) {
    pieces.push(JSON.stringify(rows.slice(from, from + STORES_A_PIECE)))
  }
  const version = createHash('sha256').update(pieces.join('\n')).digest('hex').slice(0, 12)
  if (version === before?.version) return
  const kept: StoredList = { version, pieces: pieces.length, count: stores.length }
  // Each alone: together they pass the largest request.
  const writes = pieceIds(chain, kept).map((id, at) =>
    writeDocuments('keeping stores', (batch) => batch.set(lists().doc(id), { stores: pieces[at] })),
  )
  await Promise.all(writes)
  await writeDocuments('naming stores', (batch) =>
    batch.set(lists().doc('state'), { lists: { [chain]: kept } }, { merge: true }),
  )
  if (before === undefined) return
  const old = pieceIds(chain, before).map((id) => lists().doc(id))
  await writeDocuments('removing stores', (batch) => {
    for (const piece of old) batch.delete(piece)
  })
}

/** Notes that every chain's list was taken. Throws DatabaseUnavailable. */
export async function noteListsTaken(now: Date): Promise<void> {
  await writeDocuments('noting store lists', (batch) =>
    batch.set(lists().doc('state'), { takenAt: now.toISOString() }, { merge: true }),
  )
}

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

/** Counts of updated and failed store lists. */
export type StoreRefresh = { readonly kept: number; readonly failed: number }

// A list that lost many stores at once is a broken one: the last good one stays, and the log alarms.
async function refreshChain(
  { listStores }: ParcelCarrier,
  chain: StoreChain,
  before: StoredList | undefined,
): Promise<boolean> {
  try {
    const stores = await listStores(chain)
    const { length: count } = stores
    if (!canReplace(before, count)) {
      log('store-list-refused', { chain, count, before: before?.count ?? 0 }, 'ERROR')
      return false
    }
    await storeList(chain, stores, before)
    log('store-list-stored', { chain, count })
    return true
  } catch (error) {
    logFailure('store-list', error, { chain })
    return false
  }
}

/**
 * Updates the store lists once a day; retries a logged failure in half an hour. Undefined if not
 * due or without a carrier.
 */
export async function refreshStores(now: Date): Promise<StoreRefresh | undefined> {
  const parcelCarrier = carrier(findCities())
  if (parcelCarrier === undefined || storesFrom() !== 'list') return undefined
  try {
    if (!(await claimListRefresh(now))) return undefined
    const state = await readListState()
    let kept = 0
    for (const chain of LISTED_CHAINS) {
      if (await refreshChain(parcelCarrier, chain, state.lists[chain])) kept += 1
    }
    const failed = LISTED_CHAINS.length - kept
    if (failed === 0) await noteListsTaken(now)
    return { kept, failed }
  } catch (error) {
    logFailure('store-lists', error)
    return { kept: 0, failed: LISTED_CHAINS.length }
  }
}
