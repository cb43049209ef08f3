import 'server-only'

import { randomUUID } from 'node:crypto'

import type { Transaction } from 'firebase-admin/firestore'
import { z } from 'zod'

import { type Limited, recentUses, type Use } from '../../limit/allowance.ts'
import { database, expiry, withDeadline } from './database.ts'

/** What the instances tell each other of a member: action_limits/{uid}, a list for each kind. */
export const ACTION_LIMITS = 'action_limits'

// An allowance is of a minute.
const KEPT_DAYS = 1

const INSTANCE = randomUUID()

const toldSchema = z
  .array(z.object({ by: z.string(), at: z.number(), weight: z.number() }))
  .catch([])

/**
 * Records what a member did here and returns what other instances recorded in the last minute.
 * One transaction of two round trips. Throws DatabaseUnavailable.
 */
export async function shareUse(uid: string, kind: Limited, use: Use): Promise<readonly Use[]> {
  const document = database().collection(ACTION_LIMITS).doc(uid)
  const call = database().runTransaction(async (tx: Transaction) => {
    const told = recentUses(toldSchema.parse((await tx.get(document)).get(kind)), use.at)
    const uses = [...told, { ...use, by: INSTANCE }]
    tx.set(document, { [kind]: uses, ...expiry(use.at, KEPT_DAYS) }, { merge: true })
    return told.filter(({ by }) => by !== INSTANCE).map(({ at, weight }) => ({ at, weight }))
  })
  return withDeadline('sharing a limit', call)
}
