import 'server-only'

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

/** Fragment of a mailed link: document id and key. */
export const mailedLinkSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  key: z.string().regex(/^[0-9a-f]{32}$/),
})
export type MailedLink = Readonly<z.infer<typeof mailedLinkSchema>>

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** An id of 32 hexadecimal digits, the same for the same words. */
export function hashedId(...words: readonly string[]): string {
  return sha256(words.join(' ')).toString('hex').slice(0, 32)
}

/** A random key for a link, and its SHA-256, which is all that is stored. */
export function newMailedKey(): { readonly key: string; readonly keyHash: string } {
  const key = randomBytes(16).toString('hex')
  return { key, keyHash: sha256(key).toString('hex') }
}

/** Whether a key is the one of this hash; compared in constant time. */
export function isKeyOf(keyHash: string, key: string): boolean {
  const stored = Buffer.from(keyHash, 'hex')
  const input = sha256(key)
  return stored.length === input.length && timingSafeEqual(stored, input)
}
