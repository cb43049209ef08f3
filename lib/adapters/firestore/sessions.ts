import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import { SESSION_SECONDS, type SessionUse } from '../../account/session.ts'
import { database, expiry, withDeadline } from './database.ts'

const SESSIONS = 'sessions'

/** Stored session: member, sign-in time (seconds since 1970), device, and last use. */
export type SessionRecord = SessionUse & {
  readonly id: string
  readonly uid: string
  readonly authTime: number
  readonly device: string
}

const recordSchema = z.object({
  uid: z.string().catch(''),
  authTime: z.number().catch(0),
  device: z.string().catch(''),
  seenAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
})

const DAY_SECONDS = 24 * 60 * 60

/**
 * By what a session is told from others: a hash of what its cookie's signature covers. The signature
 * itself can be written in several ways.
 */
export function sessionId(cookie: string): string {
  const signed = cookie.split('.', 2).join('.')
  return createHash('sha256').update(signed).digest('hex')
}

const reference = (id: string) => database().collection(SESSIONS).doc(id)

/** Returns the stored session, or undefined before its first recorded use. One read. Throws DatabaseUnavailable. */
export async function readSessionUse(id: string): Promise<SessionUse | undefined> {
  const snapshot = await withDeadline('reading a session', reference(id).get())
  return recordSchema.safeParse(snapshot.data()).data
}

/** Writes down that a session was used. Never takes back that it was ended. Throws DatabaseUnavailable. */
export async function saveSessionUse({ id, ...record }: SessionRecord): Promise<void> {
  const call = reference(id).set(
    { ...record, ...expiry(record.authTime * 1000, SESSION_SECONDS / DAY_SECONDS + 1) },
    { merge: true },
  )
  await withDeadline('saving a session', call)
}

/** Ends sessions, each by a write of its own that no other takes back. Throws DatabaseUnavailable. */
export async function endSessions(
  sessions: readonly Pick<SessionRecord, 'id' | 'uid' | 'authTime'>[],
  now: Date,
): Promise<void> {
  const batch = database().batch()
  for (const { id, ...whose } of sessions) {
    const at = now.toISOString()
    const kept = expiry(now.getTime(), SESSION_SECONDS / DAY_SECONDS + 1)
    batch.set(reference(id), { ...whose, seenAt: at, endedAt: at, ...kept }, { merge: true })
  }
  await withDeadline('ending sessions', batch.commit())
}

/** The sessions of a member that are kept, ended ones too, the newest use first. Throws DatabaseUnavailable. */
export async function sessionRecords(uid: string): Promise<readonly SessionRecord[]> {
  const query = database().collection(SESSIONS).where('uid', '==', uid).limit(200)
  const { docs } = await withDeadline('reading sessions', query.get())
  const records = docs.flatMap((document) => {
    const record = recordSchema.safeParse(document.data()).data
    return record ? [{ id: document.id, ...record }] : []
  })
  return records.toSorted((one, other) => other.seenAt.localeCompare(one.seenAt))
}

/** Removes what is kept of a member's sessions, once the account is gone. Throws DatabaseUnavailable. */
export async function removeSessions(uid: string): Promise<void> {
  const records = await sessionRecords(uid)
  const batch = database().batch()
  for (const { id } of records) batch.delete(reference(id))
  await withDeadline('removing sessions', batch.commit())
}
