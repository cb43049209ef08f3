import 'server-only'

import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Timestamp,
  type Transaction,
} from 'firebase-admin/firestore'
import { z } from 'zod'

import type { CounterName, Counts } from '../../order/stock.ts'
import { database, withDeadline } from './database.ts'
import { mergeFields } from './merge.ts'

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
  const { docs } = await withDeadline('reading counters', database().collection(counter).get())
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
  const call = database().runTransaction(async (tx: Transaction) => {
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
  return withDeadline('repairing a counter', call)
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
