import 'server-only'

import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { z } from 'zod'

import { logFailure } from '#lib/log/log.ts'
import type { ProviderEvent, ProviderMessage } from '#lib/payment/provider.ts'
import { settings } from '#lib/settings/env.ts'
import { CertificateUnavailable, paypalCertificate } from './certificates.ts'

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
  const isCurrent =
    certificate && certificate.validFromDate <= now && now <= certificate.validToDate
  if (!isCurrent) return false
  const message = Buffer.from(signedMessage(headers, settings().PAYPAL_WEBHOOK_ID, body))
  const signature = Buffer.from(headers.get('paypal-transmission-sig') ?? '', 'base64')
  return verify('sha256', message, certificate.publicKey, signature)
}

const unitSchema = z.object({ custom_id: z.string().optional() })

const eventSchema = z.object({
  id: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/),
  event_type: z.string().max(100),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: z.object({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    custom_id: z.string().optional(),
    purchase_units: z.array(unitSchema).optional(),
    order_id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  }),
})

const PAYPAL_ID = /^[A-Z0-9]{1,36}$/
const DISPUTE_ID = /^[\w-]{1,64}$/

function idOr(pattern: RegExp, id: string | undefined): string | undefined {
  return id !== undefined && pattern.test(id) ? id : undefined
}

/** The event in a body of bytes as hints where to ask, or nothing when it is none (developer.paypal.com, Webhook events). */
export function parsePaypalEvent(body: Uint8Array): ProviderEvent | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
  const event = eventSchema.safeParse(value).data
  if (!event) return undefined
  const { event_type: type, create_time: at, resource } = event
  const isDispute = type.startsWith('CUSTOMER.DISPUTE.')
  const isApproval = type === 'CHECKOUT.ORDER.APPROVED' && at !== undefined
  const unit = resource.purchase_units?.[0]
  const order = type.startsWith('CHECKOUT.ORDER.')
    ? resource.id
    : (resource.supplementary_data?.related_ids?.order_id ?? resource.order_id)
  // A refund or reversal names its capture only by its link upwards.
  const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  return {
    provider: 'paypal',
    id: event.id,
    type,
    reference: isDispute ? undefined : idOr(PAYPAL_ID, order),
    orderDocument: resource.custom_id ?? unit?.custom_id,
    captureId: isDispute ? undefined : idOr(PAYPAL_ID, up?.href.split('/').at(-1)),
    disputeId: isDispute ? idOr(DISPUTE_ID, resource.dispute_id ?? resource.id) : undefined,
    approvedAt: isApproval ? new Date(at).toISOString() : undefined,
  }
}

const REPORT_EVERY = 60_000
let reportedAt = 0

/** Verifies and parses a webhook's raw bytes. Returns why not, if invalid. */
export async function readPaypalMessage(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<ProviderMessage> {
  try {
    if (!(await isFromPaypal(headers, body, now))) return 'forged'
  } catch (error) {
    if (!(error instanceof CertificateUnavailable)) throw error
    // Anybody can name a missing certificate, so it is logged at most once a minute.
    if (error.cause !== undefined && now.getTime() - reportedAt > REPORT_EVERY) {
      reportedAt = now.getTime()
      logFailure('webhook', error)
    }
    return 'unverified'
  }
  return parsePaypalEvent(body) ?? 'malformed'
}
