import 'server-only'

import {
  type DocumentSnapshot,
  database,
  expiry,
  readDocument,
  readDocuments,
  transact,
  writeDocuments,
} from '../../adapters/firestore/database.ts'
import {
  type MapChoice,
  mapChoiceSchema,
  isListDue,
  type KeptList,
  type StoreListState,
  type ListedStore,
} from './store.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { StoreChain } from '../../delivery/recipient.ts'

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

function piecesOf(stores: readonly ListedStore[]): readonly string[] {
  const rows = stores.map(({ number, name, address }) => [number, name, address])
  const starts = Array.from({ length: Math.ceil(rows.length / STORES_A_PIECE) }, (_, at) => at)
  return starts.map((at) =>
    JSON.stringify(rows.slice(at * STORES_A_PIECE, (at + 1) * STORES_A_PIECE)),
  )
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
  const pieces = piecesOf(stores)
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
