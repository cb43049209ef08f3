import 'server-only'

import { findOrderOfPaypal, readOrder } from '../adapters/firestore/orders.ts'
import { isEventSettled, rememberEvent } from '../adapters/firestore/paypal-events.ts'
import { isFromPaypal } from '../adapters/paypal/webhook-signature.ts'
import type { Order } from '../order/order.ts'
import { reportEvent } from '../report/report-event.ts'
import { finishPayment } from './settle-payment.ts'
import {
  eventOrderDocument,
  eventPaypalOrder,
  parseWebhookEvent,
  type WebhookEvent,
} from './webhook-event.ts'

/** What became of a webhook: settled (now or before), not PayPal's, not an event, or about no order of ours. */
export type Received = 'settled' | 'forged' | 'malformed' | 'unknown-order'

async function orderOf(event: WebhookEvent, paypalOrderId: string): Promise<Order | undefined> {
  const id = eventOrderDocument(event)
  const hinted = id !== undefined && /^[\w-]{1,64}$/.test(id) ? await readOrder(id) : undefined
  if (hinted?.payment?.paypalOrderIds.includes(paypalOrderId)) return hinted
  return findOrderOfPaypal(paypalOrderId)
}

async function settleEvent(event: WebhookEvent): Promise<Order | undefined> {
  const paypalOrderId = eventPaypalOrder(event)
  if (paypalOrderId === undefined || !/^[A-Z0-9]{1,36}$/.test(paypalOrderId)) return undefined
  const order = await orderOf(event, paypalOrderId)
  return order && finishPayment(order, paypalOrderId, 'paypal')
}

/** Receives PayPal's raw bytes: verifies who sent them, then asks PayPal itself what is true and settles that; an event's content is trusted for nothing. Throws PaypalProblem and DatabaseUnavailable, upon which PayPal repeats it. */
export async function receiveWebhook(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<Received> {
  if (!(await isFromPaypal(headers, body, now))) return 'forged'
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
