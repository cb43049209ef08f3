import 'server-only'

import { endSignIns, signInsValidSince } from '../adapters/firebase-auth/sessions.ts'
import { endSessions, type SessionRecord, sessionRecords } from '../adapters/firestore/sessions.ts'
import { recordAudit } from '../audit/record.ts'
import { fail, ok, type Result } from '../result.ts'
import type { Account } from './account.ts'
import { readSession } from './require-account.ts'
import { isInUse, SESSION_SECONDS, signInHolds } from './session.ts'
import { endSession } from './start-session.ts'

/** A device on which a member is signed in. */
export type SignedInDevice = {
  readonly id: string
  readonly name: string
  readonly seenAt: string
  /** Whether it is the one that asks. */
  readonly isHere: boolean
}

async function openRecords(uid: string, now: Date): Promise<readonly SessionRecord[]> {
  const [records, validSince] = await Promise.all([sessionRecords(uid), signInsValidSince(uid)])
  const oldest = now.getTime() / 1000 - SESSION_SECONDS
  return records.filter(
    (record) =>
      record.authTime > oldest &&
      signInHolds(record, { disabled: false, validSince }) &&
      isInUse(record, record, now),
  )
}

/** The devices on which a member is signed in, this one first. Throws DatabaseUnavailable and SignInUnavailable. */
export async function findDevices({
  uid,
}: Pick<Account, 'uid'>): Promise<readonly SignedInDevice[]> {
  const [here, records] = await Promise.all([readSession(), openRecords(uid, new Date())])
  const devices = records.map(({ id, device, seenAt }) => ({
    id,
    name: device,
    seenAt,
    isHere: id === here?.id,
  }))
  return devices.toSorted((one, other) => Number(other.isHere) - Number(one.isHere))
}

/** Signs a member out on one device of theirs; one that is signed out already is fine. */
export async function signOutDevice(
  { uid }: Pick<Account, 'uid'>,
  { id }: { readonly id: string },
): Promise<Result<null, 'unknown'>> {
  const record = (await sessionRecords(uid)).find((one) => one.id === id)
  if (!record) return fail('unknown')
  await endSessions([{ id, uid, authTime: record.authTime }], new Date())
  return ok(null)
}

/** Signs a member out everywhere, here too. */
export async function signOutEverywhere({
  uid,
}: Pick<Account, 'uid'>): Promise<Result<null, never>> {
  const now = new Date()
  // The sign-in service counts in seconds; what began within this one is ended by its record.
  const [records] = await Promise.all([openRecords(uid, now), endSignIns(uid)])
  await endSessions(records, now)
  await endSession()
  await recordAudit({ kind: 'sign-out-everywhere', who: uid, outcome: 'ok' })
  return ok(null)
}
