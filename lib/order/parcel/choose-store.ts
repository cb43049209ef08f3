import 'server-only'

import { createHash, randomInt } from 'node:crypto'

import { z } from 'zod'

import { carrier } from '../../adapters/ecpay/carrier.ts'
import {
  type DocumentSnapshot,
  database,
  expiry,
  readDocument,
  readDocuments,
  transact,
  writeDocuments,
  DatabaseUnavailable,
} from '../../adapters/firestore/database.ts'
import { findCities } from '../../delivery/find-cities.ts'
import {
  type StoreChain,
  isStore,
  storeText,
  type Recipient,
  type ShippingMethod,
  storeFrom,
} from '../../delivery/recipient.ts'
import { logFailure, log } from '../../log/log.ts'
import { fail, ok, type Result } from '../../result.ts'
import { PATHS } from '../../routes/paths.ts'
import { storesFrom, hasCarrier } from '../../settings/env.ts'
import { execute } from '../execute.ts'
import { changeOrder, readOrder } from '../order-store.ts'
import { ORDER_DOCUMENT, type Order } from '../order.ts'
import { followParcel } from './booking.ts'
import {
  CarrierProblem,
  type ParcelCarrier,
  idsOf,
  liveParcel,
  type OrderParcel,
  type CarrierForm,
} from './order-parcel.ts'
import {
  type MapChoice,
  mapChoiceSchema,
  isListDue,
  type KeptList,
  type StoreListState,
  type ListedStore,
  searchStores,
  type StoreAnswer,
  type StoreQuery,
  type ChainStore,
  storeAt,
  choiceProblem,
  opensChoice,
  storeChosen,
  type StoreChoiceRefusal,
  storeWished,
  wishRefused,
  canReplace,
  LISTED_CHAINS,
  deliverToStore,
  type StoreRefusal,
  chosenStore,
  withReply,
} from './store.ts'

const KEPT_DAYS = 1

const reference = (token: string) => database().collection('map_choices').doc(token)

function choiceFrom(snapshot: DocumentSnapshot): MapChoice | undefined {
  return mapChoiceSchema.safeParse({ ...snapshot.data(), token: snapshot.id }).data
}

/** Stores that a member goes to the carrier's map. Throws DatabaseUnavailable. */
export async function createMapChoice({ token, ...choice }: MapChoice): Promise<void> {
  const kept = { ...choice, ...expiry(choice.startedAt, KEPT_DAYS) }
  await writeDocuments('storing a choice of a map', (batch) => batch.create(reference(token), kept))
}

/** Changes a choice in one transaction, where `change` answers one; returns what it answered. Throws DatabaseUnavailable. */
export async function changeMapChoice<Refusal extends string>(
  token: string,
  change: (choice: MapChoice | undefined) => MapChoice | Refusal,
): Promise<MapChoice | Refusal> {
  return transact('taking a choice of a map', async (tx) => {
    const changed = change(choiceFrom(await tx.get(reference(token))))
    if (typeof changed !== 'string') tx.update(reference(token), { store: changed.store })
    return changed
  })
}

/** Reads a choice; one read. Throws DatabaseUnavailable. */
export async function readMapChoice(token: string): Promise<MapChoice | undefined> {
  return choiceFrom(await readDocument('reading a choice of a map', reference(token)))
}

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

function pieceIds(chain: StoreChain, { version, pieces }: Pick<KeptList, 'version' | 'pieces'>) {
  return Array.from({ length: pieces }, (_, at) => `${CODES[chain]}-${version}-${at}`)
}

/**
 * Returns a chain's stored stores with one read per piece, or undefined if one is missing. Throws
 * DatabaseUnavailable.
 */
export async function readStoreList(
  chain: StoreChain,
  kept: KeptList,
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
export async function keepList(
  chain: StoreChain,
  stores: readonly ListedStore[],
  before: KeptList | undefined,
): Promise<void> {
  const rows = stores.map(({ number, name, address }) => [number, name, address])
  const pieces: string[] = []
  for (let from = 0; from < rows.length; from += STORES_A_PIECE) {
    pieces.push(JSON.stringify(rows.slice(from, from + STORES_A_PIECE)))
  }
  const version = createHash('sha256').update(pieces.join('\n')).digest('hex').slice(0, 12)
  if (version === before?.version) return
  const kept: KeptList = { version, pieces: pieces.length, count: stores.length }
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

/** Why another store was not chosen. */
export type ChooseStoreFailure = StoreChoiceRefusal | 'carrier-refused' | 'carrier-away'

type Sending = {
  readonly order: Order
  readonly parcel: OrderParcel
  readonly token: string
  readonly store: ChainStore
}

// The wish is stored before the carrier is asked; without its answer the wish stays, and the sweep looks.
async function sendOn(sending: Sending): Promise<ChooseStoreFailure | undefined> {
  const { order, parcel, token, store } = sending
  const parcelCarrier = carrier(findCities())
  const ids = idsOf(parcel)
  if (!ids || !parcelCarrier) return 'carrier-away'
  const context = { now: new Date(), by: 'member' as const }
  const wished = await execute(order.id, (stored) => storeWished(stored, token, store, context))
  if (!wished.ok) return wished.code === 'unknown-order' ? 'link-over' : wished.code
  try {
    await parcelCarrier.changeStore(ids, store.number)
    return undefined
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('change-store', error, { order: order.orderNumber })
    if (error.kind !== 'refused') return 'carrier-away'
    await changeOrder(order.id, (stored) => wishRefused(stored, store.number, context))
    return 'carrier-refused'
  }
}

// An earlier wish is settled first, so that the order names the store to which the parcel goes. Where its answer was
// lost, the carrier says so by the parcel's state.
async function settleWish({ order, parcel }: Sending): Promise<Order | ChooseStoreFailure> {
  const parcelCarrier = carrier(findCities())
  if (!order.storeChoice?.wish || !parcelCarrier) return order
  try {
    const record = await parcelCarrier.find(parcel.number)
    if (!record) return order
    const context = { now: new Date(), by: 'member' as const }
    return (await changeOrder(order.id, (stored) => followParcel(stored, record, context))) ?? order
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('change-store', error, { order: order.orderNumber })
    return 'carrier-away'
  }
}

async function writeChoice(order: Order, token: string, store: ChainStore) {
  const context = { now: new Date(), by: 'member' as const }
  const decide = (stored: Order) => {
    // A look of somebody else may have settled the wish meanwhile.
    const isSettled = !opensChoice(stored, token) && liveParcel(stored)?.store === store.number
    return isSettled ? ok(undefined) : storeChosen(stored, token, store, context)
  }
  const chosen = await execute(order.id, decide)
  if (chosen.ok) return ok(null)
  return fail(chosen.code === 'unknown-order' ? 'link-over' : chosen.code)
}

/** Sends an order to another store of the chains' lists, by the link of its mail. Throws DatabaseUnavailable. */
export async function chooseStore(choice: {
  readonly id: string
  readonly token: string
  readonly chain: StoreChain
  readonly number: string
}): Promise<Result<null, ChooseStoreFailure>> {
  const { id, token } = choice
  const order = ORDER_DOCUMENT.test(id) && token !== '' ? await readOrder(id) : undefined
  if (!order || !opensChoice(order, token)) return fail('link-over')
  const listed = await findStore(choice.chain, choice.number)
  // Without a list, only the carrier knows its stores.
  const store = listed === 'unlisted' ? storeAt({ ...choice, name: '', address: '' }, []) : listed
  if (store === undefined || !isStore(storeText(store))) return fail('store-unknown')
  const problem = choiceProblem(order, token, store)
  if (problem) return fail(problem)
  const parcel = liveParcel(order)
  if (!parcel) return writeChoice(order, token, store)
  const sending = { order, parcel, token, store }
  const settled = await settleWish(sending)
  if (typeof settled === 'string') return fail(settled)
  if (!opensChoice(settled, token)) {
    const isSame = liveParcel(settled)?.store === store.number
    return isSame ? ok(null) : fail('link-over')
  }
  const refusal = await sendOn({ ...sending, order: settled })
  return refusal ? fail(refusal) : writeChoice(settled, token, store)
}

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

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

// The map returns 20 characters: 62 to the power of 20 is about 119 bits.
const TOKEN = /^[0-9A-Za-z]{20}$/

function mapCarrier() {
  return storesFrom() === 'map' ? carrier(findCities()) : undefined
}

/**
 * Returns the form to a chain's store map, without member data; undefined without a map. Throws
 * DatabaseUnavailable.
 */
export async function startStoreMap(
  uid: string,
  chain: StoreChain,
  now = new Date(),
): Promise<CarrierForm | undefined> {
  const carrierOfMap = mapCarrier()
  if (carrierOfMap === undefined) return undefined
  const letters = Array.from({ length: 20 }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  const token = letters.join('')
  await createMapChoice({ token, uid, chain, startedAt: now.toISOString() })
  return carrierOfMap.storeMap(chain, token)
}

/**
 * Stores the map's reply and returns the path to continue at; undefined without a map. Throws
 * DatabaseUnavailable.
 */
export async function takeMapReply(body: string, now: Date): Promise<string | undefined> {
  const carrierOfMap = mapCarrier()
  if (carrierOfMap === undefined) return undefined
  const reply = carrierOfMap.readMapReply(body)
  if (reply === undefined || !TOKEN.test(reply.token))
    return `${PATHS.checkout}?store_error=invalid`
  const taken = await changeMapChoice(reply.token, (choice) => withReply(choice, reply, now))
  if (typeof taken === 'string') return `${PATHS.checkout}?store_error=${taken}`
  return `${PATHS.checkout}?store=${reply.token}`
}

/** The store that a member chose on the map; undefined for another's token, or one that is over. Throws DatabaseUnavailable. */
export async function findMapStore(
  uid: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  return TOKEN.test(token) ? chosenStore(await readMapChoice(token), uid, now) : undefined
}
