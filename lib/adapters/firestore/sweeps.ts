import 'server-only'

import { z } from 'zod'

import type { SweepRecord } from '../../sweep/sweep-watch.ts'
import { database, withDeadline } from './database.ts'

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
  await withDeadline('recording a sweep', reference().set(record))
}

/** Returns the last finished sweep, or undefined. One read. Throws DatabaseUnavailable. */
export async function readLastSweep(): Promise<SweepRecord | undefined> {
  const snapshot = await withDeadline('reading the last sweep', reference().get())
  return recordSchema.safeParse(snapshot.data()).data
}

/**
 * Claims an overdue sweep unless another process did since `before`. One transaction. Throws
 * DatabaseUnavailable.
 */
export async function claimSweep(now: Date, before: Date): Promise<boolean> {
  const call = database().runTransaction(async (tx) => {
    const stored = recordSchema.safeParse((await tx.get(reference())).data()).data
    const since = before.toISOString()
    if (stored && (stored.at > since || (stored.claimedAt ?? '') > since)) return false
    const { at = new Date(0).toISOString(), failed = 0 } = stored ?? {}
    tx.set(reference(), { at, failed, claimedAt: now.toISOString() })
    return true
  })
  return withDeadline('claiming a sweep', call)
}
