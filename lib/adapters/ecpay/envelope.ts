import { createCipheriv, createDecipheriv } from 'node:crypto'

import type { HashKeys } from './check-mac-value.ts'

const CIPHER = 'aes-128-cbc'

// URL encoding as in PHP; CheckMacValue uses another one.
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** Returns the `Data` of a call as ECPay takes it: JSON, URL-encoded, AES-128-CBC, Base64. */
export function encryptData(data: unknown, { key, iv }: HashKeys): string {
  const cipher = createCipheriv(CIPHER, key, iv)
  const sealed = [cipher.update(encode(JSON.stringify(data)), 'utf8'), cipher.final()]
  return Buffer.concat(sealed).toString('base64')
}

/** Returns what `Data` of an answer says; throws where it is not encrypted by these keys. */
export function decryptData(text: string, { key, iv }: HashKeys): unknown {
  const cipher = createDecipheriv(CIPHER, key, iv)
  const opened = Buffer.concat([cipher.update(text, 'base64'), cipher.final()]).toString('utf8')
  return JSON.parse(decodeURIComponent(opened.replaceAll('+', '%20')))
}
