import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { FullAccount } from '#lib/account/account.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import {
  database,
  type DocumentSnapshot,
  find,
  readDocument,
  transact,
  type Transaction,
} from '#lib/adapters/firestore/database.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import {
  type CodeMember,
  codeTermsSchema,
  type DiscountCode,
  type StoredCode,
  UNPROVEN,
} from './discount.ts'

/** The reference to the document of a code: its terms and its uses. */
export function discountReference(code: string) {
  return database().collection('discounts').doc(code)
}

const usesSchema = z.object({
  uses: z.number().catch(0),
  members: z.record(z.string(), z.number()).catch({}),
})

/** A code and its uses, from its document; without terms where no such code was made. */
export function codeFrom(snapshot: DocumentSnapshot): StoredCode {
  const terms = codeTermsSchema.safeParse(snapshot.get('terms')).data
  const uses = usesSchema.parse(snapshot.data() ?? {})
  return { ...uses, terms: terms && { ...terms, code: snapshot.id } }
}

/** A code and its uses; one read. Throws DatabaseUnavailable. */
export async function readCode(code: string): Promise<StoredCode> {
  return codeFrom(await readDocument('reading a code', discountReference(code)))
}

/** Every code with its uses; one read each. Throws DatabaseUnavailable. */
export async function readCodes(): Promise<readonly StoredCode[]> {
  const docs = await find('reading codes', database().collection('discounts'))
  return docs.map(codeFrom)
}

/** Stores a new code. A code that was made once is never made again, so that its uses stay its own. Throws DatabaseUnavailable. */
export async function storeCode({
  code,
  ...terms
}: DiscountCode): Promise<Result<null, 'code-known'>> {
  return transact('making a code', async (tx: Transaction) => {
    const reference = discountReference(code)
    const stored = codeFrom(await tx.get(reference))
    if (stored.terms) {
      // The same press again finds its own code.
      return stored.terms.madeAt === terms.madeAt ? ok(null) : fail('code-known')
    }
    tx.set(reference, { terms }, { merge: true })
    return ok(null)
  })
}

/** Pauses a code, or lets it be used again. Throws DatabaseUnavailable. */
export async function switchCode(
  code: string,
  isPaused: boolean,
): Promise<Result<null, 'code-unknown'>> {
  return transact('switching a code', async (tx: Transaction) => {
    const reference = discountReference(code)
    if (!codeFrom(await tx.get(reference)).terms) return fail('code-unknown')
    tx.update(reference, { 'terms.isPaused': isPaused })
    return ok(null)
  })
}

/**
 * Who uses a code: once a member means once a proven address, also after its account was deleted and opened again.
 * What the account used before the address was proven counts, too. Only hashes are stored.
 */
export function codeMember(
  account: Pick<FullAccount, 'uid' | 'email' | 'emailVerified'>,
): CodeMember {
  const before = `${UNPROVEN}${hashOf(account.uid)}`
  const address = provenAddress(account)?.toLowerCase()
  if (address === undefined) return { key: before, keys: [before] }
  const key = hashOf(address)
  return { key, keys: [key, before] }
}

const hashOf = (text: string) =>
  createHash('sha256').update(`discount:${text}`).digest('base64url').slice(0, 16)
