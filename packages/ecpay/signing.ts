import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

type Keys = { readonly key: string; readonly iv: string }

/** The fields of a form. */
export type Form = Record<string, string>

function netEncoded(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll('%20', '+')
  return encoded.replaceAll('~', '%7e').replaceAll("'", '%27').toLowerCase()
}

/** The CheckMacValue of a form, of MD5 for parcels and SHA-256 for payments; one among its fields is left out. */
export function macOf(input: Form, { key, iv }: Keys, digest: 'md5' | 'sha256' = 'md5'): string {
  const { CheckMacValue: _mac, ...form } = input
  const names = Object.keys(form).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const pairs = names.map((name) => `${name}=${form[name] ?? ''}`)
  const text = [`HashKey=${key}`, ...pairs, `HashIV=${iv}`].join('&')
  return createHash(digest).update(netEncoded(text)).digest('hex').toUpperCase()
}

/** A form with its CheckMacValue. */
export function withMac(form: Form, keys: Keys, digest: 'md5' | 'sha256' = 'md5'): Form {
  return { ...form, CheckMacValue: macOf(form, keys, digest) }
}

/** Encrypts a value as ECPay's `Data`. */
export function seal(data: unknown, { key, iv }: Keys): string {
  const plain = encodeURIComponent(JSON.stringify(data))
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64')
}

/** Decrypts `Data`; throws where it was encrypted by other keys. */
export function unseal(data: string, { key, iv }: Keys): unknown {
  const cipher = createDecipheriv('aes-128-cbc', key, iv)
  const plain = Buffer.concat([cipher.update(data, 'base64'), cipher.final()]).toString()
  return JSON.parse(decodeURIComponent(plain.replaceAll('+', '%20')))
}
