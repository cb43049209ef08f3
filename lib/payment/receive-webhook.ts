import 'server-only'

import { changeOrder, findPaidOrder, readOrder } from '../adapters/firestore/orders.ts'
import { isEventSettled, rememberEvent } from '../adapters/firestore/paypal-events.ts'
import { parsePaypalEvent } from '../adapters/paypal/events.ts'
import { isFromPaypal } from '../adapters/paypal/webhook-signature.ts'
import type { Order } from '../order/order.ts'
import { reportEvent } from '../report/report-event.ts'
import { findProvider } from './find-provider.ts'
import { findAttempt } from './payment.ts'
import type { ProviderEvent } from './provider.ts'
import { applyDispute } from './settlement.ts'
import { finishPayment } from './settle-payment.ts'

/** What became of a webhook: settled (now or before), not the provider's, not an event, or about no order of ours. */
export type Received = 'settled' | 'forged' | 'malformed' | 'unknown-order'

async function hintedOrder({ orderDocument: id }: ProviderEvent): Promise<Order | undefined> {
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? readOrder(id) : undefined
}

async function orderOf(event: ProviderEvent, reference: string): Promise<Order | undefined> {
  const hinted = await hintedOrder(event)
  return findAttempt(hinted?.payment, reference) ? hinted : findPaidOrder({ reference })
}

// A refund or reversal names a capture alone; its attempt is the one that was captured so.
async function settleCapture(captureId: string): Promise<Order | undefined> {
  const order = await findPaidOrder({ captureId })
  const attempt = order?.payment?.attempts.find((one) => one.captureId === captureId)
  return order && attempt?.reference !== undefined
    ? finishPayment(order, attempt.reference, 'provider')
    : undefined
}

// What a dispute says is asked of the provider; lost, its money is read back from the order as well.
async function settleDispute(id: string): Promise<Order | undefined> {
  const dispute = await findProvider('paypal').findDispute(id)
  for (const captureId of dispute?.captureIds ?? []) {
    const order = await settleCapture(captureId)
    if (!order || !dispute) continue
    const now = new Date()
    const after = await changeOrder(order.id, (stored) =>
      applyDispute(stored, dispute, { now, by: 'provider' }),
    )
    reportEvent('dispute', { order: order.orderId, dispute: id, state: dispute.state })
    return after
  }
  return undefined
}

/** Settles what an event of the provider's hints at; answers the order that it is about. Throws ProviderProblem and DatabaseUnavailable. */
export async function settleEvent(event: ProviderEvent): Promise<Order | undefined> {
  if (event.disputeId !== undefined) return settleDispute(event.disputeId)
  if (event.reference === undefined) {
    return event.captureId === undefined ? undefined : settleCapture(event.captureId)
  }
  const order = await orderOf(event, event.reference)
  const { approvedAt: at } = event
  return order && finishPayment(order, event.reference, 'provider', at === undefined ? at : { at })
}

/** Receives PayPal's raw bytes: verifies who sent them, then asks PayPal itself what is true and settles that; an event's content is trusted for nothing. Throws ProviderProblem and DatabaseUnavailable, upon which PayPal repeats it. */
export async function receiveWebhook(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<Received> {
  if (!(await isFromPaypal(headers, body, now))) return 'forged'
  const event = parsePaypalEvent(body)
  if (!event) return 'malformed'
  if (await isEventSettled(event.id)) return 'settled'
  const order = await settleEvent(event)
  const { type, id: eventId } = event
  await rememberEvent(eventId, { type, order: order?.orderId, settledAt: now.toISOString() })
  reportEvent('webhook', { type, eventId, order: order?.orderId, known: order !== undefined })
  return order ? 'settled' : 'unknown-order'
}
