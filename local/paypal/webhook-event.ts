import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { SigningCertificate } from './certificate.ts'
import type { Treatment } from './records.ts'

/** The events a shop subscribes to. */
export const eventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]

/** Something that PayPal tells the shop; `refs` are the ids by which tests may name it. */
export type WebhookEvent = {
  type: string
  resourceType: string
  resource: Record<string, unknown>
  summary: string
  refs: readonly string[]
}

/** An event as PayPal writes it, around the resource it is about. */
export function eventBody(id: string, event: WebhookEvent, base: string): Record<string, unknown> {
  const self = `${base}/v1/notifications/webhooks-events/${id}`
  return {
    id,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: event.resourceType,
    ...(event.resourceType === 'dispute' ? {} : { resource_version: '2.0' }),
    event_type: event.type,
    summary: event.summary,
    resource: event.resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  }
}

/** One delivery on its way: which bytes, for which webhook, signed how. */
export type Transmission = {
  url: string
  webhookId: string
  body: string
  treatment: Treatment
  certificate: SigningCertificate
  base: string
}

function tamper(body: string): string {
  const changed = body.replace(
    /"value":"(\d+)"/,
    (_, value: string) => `"value":"${Number(value) + 1}"`,
  )
  return changed === body ? `${body} ` : changed
}

/** The headers that PayPal signs a webhook with: `id|time|webhook id|crc32 of the bytes`, SHA256withRSA. */
export function signatureHeaders(transmission: Transmission): Record<string, string> {
  const { treatment, certificate, base, body } = transmission
  if (treatment === 'unsigned') return {}
  const id = randomUUID()
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const webhookId = treatment === 'wrong-webhook-id' ? 'WH-SOMEBODY-ELSES' : transmission.webhookId
  const key =
    treatment === 'forged'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : certificate.privateKey
  const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', Buffer.from(message), key).toString('base64'),
    'paypal-cert-url': `${base}/v1/notifications/certs/${certificate.id}`,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
  }
}

/** Posts one event and tells the receiver's status; 0 when there was no answer within 20 seconds. */
export async function transmit(transmission: Transmission): Promise<number> {
  const { url, body, treatment } = transmission
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...signatureHeaders(transmission) },
      body: treatment === 'tampered' ? tamper(body) : body,
      signal: AbortSignal.timeout(20_000),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}
