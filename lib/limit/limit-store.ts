import 'server-only'

import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { type Transaction, database, transact, expiry } from '#lib/adapters/firestore/database.ts'
import { type LimitedAction, type Use, recentUses } from './allowance.ts'

/** Shared use of limits by a member: action_limits/{uid}, a list for each kind. */
export const ACTION_LIMITS = 'action_limits'

// An allowance is of a minute.
const RETENTION_DAYS = 1
const INSTANCE = randomUUID()
const reportedSchema = z
  .array(z.object({ by: z.string(), at: z.number(), weight: z.number() }))
  .catch([])

/**
 * Records a member's use and returns other instances' use of the last minute. One transaction.
 * Throws DatabaseUnavailable.
 */
export async function shareUse(
  uid: string,
  kind: LimitedAction,
  use: Use,
): Promise<readonly Use[]> {
  const document = database().collection(ACTION_LIMITS).doc(uid)
  return transact('sharing a limit', async (tx: Transaction) => {
    const recent = recentUses(reportedSchema.parse((await tx.get(document)).get(kind)), use.at)
    const uses = [...recent, { ...use, by: INSTANCE }]
    tx.set(document, { [kind]: uses, ...expiry(use.at, RETENTION_DAYS) }, { merge: true })
    return recent.filter(({ by }) => by !== INSTANCE).map(({ at, weight }) => ({ at, weight }))
  })
}
