import { createHash, timingSafeEqual } from 'node:crypto'

/** The fields of a form, by name. Empty values count for the signature, absent names do not. */
export type FormFields = Readonly<Record<string, string>>

/** The pair of secrets that ECPay gives for one of its products, 16 characters each. */
export type HashKeys = { readonly key: string; readonly iv: string }

/** Payments sign by SHA-256, logistics by MD5; everything else is the same. */
export type MacDigest = 'sha256' | 'md5'

// URL encoding as in .NET: + for spaces, lower-case hex, and - _ . ! * ( ) unescaped.
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('~', '%7e')
    .replaceAll("'", '%27')
    .toLowerCase()
}

const byName = ([a]: [string, string], [b]: [string, string]): number => {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Returns the CheckMacValue of a form in upper-case hex; a CheckMacValue among the fields is left out. */
export function checkMacValue(
  { CheckMacValue: _mac, ...fields }: FormFields,
  { key, iv }: HashKeys,
  digest: MacDigest,
): string {
  const pairs = Object.entries(fields).toSorted(byName)
  const joined = pairs.map(([name, value]) => `${name}=${value}`).join('&')
  const text = encode(`HashKey=${key}&${joined}&HashIV=${iv}`)
  return createHash(digest).update(text).digest('hex').toUpperCase()
}

/** Returns whether a received form carries its own CheckMacValue, compared in constant time. */
export function hasValidMac(fields: FormFields, keys: HashKeys, digest: MacDigest): boolean {
  const input = Buffer.from(fields.CheckMacValue ?? '')
  const expected = Buffer.from(checkMacValue(fields, keys, digest))
  return input.length === expected.length && timingSafeEqual(input, expected)
}
