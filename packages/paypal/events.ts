import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'

import type { SigningCertificate } from './credentials.ts'
import type { Capture, Delivery, Money, Order, Refund } from './records.ts'
import { captureBody, link, orderBody, refundBody } from './representation.ts'
import { fileOf, newId, now, refsOf, type Settings, type Store } from './store.ts'

type Teller = { base: string; store: Store }

/** The events that the shop's webhook is subscribed to. */
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

/** A webhook event. `refs` are the ids that tests use. */
export type WebhookEvent = {
  type: string
  resourceType: 'checkout-order' | 'capture' | 'refund' | 'dispute'
  resource: Record<string, unknown>
  summary: string
  refs: readonly string[]
}

function amountText({ currency_code: currency, value }: Money): string {
  return `${currency === 'TWD' ? 'NT$' : currency} ${value} ${currency}`
}

/** The buyer has approved; the order can be captured. */
export function orderApproved(paypal: Teller, order: Order): WebhookEvent {
  return {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    resource: orderBody(fileOf(paypal, order), paypal.base),
    summary: 'An order has been approved by buyer',
    refs: refsOf(order),
  }
}

/** An approved order was not captured in time. */
export function approvalReversed(order: Order): WebhookEvent {
  const [{ reference_id, custom_id, invoice_id }] = order.request.purchase_units
  return {
    type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    resourceType: 'checkout-order',
    resource: { order_id: order.id, purchase_units: [{ reference_id, custom_id, invoice_id }] },
    summary: 'A payment has been reversed after approval.',
    refs: refsOf(order),
  }
}

/** Sends a capture's event. PayPal has none for a failed capture. */
export function captureReached(
  { base }: Teller,
  order: Order,
  capture: Capture,
  state: string = capture.status === 'FAILED' ? 'DECLINED' : capture.status,
): WebhookEvent {
  return {
    type: `PAYMENT.CAPTURE.${state}`,
    resourceType: 'capture',
    resource: captureBody(capture, base),
    summary: `Payment ${state.toLowerCase()} for ${amountText(capture.amount)}`,
    refs: [...refsOf(order), capture.id],
  }
}

/** Money went back: refunded by the shop, or reversed by PayPal. */
export function moneyReturned({ base }: Teller, order: Order, refund: Refund): WebhookEvent {
  const what = refund.reversal ? 'reversed' : 'refunded'
  return {
    type: `PAYMENT.CAPTURE.${what.toUpperCase()}`,
    resourceType: 'refund',
    resource: refundBody(refund, base),
    summary: `A ${amountText(refund.amount)} capture payment was ${what}`,
    refs: [...refsOf(order), refund.captureId, refund.id],
  }
}

/** An event as PayPal writes it, with a new id. */
export function eventBody(event: WebhookEvent, base: string): { id: string; text: string } {
  const id = `WH-${newId()}-${newId()}`
  const self = `${base}/v1/notifications/webhooks-events/${id}`
  const body = {
    id,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: event.resourceType,
    resource_version: event.resourceType === 'dispute' ? undefined : '2.0',
    event_type: event.type,
    summary: event.summary,
    resource: event.resource,
    links: [link(self, 'self'), link(`${self}/resend`, 'resend', 'POST')],
  }
  return { id, text: JSON.stringify(body) }
}

function otherKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

type Sender = { base: string; settings: Settings; certificate: SigningCertificate }

/** PayPal's signature of `id|time|webhook id|crc32 of the bytes`, by SHA256withRSA. */
function signatureHeaders(
  { base, settings, certificate }: Sender,
  { body, treatment }: Delivery,
): Record<string, string> {
  if (treatment === 'unsigned') return {}
  const id = randomUUID()
  const time = now()
  const webhookId = treatment === 'wrong-webhook-id' ? 'WH-OTHER' : settings['webhook-id']
  const key = treatment === 'forged' ? otherKey() : certificate.privateKey
  const message = `${id}|${time}|${webhookId}|${crc32(body)}`
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', Buffer.from(message), key).toString('base64'),
    'paypal-cert-url': `${base}/v1/notifications/certs/${certificate.id}`,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
  }
}

/** Posts one event. Returns the receiver's status, 0 without an answer within 20 seconds. */
export async function transmit(from: Sender, url: string, delivery: Delivery): Promise<number> {
  const { body, treatment } = delivery
  // Changes the signed bytes without changing data.
  const tampered = body.replace('"event_version":"1.0"', '"event_version":"1.1"')
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...signatureHeaders(from, delivery) },
      body: treatment === 'tampered' ? tampered : body,
      signal: AbortSignal.timeout(20_000),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}
