import 'server-only'

import { createHash, randomInt } from 'node:crypto'
import type { FullAccount } from '../account/account.ts'
import { saveProof, saveChallenge, takeChallenge } from '../account/session-store.ts'
import {
  addPasskey,
  passkeysOf,
  removePasskeys,
  removeRecoveryCodes,
  savePasskeyUse,
  saveRecoveryCodes,
  takeRecoveryCode,
} from './passkey-store.ts'
import {
  assertionOptions,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from '../adapters/webauthn/ceremony.ts'
import { fail, ok, type Result } from '../result.ts'
import { type Assertion, MOST_PASSKEYS, type Registration } from './passkey.ts'

// No vowels or look-alikes, to avoid misreading.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'
const LENGTH = 16
const GROUP = 4
const COUNT = 10

const letter = () => LETTERS.charAt(randomInt(LETTERS.length))

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, letter).join('')
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters
}

/** Ten new recovery codes of 76 bits each, for the owner's paper. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, newCode)
}

/** Returns the hash of a recovery code, after normalizing it. */
export function recoveryHash(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
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
