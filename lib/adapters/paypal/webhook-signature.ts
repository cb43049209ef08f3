import 'server-only'

import { verify, type X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { settings } from '../../settings/env.ts'
import { paypalCertificate } from './certificates.ts'

/** Maximum clock distance of a transmission: PayPal retries for three days with the first time. */
const MAX_AGE = 4 * 24 * 60 * 60 * 1000

// 256 bytes, as a key of 2,048 bits signs.
const SIGNATURE = /^[\w+/]{342}==$/
const TRANSMISSION_ID = /^[\w-]{1,100}$/

/** The text that PayPal signs: transmission id, time, webhook id and the body's checksum. */
export function signedMessage(
  headers: Headers,
  webhookId: string,
  body: Uint8Array<ArrayBuffer>,
): string {
  const id = headers.get('paypal-transmission-id') ?? ''
  const time = headers.get('paypal-transmission-time') ?? ''
  return [id, time, webhookId, crc32(body)].join('|')
}

function isCurrent(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now <= certificate.validToDate
}

function isRecent(time: string | null, now: Date): boolean {
  const age = now.getTime() - Date.parse(time ?? '')
  return Math.abs(age) <= MAX_AGE
}

// Whether the headers are those of a webhook at all; nothing is fetched for others.
function isSigned(headers: Headers): boolean {
  return (
    headers.get('paypal-auth-algo') === 'SHA256withRSA' &&
    TRANSMISSION_ID.test(headers.get('paypal-transmission-id') ?? '') &&
    SIGNATURE.test(headers.get('paypal-transmission-sig') ?? '')
  )
}

/** Whether these bytes were sent by PayPal to our webhook; checked here, without asking PayPal. Throws CertificateUnavailable. */
export async function isFromPaypal(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<boolean> {
  if (!isSigned(headers)) return false
  if (!isRecent(headers.get('paypal-transmission-time'), now)) return false
  const certificate = await paypalCertificate(headers.get('paypal-cert-url') ?? '')
  if (!certificate || !isCurrent(certificate, now)) return false
  const message = Buffer.from(signedMessage(headers, settings().PAYPAL_WEBHOOK_ID, body))
  const signature = Buffer.from(headers.get('paypal-transmission-sig') ?? '', 'base64')
  return verify('sha256', message, certificate.publicKey, signature)
}
