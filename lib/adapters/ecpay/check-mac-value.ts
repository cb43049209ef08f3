import 'server-only'

import { createHash, timingSafeEqual } from 'node:crypto'

/** The fields of a form, by name. Empty values count for the signature, absent names do not. */
export type FormFields = Readonly<Record<string, string>>

/** The pair of secrets that ECPay gives for one of its products, 16 characters each. */
export type HashKeys = { readonly key: string; readonly iv: string }

/** Payments sign by SHA-256, logistics by MD5; everything else is the same. */
export type MacDigest = 'sha256' | 'md5'

/** Returns the CheckMacValue of a form in upper-case hex; a CheckMacValue among the fields is left out. */
export function checkMacValue(
  { CheckMacValue: _mac, ...fields }: FormFields,
  { key, iv }: HashKeys,
  digest: MacDigest,
): string {
  const pairs = Object.entries(fields).toSorted(([a], [b]) => {
    return a.toLowerCase() < b.toLowerCase() ? -1 : 1
  })
  const joined = pairs.map(([name, value]) => `${name}=${value}`).join('&')
  // URL encoding as in .NET: + for spaces, lower-case hex, and - _ . ! * ( ) unescaped.
  const text = encodeURIComponent(`HashKey=${key}&${joined}&HashIV=${iv}`)
    .replaceAll('%20', '+')
    .replaceAll('~', '%7e')
    .replaceAll("'", '%27')
    .toLowerCase()
  return createHash(digest).update(text).digest('hex').toUpperCase()
}

/** Whether a received form carries its own CheckMacValue, in capitals or small letters; compared in constant time. */
export function hasValidMac(fields: FormFields, keys: HashKeys, digest: MacDigest): boolean {
  const received = Buffer.from((fields.CheckMacValue ?? '').toUpperCase())
  const expected = Buffer.from(checkMacValue(fields, keys, digest))
  return received.length === expected.length && timingSafeEqual(received, expected)
}
