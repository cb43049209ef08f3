import { createHash, timingSafeEqual, createCipheriv, createDecipheriv } from 'node:crypto'
import type { InvoiceProblemKind } from '../../order/invoice/invoice-words.ts'

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
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1
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

const AHEAD = 8 * 60 * 60 * 1000

/** An instant as ECPay writes it: yyyy/MM/dd HH:mm:ss in Taipei. */
export function toEcpayTime(time: Date): string {
  const there = new Date(time.getTime() + AHEAD).toISOString()
  return there.slice(0, 19).replace('T', ' ').replaceAll('-', '/')
}

/** A time of ECPay's (yyyy/MM/dd or yyyy-MM-dd, a blank or + before HH:mm:ss) as ISO 8601 in UTC; '' for any other text. */
export function fromEcpayTime(text: string): string {
  const plain = text.replaceAll('/', '-').replace(/[ +]/, 'T')
  const time = new Date(`${plain}+08:00`)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

const CIPHER = 'aes-128-cbc'

// URL encoding as in PHP; CheckMacValue uses another one.
function encodeEnvelope(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** Returns the `Data` of a call as ECPay takes it: JSON, URL-encoded, AES-128-CBC, Base64. */
export function encryptData(data: unknown, { key, iv }: HashKeys): string {
  const cipher = createCipheriv(CIPHER, key, iv)
  const sealed = [cipher.update(encodeEnvelope(JSON.stringify(data)), 'utf8'), cipher.final()]
  return Buffer.concat(sealed).toString('base64')
}

/** Returns what `Data` of an answer says; throws where it is not encrypted by these keys. */
export function decryptData(text: string, { key, iv }: HashKeys): unknown {
  const cipher = createDecipheriv(CIPHER, key, iv)
  const opened = Buffer.concat([cipher.update(text, 'base64'), cipher.final()]).toString('utf8')
  return JSON.parse(decodeURIComponent(opened.replaceAll('+', '%20')))
}

// ECPay's codes have no system, so its words decide; the first that fits counts.
const WORDS: readonly (readonly [RegExp, InvoiceProblemKind])[] = [
  [/特店編號不存在|資料解密錯誤/, 'keys'],
  [/不可重複/, 'duplicate'],
  [/已作廢過/, 'already-void'],
  [/已被折讓過/, 'has-allowance'],
  [/字軌.*(?:用完|用罄)/, 'no-numbers'],
  [/系統異常|請稍後|呼叫財政部/, 'unknown'],
  [/查無|無.*資料|不存在/, 'missing'],
]

const CODES: Readonly<Record<number, InvoiceProblemKind>> = {
  1_100_040: 'no-numbers',
  9_000_001: 'unknown',
  10_000_009: 'duplicate',
}

/** Maps a failed answer to a problem; an unknown one is `refused`, for the owner. */
export function answerKind(code: number, words: string): InvoiceProblemKind {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? CODES[code] ?? 'refused'
}
