import 'server-only'

import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Timestamp,
  type Transaction,
  database,
  find,
  mergeFields,
  readDocuments,
  transact,
} from '../adapters/firestore/database.ts'
import { z } from 'zod'
import {
  type CounterName,
  type Counts,
  type StockMove,
  type ReservedStock,
  type TakenPieces,
} from './stock.ts'
import { NEWCOMERS, newcomerHoldsSchema } from './order.ts'
import type { NewcomerMove } from './newcomer-holds.ts'
import { overrideSchema, type Override } from '../product/product.ts'
import { SIZES } from '../product/sizes.ts'
import { defined, type Result } from '../result.ts'

/** Counts to add to a counter's document, by field; a map of them adds to each name in it. */
type AddedCounts = Readonly<Record<string, number | Readonly<Partial<Record<string, number>>>>>

function increments(added: AddedCounts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(added).map(([field, count]) => [
      field,
      typeof count === 'number'
        ? FieldValue.increment(count)
        : Object.fromEntries(
            Object.entries(count).map(([name, one = 0]) => [name, FieldValue.increment(one)]),
          ),
    ]),
  )
}

/** Adds to the counts of a document, in a transaction that need not have read it. */
export function addCounts(
  tx: Transaction,
  reference: DocumentReference,
  added: AddedCounts,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  tx.set(reference, mergeFields({ ...fields, ...increments(added) }), { merge: true })
}

/** A counter's document: its counts, and when it was written last. */
export type StoredCounts = { readonly counts: Counts; readonly writtenAt: Timestamp | undefined }

const countsSchema = z.record(z.string(), z.number())
const fieldSchema = z.union([z.number(), countsSchema]).catch(0)

/** The fields that a counter counts. Others of its document, as the owner's corrections, stay. */
const FIELDS = {
  stock: { single: ['stock', 'preorder'], maps: ['sizes'] },
  to_make: { single: [], maps: ['pieces', 'days'] },
  discounts: { single: ['uses'], maps: ['members'] },
} as const satisfies Readonly<Record<CounterName, object>>

function countsIn(counter: CounterName, snapshot: DocumentSnapshot): Counts {
  const { single, maps } = FIELDS[counter]
  const all = [...single, ...maps].flatMap((field): (readonly [string, number])[] => {
    const stored = fieldSchema.parse(snapshot.get(field) ?? 0)
    if (typeof stored === 'number') return [[field, stored]]
    return Object.entries(stored).map(([name, count]) => [`${field}/${name}`, count])
  })
  return new Map(all.filter(([, count]) => count !== 0))
}

/** Every document of a counter by product; one read each. Throws DatabaseUnavailable. */
export async function readCounts(counter: CounterName): Promise<ReadonlyMap<string, StoredCounts>> {
  const docs = await find('reading counters', database().collection(counter))
  return new Map(
    docs.map((one) => [one.id, { counts: countsIn(counter, one), writtenAt: one.updateTime }]),
  )
}

/**
 * Stores the counts of a product anew, unless its document was written since `seen`: every change
 * of an order that moves a piece writes this document in its own transaction, so an unwritten one
 * means that no order moved a piece while all were read, and what was counted holds. The read of
 * this transaction keeps it so until the commit. Returns whether it wrote. Throws
 * DatabaseUnavailable.
 */
export async function repairCounts(
  counter: CounterName,
  product: string,
  {
    seen,
    counted,
    title,
  }: { readonly seen: StoredCounts | undefined; readonly counted: Counts; readonly title: string },
): Promise<boolean> {
  const reference = database().collection(counter).doc(product)
  return transact('repairing a counter', async (tx: Transaction) => {
    const now = await tx.get(reference)
    const isUnwritten =
      now.updateTime === undefined || seen?.writtenAt === undefined
        ? now.updateTime === seen?.writtenAt
        : now.updateTime.isEqual(seen.writtenAt)
    if (!isUnwritten) return false
    const fields = { ...fieldsOf(counter, counted), ...(counter === 'to_make' ? { title } : {}) }
    if (now.exists) tx.update(reference, fields)
    else tx.create(reference, fields)
    return true
  })
}

function fieldsOf(counter: CounterName, counted: Counts): Readonly<Record<string, unknown>> {
  const { single, maps } = FIELDS[counter]
  const namesOf = (field: string) =>
    [...counted].flatMap(([path, count]) =>
      path.startsWith(`${field}/`) ? [[path.slice(field.length + 1), count] as const] : [],
    )
  return Object.fromEntries([
    ...single.map((field) => [field, counted.get(field) ?? 0]),
    ...maps.map((field) => [field, Object.fromEntries(namesOf(field))]),
  ])
}

/** The reference to the document that counts a product's pieces. */
export function stockReference(product: string) {
  return database().collection('stock').doc(product)
}

const takenSchema = z.object({
  stock: z.number().catch(0),
  preorder: z.number().catch(0),
  sizes: z.partialRecord(z.enum(SIZES), z.number()).optional().catch(undefined),
  override: overrideSchema.optional().catch(undefined),
  newcomers: newcomerHoldsSchema.optional().catch(undefined),
})

/** Reserved pieces of a product, from its document. */
export function takenFrom(snapshot: DocumentSnapshot | undefined): ReservedStock {
  const { sizes, override, newcomers, ...taken } = takenSchema.parse(snapshot?.data() ?? {})
  return {
    ...taken,
    ...defined({ sizes, override, newcomers }),
  }
}

/** Reads the reserved pieces of these products in a transaction. */
export async function takenIn(tx: Transaction, products: readonly string[]): Promise<TakenPieces> {
  if (products.length === 0) return new Map()
  const found = await tx.getAll(...products.map(stockReference))
  return new Map(found.map((snapshot) => [snapshot.id, takenFrom(snapshot)]))
}

/** Returns the reserved pieces of these products by id; one read each. Throws DatabaseUnavailable. */
export async function readTaken(products: readonly string[]): Promise<TakenPieces> {
  if (products.length === 0) return new Map()
  const found = await readDocuments('stock', products.map(stockReference))
  return new Map(found.map((snapshot) => [snapshot.id, takenFrom(snapshot)]))
}

// A sum of nothing is left out, as an empty map is (lib/order/stock-store.ts).
function newcomerFields(moves: readonly NewcomerMove[]) {
  const minutes = new Map<string, FieldValue | Readonly<Record<string, FieldValue>>>()
  for (const [minute, own] of Map.groupBy(moves, (move) => move.minute)) {
    const counts = own.flatMap(({ pieces }) => (pieces === 'over' ? [] : [pieces]))
    const sums = NEWCOMERS.flatMap((who) => {
      const sum = counts.reduce((total, one) => total + (one[who] ?? 0), 0)
      return sum === 0 ? [] : [[who, FieldValue.increment(sum)] as const]
    })
    if (own.length > counts.length) minutes.set(minute, FieldValue.delete())
    else minutes.set(minute, Object.fromEntries(sums))
  }
  return { newcomers: Object.fromEntries(minutes) }
}

/**
 * Counts pieces of a product taken or given back, and what newcomers hold of it, in one write of a transaction; it need not
 * have read them.
 */
export function moveStock(
  tx: Transaction,
  { id, stock, preorder, sizes }: StockMove,
  newcomers: readonly NewcomerMove[] = [],
): void {
  const held = newcomerFields(newcomers.filter((move) => move.id === id))
  addCounts(tx, stockReference(id), { stock, preorder, sizes }, held)
}

/** Counts what newcomers hold of products, in a write for each. */
export function moveNewcomers(tx: Transaction, moves: readonly NewcomerMove[]): void {
  for (const [id, own] of Map.groupBy(moves, (move) => move.id)) {
    const counted = mergeFields(newcomerFields(own))
    if (Object.keys(counted).length > 0) tx.set(stockReference(id), counted, { merge: true })
  }
}

/** Fields of an override that the owner changes. */
export type OverrideChange = Omit<Override, 'changedAt'>

/** Author, time (ISO 8601 in UTC) and reason of the change. */
export type OverrideNote = { readonly at: string; readonly who: string; readonly reason: string }

// Returns a time after the previous change, despite clock skew between instances.
function laterThan(before: Override | undefined, at: string): string {
  if (before === undefined || before.changedAt < at) return at
  return new Date(Date.parse(before.changedAt) + 1).toISOString()
}

/**
 * Changes a product's override in one transaction and logs it in stock/{id}/changes. Throws
 * DatabaseUnavailable.
 */
export async function changeOverride<Code extends string>(
  product: string,
  note: OverrideNote,
  decide: (taken: ReservedStock) => Result<OverrideChange, Code>,
): Promise<Result<Override, Code>> {
  const reference = stockReference(product)
  return transact('changing a product', async (tx: Transaction) => {
    const taken = takenFrom(await tx.get(reference))
    const answer = decide(taken)
    if (!answer.ok) return answer
    const kept = { ...taken.override, ...answer.data }
    const override = { ...kept, changedAt: laterThan(taken.override, note.at) }
    tx.set(reference, { override }, { mergeFields: ['override'] })
    tx.create(reference.collection('changes').doc(), { ...note, ...answer.data })
    return { ok: true, data: override } as const
  })
}

/** A change that was made: who, when and why, and what stood after it. */
export type StockNote = OverrideNote & OverrideChange

const noteSchema = overrideSchema.omit({ changedAt: true }).extend({
  at: z.iso.datetime(),
  who: z.string(),
  reason: z.string(),
})

/** Changes shown per product. */
const NOTES = 10

/** The last changes of a product, the newest first; reads what it answers. */
export async function readStockNotes(product: string): Promise<readonly StockNote[]> {
  const changes = stockReference(product).collection('changes').orderBy('at', 'desc').limit(NOTES)
  const docs = await find('reading changes of a product', changes)
  return docs.flatMap((doc) => noteSchema.safeParse(doc.data()).data ?? [])
}
