import 'server-only'

import { createHash, randomInt } from 'node:crypto'

import { z } from 'zod'

import { saveChallenge, saveProof, takeChallenge } from '#lib/account/account-store.ts'
import type { FullAccount } from '#lib/account/account.ts'
import { database, find, transact, writeDocuments } from '#lib/adapters/firestore/database.ts'
import {
  assertionOptions,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from '#lib/adapters/webauthn/ceremony.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { jsonText } from '#lib/text/text-schemas.ts'
import { type Assertion, type Passkey, passkeySchema, type Registration } from './passkey-record.ts'

/** The text of a form's field as JSON of a shape. */
export function jsonField<Schema extends z.ZodType>(schema: Schema) {
  return jsonText(32_768).pipe(schema)
}

/** Maximum passkeys per owner. */
export const MOST_PASSKEYS = 10

const MINUTE = 60

/** Seconds for which reauthentication allows exports and refunds. */
export const PROOF_SECONDS = 15 * MINUTE

/** When a session was begun and when it was last proven, by which means; in seconds and in ISO 8601. */
export type Proofs = {
  readonly signedInAt: number
  readonly provenAt?: string | undefined
  readonly passkeyAt?: string | undefined
}

const seconds = (at: string | undefined) => (at === undefined ? 0 : Date.parse(at) / 1000)

/** True if the session has the second factor, or the owner has no passkey. */
export function hasSecondProof({ passkeyAt }: Proofs, hasPasskeys: boolean): boolean {
  return !hasPasskeys || passkeyAt !== undefined
}

/** Whether a proof of the last 15 minutes is there: by passkey where the owner has one, else by sign-in. */
export function hasRecentProof(proofs: Proofs, hasPasskeys: boolean, now: Date): boolean {
  const { signedInAt, provenAt, passkeyAt } = proofs
  const last = hasPasskeys ? seconds(passkeyAt) : Math.max(signedInAt, seconds(provenAt))
  return now.getTime() / 1000 - last <= PROOF_SECONDS
}

const passkeys = () => database().collection('passkeys')

/** The passkeys of an owner, the oldest first; one query. Throws DatabaseUnavailable. */
export async function passkeysOf(uid: string): Promise<readonly Passkey[]> {
  const query = passkeys().where('uid', '==', uid)
  const docs = await find('reading passkeys', query)
  const found = docs.flatMap((document) => passkeySchema.safeParse(document.data()).data ?? [])
  return found.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Keeps a new passkey; throws where there is one with its id. */
export async function addPasskey(passkey: Passkey): Promise<void> {
  await writeDocuments('adding a passkey', (batch) =>
    batch.create(passkeys().doc(passkey.id), passkey),
  )
}

/** Writes down that a passkey was used. */
export async function savePasskeyUse(id: string, counter: number, now: Date): Promise<void> {
  const use = { counter, usedAt: now.toISOString() }
  await writeDocuments('saving a passkey', (batch) => batch.update(passkeys().doc(id), use))
}

export async function removePasskeys(ids: readonly string[]): Promise<void> {
  await writeDocuments('removing passkeys', (batch) => {
    for (const id of ids) batch.delete(passkeys().doc(id))
  })
}

const codes = (uid: string) => database().collection('recovery_codes').doc(uid)
const hashesSchema = z.array(z.string()).catch([])

/** Replaces the recovery codes of an owner by others, of which only hashes are kept. */
export async function saveRecoveryCodes(uid: string, hashes: readonly string[]): Promise<void> {
  await writeDocuments('saving recovery codes', (batch) =>
    batch.set(codes(uid), { uid, hashes: [...hashes] }),
  )
}

export async function removeRecoveryCodes(uid: string): Promise<void> {
  await writeDocuments('removing recovery codes', (batch) => batch.delete(codes(uid)))
}

/** Uses up a recovery code, in one transaction. Returns how many are left, or undefined if it is none. */
export async function takeRecoveryCode(uid: string, hash: string): Promise<number | undefined> {
  return transact('using a recovery code', async (tx) => {
    const hashes = hashesSchema.parse((await tx.get(codes(uid))).get('hashes'))
    if (!hashes.includes(hash)) return undefined
    const left = hashes.filter((one) => one !== hash)
    tx.set(codes(uid), { uid, hashes: left })
    return left.length
  })
}

// No vowels or look-alikes, to avoid misreading.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'
const LENGTH = 16
const GROUP = 4
const COUNT = 10

/** Ten new recovery codes of 76 bits each, for the owner's paper. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () =>
      LETTERS.charAt(randomInt(LETTERS.length)),
    ).join('')
    return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters
  })
}

/** Returns the hash of a recovery code, after normalizing it. */
export function recoveryHash(code: string): string {
  const plain = pastedText(code)
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}

/** The owner who asks, and the session in which they do. */
export type OwnerSession = { readonly owner: FullAccount; readonly session: string }

type PasskeyRefusal = 'refused' | 'too-many-passkeys'

/** Returns registration options for another passkey. */
export async function beginRegistration({ owner, session }: OwnerSession) {
  const known = await passkeysOf(owner.uid)
  if (known.length >= MOST_PASSKEYS) return fail('too-many-passkeys')
  const options = await registrationOptions(owner.email || owner.uid, known)
  await saveChallenge(session, options.challenge)
  return ok(options)
}

/** Keeps a passkey that was just made, which proves the session too. The first brings recovery codes, shown this once. */
export async function finishRegistration(
  { owner, session }: OwnerSession,
  {
    response,
    name,
    now,
  }: { readonly response: Registration; readonly name: string; readonly now: Date },
): Promise<Result<{ readonly codes: readonly string[] }, PasskeyRefusal>> {
  const challenge = await takeChallenge(session, now)
  const made = challenge === undefined ? undefined : await verifyRegistration(response, challenge)
  if (!made) return fail('refused')
  const isFirst = (await passkeysOf(owner.uid)).length === 0
  const { transports } = response.response
  await addPasskey({ ...made, uid: owner.uid, transports, name, createdAt: now.toISOString() })
  await saveProof(session, { passkeyAt: now.toISOString() })
  return ok({ codes: isFirst ? await renewRecoveryCodes(owner) : [] })
}

/** Makes new recovery codes, which are shown once; the ones before are void. */
export async function renewRecoveryCodes({ uid }: Pick<FullAccount, 'uid'>) {
  const codes = newRecoveryCodes()
  await saveRecoveryCodes(uid, codes.map(recoveryHash))
  return codes
}

/** Returns assertion options for the owner's passkeys. */
export async function beginProof({ owner, session }: OwnerSession) {
  const options = await assertionOptions(await passkeysOf(owner.uid))
  await saveChallenge(session, options.challenge)
  return ok(options)
}

/** Proves the session by a passkey. A challenge is good for one answer, within five minutes. */
export async function finishProof(
  { owner, session }: OwnerSession,
  { response, now }: { readonly response: Assertion; readonly now: Date },
): Promise<Result<null, 'refused'>> {
  const [challenge, known] = await Promise.all([takeChallenge(session, now), passkeysOf(owner.uid)])
  const passkey = known.find(({ id }) => id === response.id)
  if (!passkey || challenge === undefined) return fail('refused')
  const counter = await verifyAssertion(response, { passkey, challenge })
  if (counter === undefined) return fail('refused')
  await savePasskeyUse(passkey.id, counter, now)
  await saveProof(session, { passkeyAt: now.toISOString() })
  return ok(null)
}

/** Proves the session by a recovery code in the place of a passkey; the code is used up. */
export async function proveByRecoveryCode(
  { owner, session }: OwnerSession,
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<Result<{ readonly left: number }, 'refused'>> {
  const left = await takeRecoveryCode(owner.uid, recoveryHash(code))
  if (left === undefined) return fail('refused')
  await saveProof(session, { passkeyAt: now.toISOString() })
  return ok({ left })
}

/** Notes that the owner of a session has signed in again for it. */
export async function proveBySignIn(session: string, now: Date): Promise<void> {
  await saveProof(session, { provenAt: now.toISOString() })
}

/** Removes one of an owner's passkeys; with the last of them the recovery codes go too. */
export async function removePasskey(
  { owner }: OwnerSession,
  { id }: { readonly id: string },
): Promise<Result<null, 'unknown'>> {
  const known = await passkeysOf(owner.uid)
  if (!known.some((passkey) => passkey.id === id)) return fail('unknown')
  await removePasskeys([id])
  if (known.length === 1) await removeRecoveryCodes(owner.uid)
  return ok(null)
}

/** Removes all passkeys and recovery codes of an owner who has lost them. Returns how many passkeys. */
export async function resetPasskeys(uid: string): Promise<number> {
  const known = await passkeysOf(uid)
  await removePasskeys(known.map(({ id }) => id))
  await removeRecoveryCodes(uid)
  return known.length
}
