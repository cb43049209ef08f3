import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import {
  database,
  type DocumentSnapshot,
  expiry,
  find,
  readDocuments,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { isEmail } from '../text/plain-text.ts'
import { oldKeys, soughtOldKeys } from './old-records.ts'

const line = z.string().max(500)

const customerSchema = z.object({
  email: line.refine(isEmail),
  name: line,
  phone: line,
  note: line,
})

const orderSchema = customerSchema.extend({
  email: line.refine((email) => email === '' || isEmail(email)),
  number: line.min(1),
  placedOn: z.iso.date(),
  total: z.int().min(0),
  goods: line,
  state: line,
})

/** The rows of one call, by their kind. */
export const oldRowsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('customers'), rows: z.array(customerSchema).min(1).max(200) }),
  z.object({ kind: z.literal('orders'), rows: z.array(orderSchema).min(1).max(200) }),
])
export type OldRows = Readonly<z.infer<typeof oldRowsSchema>>

/** How long they are kept, in days: five years. */
const KEPT_DAYS = 1826

const stored = { importedAt: z.iso.datetime() }
const storedSchema = z.discriminatedUnion('kind', [
  customerSchema.extend({ kind: z.literal('customers'), ...stored }),
  orderSchema.extend({ kind: z.literal('orders'), ...stored }),
])

/** The document old_records/{kind}-{hash of its key}: read by the owner and by whom it is of, and by nothing else. */
export type OldRecord = Readonly<z.infer<typeof storedSchema>>

/** An old order as it is stored. */
export type StoredOldOrder = Extract<OldRecord, { readonly kind: 'orders' }>

const records = () => database().collection('old_records')

function recordFrom(document: DocumentSnapshot): OldRecord | undefined {
  return document.exists ? storedSchema.safeParse(document.data()).data : undefined
}

/** How many rows are new, known as they are, and known with other values. */
export type OldCounts = {
  readonly fresh: number
  readonly same: number
  readonly changed: number
}

/**
 * Stores rows, or with `isTrial` only counts them; known ones that are the same stay as they are. Reads a document
 * for each. Throws DatabaseUnavailable.
 */
export async function storeOldRows(
  { kind, rows }: OldRows,
  { now, isTrial }: { readonly now: Date; readonly isTrial: boolean },
): Promise<OldCounts> {
  const keyed = rows.map((row) => {
    // The same number is the same document, however often it is imported.
    const key = ('number' in row ? row.number : row.email).toLowerCase()
    const hash = createHash('sha256').update(key).digest('hex').slice(0, 40)
    return { row, reference: records().doc(`${kind}-${hash}`) }
  })
  const known = await readDocuments(
    'reading old records',
    keyed.map(({ reference }) => reference),
  )
  const before = known.map(recordFrom)
  const importedAt = now.toISOString()
  const states = keyed.map(({ row }, index) => {
    const record = before[index]
    if (!record) return 'fresh' as const
    const fields = new Map<string, unknown>(Object.entries(record))
    const isSame = Object.entries(row).every(([field, value]) => fields.get(field) === value)
    return isSame ? 'same' : 'changed'
  })
  const written = keyed.filter((_, index) => states[index] !== 'same')
  if (!isTrial && written.length > 0) {
    await writeDocuments('storing old records', (batch) => {
      for (const { row, reference } of written) {
        const fields = { ...row, kind, importedAt, keys: oldKeys(row) }
        batch.set(reference, { ...fields, ...expiry(importedAt, KEPT_DAYS) })
      }
    })
    globalThis.oldRecordsBelief = undefined
  }
  const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length
  return { fresh: count('fresh'), same: count('same'), changed: count('changed') }
}

const recordsFrom = (documents: readonly DocumentSnapshot[]) =>
  documents.flatMap((document) => recordFrom(document) ?? [])

const dayOf = (record: OldRecord) => (record.kind === 'orders' ? record.placedOn : '')

const newestFirst = (all: readonly OldRecord[]) =>
  all.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)))

/** The most records of one search or one address. */
const MOST_FOUND = 100

/**
 * Old customers and orders with a number, address, telephone or name, by the first form of the text that finds any.
 * Reads what it answers. Throws DatabaseUnavailable.
 */
export async function findOldRecords(text: string): Promise<readonly OldRecord[]> {
  for (const key of soughtOldKeys(text)) {
    const query = records().where('keys', 'array-contains', key).limit(MOST_FOUND)
    const found = recordsFrom(await find('searching old records', query))
    if (found.length > 0) return newestFirst(found)
  }
  return []
}

const ofAddress = (email: string) => records().where('email', '==', email.toLowerCase())

/** All old records of an address; reads what it answers. Throws DatabaseUnavailable. */
export async function oldRecordsOfAddress(email: string): Promise<readonly OldRecord[]> {
  return newestFirst(recordsFrom(await find('reading old records', ofAddress(email))))
}

/** Removes all old records of an address. Throws DatabaseUnavailable. */
export async function removeOldRecords(email: string): Promise<void> {
  const documents = await find('reading old records', ofAddress(email))
  if (documents.length === 0) return
  await writeDocuments('removing old records', (batch) => {
    for (const { ref } of documents) batch.delete(ref)
  })
}

/** How long a process believes whether anything was imported, in milliseconds. */
const BELIEVED_FOR = 10 * 60_000

declare global {
  var oldRecordsBelief: { readonly isEmpty: boolean; readonly until: number } | undefined
}

// Pages and actions load this module each for themselves; what is believed is the process's.
async function isNothingImported(now: number): Promise<boolean> {
  const known = globalThis.oldRecordsBelief
  if (known && now < known.until) return known.isEmpty
  const isEmpty = (await find('looking for old records', records().limit(1))).length === 0
  globalThis.oldRecordsBelief = { isEmpty, until: now + BELIEVED_FOR }
  return isEmpty
}

/**
 * A member's old orders by an address that is proven to be theirs, the newest first. A process looks once in ten
 * minutes whether anything was imported at all; one that imports knows at once. Throws DatabaseUnavailable.
 */
export async function oldOrdersOf(
  email: string,
  now = Date.now(),
): Promise<readonly StoredOldOrder[]> {
  if (await isNothingImported(now)) return []
  const found = await find('reading old orders', ofAddress(email).limit(MOST_FOUND))
  return newestFirst(recordsFrom(found)).flatMap((record) =>
    record.kind === 'orders' ? [record] : [],
  )
}
