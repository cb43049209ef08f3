import 'server-only'

import { z } from 'zod'
import { database, find, writeDocuments, transact } from '../adapters/firestore/database.ts'
import { type Passkey, passkeySchema } from './passkey.ts'

const passkeys = () => database().collection('passkeys')

/** The passkeys of an owner, the oldest first; one query. Throws DatabaseUnavailable. */
export async function passkeysOf(uid: string): Promise<readonly Passkey[]> {
  const query = passkeys().where('uid', '==', uid)
  const docs = await find('reading passkeys', query)
  const found = docs.flatMap((document) => passkeySchema.safeParse(document.data()).data ?? [])
  return found.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
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

/** Removes passkeys. */
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

/** Removes the recovery codes of an owner. */
export async function removeRecoveryCodes(uid: string): Promise<void> {
  await writeDocuments('removing recovery codes', (batch) => batch.delete(codes(uid)))
}

/** Uses up a recovery code, in one transaction. Returns how many are left; undefined where it is none. */
export async function takeRecoveryCode(uid: string, hash: string): Promise<number | undefined> {
  return transact('using a recovery code', async (tx) => {
    const hashes = hashesSchema.parse((await tx.get(codes(uid))).get('hashes'))
    if (!hashes.includes(hash)) return undefined
    const left = hashes.filter((one) => one !== hash)
    tx.set(codes(uid), { uid, hashes: left })
    return left.length
  })
}
