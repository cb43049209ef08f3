import 'server-only'

import { z } from 'zod'
import { database, readDocument, transact, writeDocuments } from '../adapters/firestore/database.ts'
import type { SweepRecord } from './after-answer.ts'

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
