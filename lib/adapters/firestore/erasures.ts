import 'server-only'

import type { Query } from 'firebase-admin/firestore'
import { z } from 'zod'

import { database, expiry, withDeadline } from './database.ts'

const ERASURES = 'erasures'

/** Longer than any backup is kept (docs/operations.md), so that a restore can run them again. */
const KEPT_DAYS = 400

const erasureSchema = z.object({
  uid: z.string(),
  /** `all`: the owner erased a person. `unpaid`: a member deleted the account; paid orders stay as they are. */
  scope: z.enum(['all', 'unpaid']),
  /** Account or person that requested it. */
  by: z.string(),
  startedAt: z.iso.datetime(),
  /** The id of the last order that is done. */
  cursor: z.string().optional(),
  /** Whether an order was passed over, because it is not over yet. */
  hasOpen: z.boolean().default(false),
  /** Time of the next step; absent when done. */
  dueAt: z.iso.datetime().optional(),
})

/** An erasure of a person: erasures/{uid}. */
export type ErasureRun = Readonly<z.infer<typeof erasureSchema>>

const reference = (uid: string) => database().collection(ERASURES).doc(uid)

/** Writes down how far an erasure is. Throws DatabaseUnavailable. */
export async function saveErasure(run: ErasureRun): Promise<void> {
  const call = reference(run.uid).set({ ...run, ...expiry(run.startedAt, KEPT_DAYS) })
  await withDeadline('saving an erasure', call)
}

async function read(what: string, query: Query): Promise<readonly ErasureRun[]> {
  const { docs } = await withDeadline(what, query.get())
  return docs.flatMap((document) => erasureSchema.safeParse(document.data()).data ?? [])
}

/** Erasures that go on now, at most so many. Throws DatabaseUnavailable. */
export function dueErasures(now: Date, limit: number): Promise<readonly ErasureRun[]> {
  const due = database().collection(ERASURES).where('dueAt', '<=', now.toISOString())
  return read('finding erasures', due.orderBy('dueAt').limit(limit))
}

/** Every erasure that is kept, the oldest first. Throws DatabaseUnavailable. */
export function allErasures(): Promise<readonly ErasureRun[]> {
  return read('reading erasures', database().collection(ERASURES).orderBy('startedAt'))
}
