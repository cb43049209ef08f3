import 'server-only'

import { after } from 'next/server'

import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { shareUse } from '../adapters/firestore/members.ts'
import { logFailure } from '../log.ts'
import { allowanceCounter, type Limited } from './allowance.ts'

const take = allowanceCounter(shareUse)

async function told(tell: () => Promise<void>): Promise<void> {
  try {
    await tell()
  } catch (error) {
    // This process goes on counting by itself.
    if (error instanceof DatabaseUnavailable) logFailure('action-limit', error)
    else throw error
  }
}

/**
 * Whether a member may do so much of this kind now; counts it if so.
 * Nobody waits for the database: other instances are told after the answer.
 */
export function hasAllowance(uid: string, kind: Limited, weight = 1): boolean {
  const { allowed, tell } = take(uid, kind, { at: Date.now(), weight })
  if (tell) after(() => told(tell))
  return allowed
}

const EVERYBODY = allowanceCounter(async () => [])

/** The same for what anybody may do, all visitors of this process together. */
export function hasPublicAllowance(kind: Limited): boolean {
  return EVERYBODY('', kind, { at: Date.now(), weight: 1 }).allowed
}
