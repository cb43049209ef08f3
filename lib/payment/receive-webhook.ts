import 'server-only'

import { findOrderOfPaypal, readOrder } from '../adapters/firestore/orders.ts'
import { isEventSettled, rememberEvent } from '../adapters/firestore/paypal-events.ts'
import { CertificateUnavailable } from '../adapters/paypal/certificates.ts'
import { isFromPaypal } from '../adapters/paypal/webhook-signature.ts'
import { type Order, ORDER_DOCUMENT } from '../order/order.ts'
import { reportEvent, reportFailure } from '../report/report-event.ts'
import { finishPayment } from './settle-payment.ts'
import {
  eventApproval,
  eventCapture,
  eventOrderDocument,
  eventPaypalOrder,
  parseWebhookEvent,
  type WebhookEvent,
} from './webhook-event.ts'

/** What became of a webhook: settled (now or before), not PayPal's, sent by nobody knows whom, not an event, or about no order of ours. */
export type Received = 'settled' | 'forged' | 'unverified' | 'malformed' | 'unknown-order'

const PAYPAL_ID = /^[A-Z0-9]{1,36}$/

async function hintedOrder(event: WebhookEvent): Promise<Order | undefined> {
  const id = eventOrderDocument(event)
  return id !== undefined && ORDER_DOCUMENT.test(id) ? readOrder(id) : undefined
}

async function orderOf(event: WebhookEvent, paypalOrderId: string): Promise<Order | undefined> {
  const hinted = await hintedOrder(event)
  return hinted?.payment?.paypalOrderIds.includes(paypalOrderId)
    ? hinted
    : findOrderOfPaypal({ paypalOrderId })
}

async function settleEvent(event: WebhookEvent): Promise<Order | undefined> {
  const paypalOrderId = eventPaypalOrder(event)
  if (paypalOrderId === undefined) return settleRefund(event)
  if (!PAYPAL_ID.test(paypalOrderId)) return undefined
  const order = await orderOf(event, paypalOrderId)
  const occasion = { by: 'paypal', approvedAt: eventApproval(event) } as const
  return order && finishPayment(order, paypalOrderId, occasion)
}

async function settleRefund(event: WebhookEvent): Promise<Order | undefined> {
  const captureId = eventCapture(event)
  if (captureId === undefined || !PAYPAL_ID.test(captureId)) return undefined
  const order = await findOrderOfPaypal({ captureId })
  const paypalOrderId = order?.payment?.paypalOrderId
  return order && paypalOrderId !== undefined
    ? finishPayment(order, paypalOrderId, { by: 'paypal' })
    : undefined
}

const REPORT_EVERY = 60_000
let reportedAt = 0

// Anybody can name a certificate that is not to be had, so a line a minute tells of it.
async function senderOf(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<'paypal' | 'forged' | 'unverified'> {
  try {
    return (await isFromPaypal(headers, body, now)) ? 'paypal' : 'forged'
  } catch (error) {
    if (!(error instanceof CertificateUnavailable)) throw error
    if (error.cause !== undefined && now.getTime() - reportedAt > REPORT_EVERY) {
      reportedAt = now.getTime()
      reportFailure('webhook', error)
    }
    return 'unverified'
  }
}

/** Receives PayPal's raw bytes: verifies who sent them, then asks PayPal itself what is true and settles that; an event's content is trusted for nothing. Throws PaypalProblem and DatabaseUnavailable, upon which PayPal repeats it. */
export async function receiveWebhook(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<Received> {
  const sender = await senderOf(headers, body, now)
  if (sender !== 'paypal') return sender
  const event = parseWebhookEvent(body)
  if (!event || !/^[\w-]+$/.test(event.id)) return 'malformed'
  if (await isEventSettled(event.id)) return 'settled'
  const order = await settleEvent(event)
  const type = event.event_type
  await rememberEvent(event.id, { type, order: order?.orderId, settledAt: now.toISOString() })
  reportEvent('webhook', {
    type,
    eventId: event.id,
    order: order?.orderId,
    known: order !== undefined,
  })
  return order ? 'settled' : 'unknown-order'
}
