import 'server-only'

import { readHolder, verifySessionCookie } from '../adapters/firebase-auth/sessions.ts'
import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { readSessionUse, sessionId } from './session-store.ts'
import { logFailure } from '../log/log.ts'
import { type FullAccount, isInUse, isUseNew, type SessionUse } from './account.ts'

/** A session that holds: its id, its member, whether its use is to be written down, and when it was proven. */
export type OpenSession = {
  readonly id: string
  readonly account: FullAccount
  readonly isUseNew: boolean
  readonly provenAt?: string | undefined
  readonly passkeyAt?: string | undefined
}

// Without the database, the sign-in service decides alone.
async function readUse(id: string, now: Date): Promise<SessionUse | undefined> {
  try {
    return await readSessionUse(id)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    logFailure('session-use', error)
    return { seenAt: now.toISOString() }
  }
}

/**
 * Returns a cookie's session, or null if forged, expired, ended or idle. One request and one read,
 * in parallel. Throws SignInUnavailable.
 */
export async function verifySession(cookie: string): Promise<OpenSession | null> {
  const now = new Date()
  const claims = await verifySessionCookie(cookie)
  if (!claims) return null
  const id = sessionId(cookie)
  const [account, use] = await Promise.all([readHolder(claims), readUse(id, now)])
  if (!account || !isInUse(claims, use, now)) return null
  const { provenAt, passkeyAt } = use ?? {}
  return { id, account, isUseNew: isUseNew(use, now), provenAt, passkeyAt }
}
