import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import {
  database,
  type DocumentSnapshot,
  find,
  readDocument,
  transact,
  type Transaction,
} from '../adapters/firestore/database.ts'
import { fail, ok, type Result } from '../result.ts'
import { codeTermsSchema, type DiscountCode, type StoredCode } from './discount.ts'

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

/** The hash by which a code counts its uses of a member: nothing tells who it is once the account is gone. */
export function codeMember(uid: string): string {
  return createHash('sha256').update(`discount:${uid}`).digest('base64url').slice(0, 16)
}
