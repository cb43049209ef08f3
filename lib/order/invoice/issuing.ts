import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import type { InvoiceRecord, IssuedInvoice } from './issuer.ts'
import type { InvoiceAlarm } from './invoicing.ts'
import { nextStep } from './next-step.ts'

const MINUTE = 60_000
const LONGEST = 6 * 60 * MINUTE
const DAY = 24 * 60 * MINUTE

/** In milliseconds: a request older than this has ended. */
export const SENDING_FOR = 2 * MINUTE

/** The instant so many milliseconds after another, ISO 8601 in UTC. */
export const later = (now: Date, time: number): string =>
  new Date(now.getTime() + time).toISOString()

/** Whether another request may still be sending. */
export function isSending(
  { sentAt }: { readonly sentAt?: string | undefined },
  now: Date,
): boolean {
  return sentAt !== undefined && now.getTime() - Date.parse(sentAt) < SENDING_FOR
}

/**
 * Returns the change that claims issuing, before the request; undefined while another request
 * issues it.
 */
export function claimIssue(
  order: Order,
  claim: string,
  { now }: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || nextStep(order, now).kind !== 'issue' || invoicing.claim === claim)
    return undefined
  if (invoicing.state === 'sending' && isSending(invoicing, now)) return undefined
  const sent = { claim, sentAt: now.toISOString(), state: 'sending' as const }
  return {
    invoicing: { ...invoicing, ...sent, tries: invoicing.tries + 1 },
    invoiceCheckAt: later(now, SENDING_FOR),
    events: [],
  }
}

/** The change that drops the wish of an order whose money went back, or whose number was written by hand. */
export function dropWish(order: Order, context: ChangeContext): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || nextStep(order, context.now).kind !== 'drop') return undefined
  const events = [newEvent('invoice.dropped', {}, context)]
  return {
    invoicing: { ...invoicing, state: 'dropped' },
    invoiceCheckAt: null,
    events,
  }
}

/** The change that stores an issued invoice, as the issuer answered or has it; nothing when it is stored. */
export function storeIssued(
  order: Order,
  issued: IssuedInvoice & Partial<Pick<InvoiceRecord, 'amount'>>,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || invoicing.number !== undefined) return undefined
  const { number, random, issuedAt, amount = invoicing.amount } = issued
  const { claim: _claim, sentAt: _sentAt, issue: _issue, ...kept } = invoicing
  const isOther = amount !== invoicing.amount
  const events = [
    newEvent('invoice.issued', { invoiceNumber: number, random, amount }, context),
    ...(isOther
      ? [newEvent('invoice.alarmed', { alarm: 'other-amount', words: '' }, context)]
      : []),
  ]
  return {
    invoicing: { ...kept, number, random, issuedAt, state: 'issued' },
    // A refund may have come meanwhile.
    invoiceCheckAt: context.now.toISOString(),
    events,
  }
}

/** The event of an alarm that the order does not have yet. */
export function alarmEvents(
  order: Order,
  alarm: InvoiceAlarm | null,
  words: string,
  context: ChangeContext,
): readonly OrderEvent[] {
  const isNew = alarm !== null && alarm !== (order.invoiceAlarm ?? null)
  return isNew ? [newEvent('invoice.alarmed', { alarm, words }, context)] : []
}

function pause(tries: number): number {
  return Math.min(5 * MINUTE * 2 ** Math.min(tries, 10), LONGEST)
}

/** Returns the change that marks an invoice refused for an unknown reason, for the owner. */
export function failIssue(order: Order, words: string, context: ChangeContext) {
  const { invoicing } = order
  if (invoicing?.state !== 'sending') return undefined
  return {
    invoicing: { ...invoicing, state: 'failed' as const, issue: words },
    invoiceCheckAt: null,
    events: alarmEvents(order, 'refused', words, context),
  }
}

/** The id of the newest request about an order's invoice. */
export function lastClaim({ invoicing }: Order): string | undefined {
  return invoicing?.papers.at(-1)?.claim ?? invoicing?.claim
}

/** A request's problem; `seen` is the order as it was sent, which another request may have since. */
type InvoiceTrouble = {
  readonly alarm: InvoiceAlarm | null
  readonly words: string
  readonly seen?: Order
}

/**
 * Returns the change that postpones a failed request, with backoff; alarms the owner after a day.
 */
export function putOff(
  order: Order,
  { alarm, words, seen = order }: InvoiceTrouble,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing, paidAt } = order
  if (!invoicing || lastClaim(order) !== lastClaim(seen)) return undefined
  const isLate = paidAt !== undefined && context.now.getTime() - Date.parse(paidAt) > DAY
  const isOpen = invoicing.state === 'wished' || invoicing.state === 'sending'
  const raised = alarm ?? (isLate && isOpen ? 'late' : (order.invoiceAlarm ?? null))
  return {
    invoicing: { ...invoicing, tries: invoicing.tries + 1 },
    invoiceCheckAt: later(context.now, pause(invoicing.tries)),
    events: alarmEvents(order, raised, words, context),
  }
}

/** The change that ends looking at an order whose invoice needs nothing. */
export function restInvoice(order: Order, { now }: ChangeContext): OrderChange | undefined {
  const isDue = order.invoiceCheckAt !== undefined && order.invoiceCheckAt !== null
  const isIdle = nextStep(order, now).kind === 'nothing'
  return isDue && isIdle ? { invoiceCheckAt: null, events: [] } : undefined
}

/** The change by which the owner has an invoice or its paper tried again; nothing where nothing waits for the owner. */
export function retryChange(order: Order, context: ChangeContext): OrderChange | undefined {
  const { invoicing, invoiceAlarm } = order
  if (!invoicing || !invoiceAlarm) return undefined
  const state = invoicing.state === 'failed' ? ('wished' as const) : invoicing.state
  return {
    invoicing: { ...invoicing, state, tries: 0 },
    invoiceCheckAt: context.now.toISOString(),
    events: [newEvent('invoice.settled', { alarm: invoiceAlarm }, context)],
  }
}
