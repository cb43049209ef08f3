import 'server-only'

import { log } from '#lib/log/log.ts'
import { findPaidOrder, readOrder } from '#lib/order/order-store.ts'
import { type Order, ORDER_DOCUMENT } from '#lib/order/order.ts'
import { finishPayment } from './capture-payment.ts'
import { notePaidNotice } from './close-overdue.ts'
import { adoptReference } from './create-attempt.ts'
import { unsettledAttempts } from './payment-status.ts'
import { type Attempt, findAttempt } from './payment.ts'
import { type ProviderEvent, type ProviderMessage, ProviderProblem } from './provider.ts'
import { findProvider } from './providers.ts'
import { settleDispute } from './settle-dispute.ts'
import { changeStored, now } from './settle-payment.ts'
import { isEventSettled, rememberEvent } from './webhook-store.ts'

/** The result of a webhook: settled (now or before), not genuine, sender unclear, no event, or not our order. */
export type WebhookOutcome = 'settled' | 'unknown-order' | Extract<ProviderMessage, string>

async function hintedOrder(id: string | undefined): Promise<Order | undefined> {
  return id !== undefined && ORDER_DOCUMENT.test(id) ? readOrder(id) : undefined
}

// The order whose attempt has this reference although it was never stored.
async function adoptedBy(order: Order, reference: string): Promise<Order | undefined> {
  const { orderNumber } = order
  const referenceOf = ({ provider, number }: Attempt) =>
    findProvider(provider).referenceOf?.(orderNumber, number)
  const stored = await changeStored(order, (latest) =>
    adoptReference(latest, reference, referenceOf, now('provider')),
  )
  if (!findAttempt(stored.payment, reference)) return undefined
  log('reference-adopted', { order: orderNumber, reference }, 'WARNING')
  return stored
}

async function orderOf(event: ProviderEvent, reference: string): Promise<Order | undefined> {
  const hinted = await hintedOrder(event.orderDocument)
  if (findAttempt(hinted?.payment, reference)) return hinted
  const adopted = hinted && (await adoptedBy(hinted, reference))
  return adopted ?? findPaidOrder({ reference })
}

async function findCaptured(
  captureId: string,
  orderDocument: string | undefined,
): Promise<Order | undefined> {
  return (await findPaidOrder({ captureId })) ?? hintedOrder(orderDocument)
}

// Asks about all attempts when none has this capture yet.
async function settleCapture(order: Order, captureId: string): Promise<Order> {
  const own = order.payment?.attempts.find((attempt) => attempt.captureId === captureId)
  let current = order
  for (const { reference = '' } of own ? [own] : unsettledAttempts(order)) {
    current = await finishPayment(current, reference, 'provider')
  }
  return current
}

// Settles every order of a dispute and returns the first. The dispute comes first: it explains
// taken money.
async function settleDisputeEvent(provider: string, id: string): Promise<Order | undefined> {
  const dispute = await findProvider(provider).findDispute?.(id)
  const settled: Order[] = []
  for (const { id: captureId, orderDocument } of dispute?.captures ?? []) {
    const order = await findCaptured(captureId, orderDocument)
    if (!order) continue
    const noted = await settleDispute(order, { provider, id })
    settled.push(await settleCapture(noted, captureId))
    log('dispute', { order: order.orderNumber, dispute: id, state: dispute?.state }, 'WARNING')
  }
  return settled[0]
}

// The word is stored before the provider is asked, so that nothing else is captured meanwhile; the sweep asks again
// where the provider does not answer.
async function settlePaidNotice(order: Order, reference: string): Promise<Order> {
  const told = await changeStored(order, (stored) =>
    notePaidNotice(stored, reference, now('provider')),
  )
  try {
    return await finishPayment(told, reference, 'provider')
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    log('provider-unanswered', { order: order.orderNumber, issue: error.issue })
    return told
  }
}

/** Settles the order that an event is about, and returns it. Throws ProviderProblem and DatabaseUnavailable. */
export async function settleEvent(event: ProviderEvent): Promise<Order | undefined> {
  const { reference, captureId, disputeId, orderDocument, approvedAt: at } = event
  if (disputeId !== undefined) return settleDisputeEvent(event.provider, disputeId)
  if (reference === undefined) {
    if (captureId === undefined) return undefined
    const paid = await findCaptured(captureId, orderDocument)
    return paid && settleCapture(paid, captureId)
  }
  const order = await orderOf(event, reference)
  if (order && event.isPaidNotice === true) return settlePaidNotice(order, reference)
  const approval = at === undefined ? undefined : { at, event: event.id }
  return order && finishPayment(order, reference, 'provider', approval)
}

/**
 * Verifies the raw webhook and settles what the provider confirms. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function receiveWebhook(
  provider: string,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<WebhookOutcome> {
  const event = await findProvider(provider).readMessage?.(headers, body, now)
  if (event === undefined) return 'malformed'
  if (typeof event === 'string') return event
  if (await isEventSettled(event.id)) return 'settled'
  const order = await settleEvent(event)
  const { type, id: eventId } = event
  await rememberEvent(eventId, { type, order: order?.orderNumber, settledAt: now.toISOString() })
  log('webhook', { type, eventId, order: order?.orderNumber })
  return order ? 'settled' : 'unknown-order'
}
