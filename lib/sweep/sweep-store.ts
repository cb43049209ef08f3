import 'server-only'

import { z } from 'zod'
import type { Order } from '../order/order.ts'
import {
  database,
  find,
  readDocument,
  transact,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { ordersFrom, orderQuery } from '../order/order-store.ts'
import type { SweepRecord } from './after-answer.ts'

const customerSchema = z.object({
  uid: z.string(),
  email: z.string().catch(''),
  name: z.string().catch(''),
  createdAt: z.string(),
})

/** A member who has paid once, as the member's document names them. */
export type StoredCustomer = Readonly<z.infer<typeof customerSchema>>

/** Members who have paid once, the newest first, from before a time (ISO 8601); reads what it answers. */
export async function customersBefore(
  before: string | undefined,
  limit: number,
): Promise<readonly StoredCustomer[]> {
  const all = database().collection('users').where('hasPaid', '==', true)
  const sorted = all.orderBy('createdAt', 'desc')
  const query = (before === undefined ? sorted : sorted.startAfter(before)).limit(limit)
  const docs = await find('listing customers', query)
  return docs.flatMap((document) => customerSchema.safeParse(document.data()).data ?? [])
}

/** All orders of these members, at most 30 of them; reads what it answers. */
export async function ordersOfMembers(uids: readonly string[]): Promise<readonly Order[]> {
  if (uids.length === 0) return []
  const query = orderQuery().where('uid', 'in', uids)
  return ordersFrom(await find('reading orders of customers', query)).orders
}

/** The most sold orders that one question reads. */
const MOST_SOLD = 1000

/** Orders paid since a time (ISO 8601), at most a thousand, the newest first; reads what it answers. */
export async function ordersPaidSince(since: string): Promise<readonly Order[]> {
  const query = orderQuery().where('paidAt', '>=', since).orderBy('paidAt', 'desc').limit(MOST_SOLD)
  return ordersFrom(await find('reading sales', query)).orders
}

function reference() {
  return database().collection('sweeps').doc('last')
}

const recordSchema = z.object({
  at: z.iso.datetime(),
  failed: z.number(),
  claimedAt: z.iso.datetime().optional(),
})

/** Remembers that a sweep ended; one write. Throws DatabaseUnavailable. */
export async function recordSweep(record: SweepRecord): Promise<void> {
  await writeDocuments('recording a sweep', (batch) => batch.set(reference(), record))
}

/** Returns the last finished sweep, or undefined. One read. Throws DatabaseUnavailable. */
export async function readLastSweep(): Promise<SweepRecord | undefined> {
  const snapshot = await readDocument('reading the last sweep', reference())
  return recordSchema.safeParse(snapshot.data()).data
}

/**
 * Claims an overdue sweep unless another process did since `before`. One transaction. Throws
 * DatabaseUnavailable.
 */
export async function claimSweep(now: Date, before: Date): Promise<boolean> {
  return transact('claiming a sweep', async (tx) => {
    const stored = recordSchema.safeParse((await tx.get(reference())).data()).data
    const since = before.toISOString()
    if (stored && (stored.at > since || (stored.claimedAt ?? '') > since)) return false
    const { at = new Date(0).toISOString(), failed = 0 } = stored ?? {}
    tx.set(reference(), { at, failed, claimedAt: now.toISOString() })
    return true
  })
}
