import 'server-only'

import { z } from 'zod'

import {
  database,
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  find,
  isPlain,
  mergeFields,
  readDocuments,
  type Timestamp,
  transact,
  type Transaction,
} from '#lib/adapters/firestore/database.ts'
import { discountReference } from '#lib/discount/discount-store.ts'
import type { UseMove } from '#lib/discount/discount.ts'
import type { FirstTimeMove } from '#lib/order/first-time-buyers.ts'
import { timeCode } from '#lib/order/order-number.ts'
import { FIRST_TIME_COUNTS, firstTimeReservationsSchema } from '#lib/order/reservation-limits.ts'
import { type Override, overrideSchema } from '#lib/product/override.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { defined, type Result } from '#lib/result.ts'
import { afterPrevious } from '#lib/time/after-previous.ts'
import type { ReservedStock, StockMove, ReservedStockByProduct } from './stock.ts'

/**
 * The counters beside the orders: units taken of a product, pre-ordered units to be made, units in
 * reservations of accounts that have never paid, the order numbers of an hour, and uses of a code.
 */
export const COUNTERS = [
  'stock',
  'to_make',
  'firstTimeBuyers',
  'order_counters',
  'discounts',
] as const
export type CounterName = (typeof COUNTERS)[number]

/**
 * The counts of one document by the path of their field: `stock`, `sizes/M`, `units/白 M`,
 * `days/2027-04-15`, `firstTimeBuyers/2026-11-21T02:30:00.000Z/verified`, `current`, `uses`,
 * `members/{hash}`. A count of 0 is left out.
 */
export type Counts = ReadonlyMap<string, number>

/** The counts of every document of a counter, by product, hour or code. */
export type CountsByProduct = ReadonlyMap<string, Counts>

/** A count that is not what the orders say. */
export type CountDifference = {
  readonly counter: CounterName
  readonly product: string
  readonly field: string
  readonly stored: number
  readonly counted: number
}

const NONE: Counts = new Map()

const HOUR = 60 * 60 * 1000

/** Hours of which a wrong number is put right; an older one takes no order any more. */
const OPEN_HOURS = 48

/** The first hour (YYYYMMDDHH in Taipei) whose number is compared at `now`. */
export const firstOpenHour = (now: Date) => timeCode(new Date(now.getTime() - OPEN_HOURS * HOUR))

/** The counts that still matter at `now`: those of holds that last, and of hours that may still take orders. */
export function lastingCounts(
  counter: CounterName,
  document: string,
  counts: Counts,
  now: Date,
): Counts {
  switch (counter) {
    case 'stock':
    case 'to_make':
    case 'discounts':
      return counts
    case 'firstTimeBuyers':
      return new Map(
        [...counts].filter(([path]) => Date.parse(path.split('/')[1] ?? '') > now.getTime()),
      )
    case 'order_counters':
      return document < firstOpenHour(now) ? NONE : counts
  }
}

/**
 * Where the stored counts of a product or hour differ from those of the orders. Of an hour more
 * numbers may be gone than there are orders: none is given twice.
 */
export function countDifferences(
  counter: CounterName,
  product: string,
  { stored = NONE, counted = NONE }: { stored?: Counts | undefined; counted?: Counts | undefined },
): readonly CountDifference[] {
  return [...new Set([...stored.keys(), ...counted.keys()])].flatMap((field) => {
    const difference = { stored: stored.get(field) ?? 0, counted: counted.get(field) ?? 0 }
    const isSame =
      counter === 'order_counters'
        ? difference.stored >= difference.counted
        : difference.stored === difference.counted
    return isSame ? [] : [{ counter, product, field, ...difference }]
  })
}

/** Counts to add to a counter's document, by field; a map of them adds to each name in it. */
type AddedCounts = Readonly<Record<string, number | Readonly<Partial<Record<string, number>>>>>

/** Adds to the counts of a document, in a transaction that need not have read it. */
export function addCounts(
  tx: Transaction,
  reference: DocumentReference,
  added: AddedCounts,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const increments = Object.entries(added).map(([field, count]) => {
    if (typeof count === 'number') return [field, FieldValue.increment(count)] as const
    const inner = Object.entries(count).map(([name, one = 0]) => [name, FieldValue.increment(one)])
    return [field, Object.fromEntries(inner)] as const
  })
  const counts = Object.fromEntries(increments)
  tx.set(reference, mergeFields({ ...fields, ...counts }), { merge: true })
}

/** A counter's document: its counts, and when it was written last. */
export type StoredCounts = { readonly counts: Counts; readonly writtenAt: Timestamp | undefined }

/** Where a counter's documents are, and the fields that it counts. Others, as the owner's corrections, stay. */
const COUNTED = {
  stock: { collection: 'stock', fields: ['stock', 'preorder', 'sizes'] },
  to_make: { collection: 'to_make', fields: ['units', 'pending', 'days'] },
  firstTimeBuyers: { collection: 'stock', fields: ['firstTimeBuyers'] },
  order_counters: { collection: 'order_counters', fields: ['current'] },
  discounts: { collection: 'discounts', fields: ['uses', 'members'] },
} as const satisfies Readonly<Record<CounterName, object>>

/** The fields whose value is one count; the others' are maps. */
const SINGLE: ReadonlySet<string> = new Set(['stock', 'preorder', 'current', 'uses'])

function countsAt(path: string, stored: unknown): readonly (readonly [string, number])[] {
  if (typeof stored === 'number') return stored === 0 ? [] : [[path, stored]]
  if (!isPlain(stored)) return []
  return Object.entries(stored).flatMap(([name, inner]) => countsAt(`${path}/${name}`, inner))
}

/**
 * Every document of a counter by product or hour, of hours those that may still take orders at `now`;
 * one read each. Throws DatabaseUnavailable.
 */
export async function readCounts(
  counter: CounterName,
  now: Date,
): Promise<ReadonlyMap<string, StoredCounts>> {
  const { collection, fields } = COUNTED[counter]
  const documents = database().collection(collection)
  const isByHour = counter === 'order_counters'
  const query = isByHour ? documents.where('__name__', '>=', firstOpenHour(now)) : documents
  const docs = await find('reading counters', query)
  return new Map(
    docs.map((doc) => {
      const counts = new Map(fields.flatMap((field) => countsAt(field, doc.get(field))))
      return [doc.id, { counts, writtenAt: doc.updateTime }]
    }),
  )
}

/** Whether a document was written by nobody since it was seen. */
export function isUnwritten(
  now: DocumentSnapshot | undefined,
  seen: { readonly writtenAt: Timestamp | undefined } | undefined,
): boolean {
  const { updateTime } = now ?? {}
  if (updateTime === undefined || seen?.writtenAt === undefined)
    return updateTime === seen?.writtenAt
  return updateTime.isEqual(seen.writtenAt)
}

/**
 * Stores the counts of a product or hour anew, unless its document was written since `seen`: every change
 * of an order that moves a unit writes this document in its own transaction, so an unwritten one
 * means that no order moved a unit while all were read, and what was counted holds. The read of
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
  const reference = database().collection(COUNTED[counter].collection).doc(product)
  return transact('repairing a counter', async (tx: Transaction) => {
    const now = await tx.get(reference)
    if (!isUnwritten(now, seen)) return false
    const counts = COUNTED[counter].fields.map((field) => [field, valueAt(field, counted)])
    const named = counter === 'to_make' ? { title } : {}
    const fields = { ...Object.fromEntries(counts), ...named }
    if (now.exists) tx.update(reference, fields)
    else tx.create(reference, fields)
    return true
  })
}

// The counts below a path, as a map.
function mapAt(path: string, counted: Counts): Readonly<Record<string, number>> {
  const below = [...counted].filter(([one]) => one.startsWith(`${path}/`))
  return Object.fromEntries(below.map(([one, count]) => [one.slice(path.length + 1), count]))
}

function valueAt(field: string, counted: Counts) {
  if (SINGLE.has(field)) return counted.get(field) ?? 0
  if (field !== 'firstTimeBuyers') return mapAt(field, counted)
  // By the minute, and who holds them.
  const minutes = new Set([...counted.keys()].map((path) => path.split('/')[1] ?? ''))
  return Object.fromEntries(
    [...minutes].map((minute) => [minute, mapAt(`${field}/${minute}`, counted)]),
  )
}

/** The reference to the document that counts a product's units. */
export function stockReference(product: string) {
  return database().collection('stock').doc(product)
}

const takenSchema = z.object({
  stock: z.number().catch(0),
  preorder: z.number().catch(0),
  sizes: z.partialRecord(z.enum(SIZES), z.number()).optional().catch(undefined),
  override: overrideSchema.optional().catch(undefined),
  firstTimeBuyers: firstTimeReservationsSchema.optional().catch(undefined),
})

/** Reserved units of a product, from its document. */
export function reservedStockFrom(snapshot: DocumentSnapshot | undefined): ReservedStock {
  const { sizes, override, firstTimeBuyers, ...taken } = takenSchema.parse(snapshot?.data() ?? {})
  return {
    ...taken,
    ...defined({ sizes, override, firstTimeBuyers }),
  }
}

/** Reads the reserved units of these products in a transaction. */
export async function reservedStockIn(
  tx: Transaction,
  products: readonly string[],
): Promise<ReservedStockByProduct> {
  if (products.length === 0) return new Map()
  const found = await tx.getAll(...products.map(stockReference))
  return new Map(found.map((snapshot) => [snapshot.id, reservedStockFrom(snapshot)]))
}

/** Returns the reserved units of these products by id; one read each. Throws DatabaseUnavailable. */
export async function readReservedStock(
  products: readonly string[],
): Promise<ReservedStockByProduct> {
  if (products.length === 0) return new Map()
  const found = await readDocuments('stock', products.map(stockReference))
  return new Map(found.map((snapshot) => [snapshot.id, reservedStockFrom(snapshot)]))
}

// A sum of nothing is left out, as an empty map is (lib/inventory/inventory-store.ts).
function firstTimeFields(moves: readonly FirstTimeMove[]) {
  const minutes = new Map<string, FieldValue | Readonly<Record<string, FieldValue>>>()
  for (const [minute, own] of Map.groupBy(moves, (move) => move.minute)) {
    const counts = own.flatMap(({ units }) => (units === 'over' ? [] : [units]))
    const sums = FIRST_TIME_COUNTS.flatMap((who) => {
      const sum = counts.reduce((total, one) => total + (one[who] ?? 0), 0)
      return sum === 0 ? [] : [[who, FieldValue.increment(sum)] as const]
    })
    if (own.length > counts.length) minutes.set(minute, FieldValue.delete())
    else minutes.set(minute, Object.fromEntries(sums))
  }
  return { firstTimeBuyers: Object.fromEntries(minutes) }
}

/**
 * Counts units of a product taken or given back, and what first-time buyers hold of it, in one write of a transaction; it need not
 * have read them.
 */
export function moveStock(
  tx: Transaction,
  { id, stock, preorder, sizes }: StockMove,
  firstTimeBuyers: readonly FirstTimeMove[] = [],
): void {
  const held = firstTimeFields(firstTimeBuyers.filter((move) => move.id === id))
  addCounts(tx, stockReference(id), { stock, preorder, sizes }, held)
}

/** Counts what first-time buyers hold of products, in a write for each. */
export function moveFirstTimeReservations(tx: Transaction, moves: readonly FirstTimeMove[]): void {
  for (const [id, own] of Map.groupBy(moves, (move) => move.id)) {
    const counted = mergeFields(firstTimeFields(own))
    if (Object.keys(counted).length > 0) tx.set(stockReference(id), counted, { merge: true })
  }
}

/** Counts a use of a code, or one given back, in a transaction that need not have read it. */
export function moveUses(tx: Transaction, { code, member, uses }: UseMove): void {
  addCounts(tx, discountReference(code), { uses, members: { [member]: uses } })
}

/** Fields of an override that the owner changes. */
export type OverrideChange = Omit<Override, 'changedAt'>

/** Author, time (ISO 8601 in UTC) and reason of the change. */
export type OverrideNote = { readonly at: string; readonly who: string; readonly reason: string }

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
    const taken = reservedStockFrom(await tx.get(reference))
    const answer = decide(taken)
    if (!answer.ok) return answer
    const { override: before } = taken
    const changedAt = afterPrevious(note.at, before?.changedAt)
    const override = { ...before, ...answer.data, changedAt }
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
