import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { fullName, type Recipient } from '#lib/delivery/recipient.ts'
import { backoff, doLookupsAgree, IN_FLIGHT, isInFlight, later } from '#lib/operation/timing.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { invoiceLines } from './invoice-lines.ts'
import type { InvoiceAlarm, Invoicing, InvoiceDocument } from './invoice-schema.ts'
import {
  isReplacing,
  isVoidable,
  documentedAmount,
  refundedAmount,
  refundDocument,
  relateNumber,
  remainingOf,
} from './invoice-state.ts'
import type { InvoiceRecord, InvoiceToIssue, IssuedInvoice } from './issuer.ts'
import { ownNumber } from './own-number.ts'

/**
 * Next step of an order's invoice. `look`: perhaps issued, though none is wanted any more. `compare`:
 * the owner has it compared with the issuer's. `keep`: it can't be issued anew any more.
 */
export type InvoiceStep =
  | {
      readonly kind:
        | 'nothing'
        | 'issue'
        | 'look'
        | 'drop'
        | 'compare'
        | 'keep'
        | 'too-much-documented'
    }
  | {
      readonly kind: 'document'
      readonly document: InvoiceDocument['kind']
      readonly amount: number
    }
  | { readonly kind: 'finish'; readonly document: InvoiceDocument }

const NOTHING = { kind: 'nothing' } as const

function documentStep(order: Order, invoicing: Invoicing, now: Date): InvoiceStep {
  const open = invoicing.documents.find(({ state }) => state === 'sending')
  if (open) return { kind: 'finish', document: open }
  // Void elsewhere: nothing can be put on it any more.
  if (invoicing.documents.some((one) => one.kind === 'void' && one.isElsewhere)) return NOTHING
  const rest = refundedAmount(order) - documentedAmount(invoicing)
  if (rest < 0) return { kind: 'too-much-documented' }
  if (isReplacing(order, invoicing) && invoicing.state === 'issued') {
    const { amount } = invoicing
    return isVoidable(invoicing, now)
      ? { kind: 'document', document: 'void', amount }
      : { kind: 'keep' }
  }
  const issued = {
    issuedAt: invoicing.issuedAt ?? now.toISOString(),
    amount: invoicing.amount,
    remaining: remainingOf(invoicing),
    isVoid: invoicing.state === 'void',
    isAllowanceOnly: invoicing.isAllowanceOnly === true,
  }
  const document = rest === 0 ? 'nothing' : refundDocument(issued, rest, now)
  if (document !== 'nothing') return { kind: 'document', document, amount: rest }
  return invoicing.isToCompare ? { kind: 'compare' } : NOTHING
}

// The owner has issued one by hand, or all the money went back.
function isUnwanted(order: Order, { amount }: Invoicing): boolean {
  return ownNumber(order) !== undefined || refundedAmount(order) >= amount
}

/** Returns the next step: issue, document a refund, finish a pending request, or nothing. */
export function nextStep(order: Order, now: Date): InvoiceStep {
  const { invoicing } = order
  switch (invoicing?.state) {
    case 'wished':
      return { kind: isUnwanted(order, invoicing) ? 'drop' : 'issue' }
    case 'sending':
      return { kind: isUnwanted(order, invoicing) ? 'look' : 'issue' }
    case 'issued':
    case 'void':
      return documentStep(order, invoicing, now)
    case undefined:
    case 'dropped':
    case 'failed':
      return { kind: 'nothing' }
  }
}

/**
 * The event of an invoice that a payment calls for, written with the event that pays the order; none
 * where there is one, or nothing to pay.
 */
export function invoiceRequest(
  { orderNumber, invoicing, totalAmount: amount }: Order,
  events: readonly OrderEvent[],
): readonly OrderEvent[] {
  const paid = events.find(({ type }) => type === 'order.paid')
  if (!paid || invoicing || amount === 0) return []
  const data = { relateNumber: relateNumber(orderNumber), amount }
  return [newEvent('invoice.due', data, { now: new Date(paid.at), by: paid.by })]
}

const MINUTE = 60_000
const PAUSES = { first: 5 * MINUTE, most: 6 * 60 * MINUTE } as const
const DAY = 24 * 60 * MINUTE

/**
 * Returns the change that claims issuing, before the request; undefined while another request
 * issues it.
 */
export function claimIssue(
  order: Order,
  claim: string,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const { now } = context
  if (!invoicing || nextStep(order, now).kind !== 'issue' || invoicing.claim === claim)
    return undefined
  if (invoicing.state === 'sending' && isInFlight(invoicing.sentAt, now)) return undefined
  return { events: [newEvent('invoice.requested', { claim }, context)] }
}

/**
 * The change after a look that found no invoice: the wish is dropped once two looks, two minutes
 * apart, agree. `seen` is the order as it was when the issuer was asked.
 */
export function noteMissing(
  order: Order,
  seen: Order,
  context: ChangeContext,
): OrderChange | undefined {
  const { now } = context
  if (lastClaim(order) !== lastClaim(seen)) return undefined
  if (nextStep(order, now).kind !== 'look') return undefined
  const unchangedAt = order.invoicing?.unchangedAt
  if (unchangedAt === undefined) return { events: [newEvent('invoice.missing', {}, context)] }
  if (doLookupsAgree(unchangedAt, now))
    return { events: [newEvent('invoice.dropped', {}, context)] }
  return checkAgain(unchangedAt)
}

/** The change after a look that came too early to agree with the first one, at `unchangedAt`. */
export function checkAgain(unchangedAt: string): OrderChange {
  return { events: [], schedule: { invoiceCheckAt: later(new Date(unchangedAt), IN_FLIGHT) } }
}

/** The change that drops the wish of an order whose money went back, or whose number was written by hand. */
export function dropRequest(order: Order, context: ChangeContext): OrderChange | undefined {
  if (nextStep(order, context.now).kind !== 'drop') return undefined
  return { events: [newEvent('invoice.dropped', {}, context)] }
}

/** The change that stores an issued invoice, as the issuer answered or has it, or undefined when it is stored. */
export function storeIssued(
  order: Order,
  issued: IssuedInvoice & Partial<Pick<InvoiceRecord, 'amount'>>,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || invoicing.number !== undefined) return undefined
  const { number, random, issuedAt, amount = invoicing.amount } = issued
  const own = ownNumber(order)
  const alarm = (kind: InvoiceAlarm, text: string) =>
    newEvent('invoice.alarmed', { alarm: kind, words: text }, context)
  const data = { invoiceNumber: number, random, issuedAt, amount }
  return {
    events: [
      newEvent('invoice.issued', data, context),
      ...(amount === invoicing.amount ? [] : [alarm('other-amount', '')]),
      ...(own === undefined || own === number ? [] : [alarm('two-invoices', `${own}、${number}`)]),
    ],
  }
}

/** The event of an alarm that the order does not have yet. */
export function alarmEvents(
  order: Order,
  alarm: InvoiceAlarm | null,
  text: string,
  context: ChangeContext,
): readonly OrderEvent[] {
  const isNew = alarm !== null && alarm !== (order.invoiceAlarm ?? null)
  return isNew ? [newEvent('invoice.alarmed', { alarm, words: text }, context)] : []
}

/** Returns the change that marks an invoice refused for an unknown reason, for the owner. */
export function failIssue(
  order: Order,
  issue: string,
  context: ChangeContext,
): OrderChange | undefined {
  if (order.invoicing?.state !== 'sending') return undefined
  const refused = newEvent('invoice.refused', { issue }, context)
  return { events: [refused, ...alarmEvents(order, 'refused', issue, context)] }
}

/** The id of the newest request about an order's invoice. */
export function lastClaim({ invoicing }: Order): string | undefined {
  return invoicing?.documents.at(-1)?.claim ?? invoicing?.claim
}

/**
 * A request's problem; `seen` is the order as it was sent, which another request may have since.
 * `isRefusal`: for certain, nothing was issued by this request.
 */
type InvoiceTrouble = {
  readonly alarm: InvoiceAlarm | null
  readonly words: string
  readonly seen?: Order
  readonly isRefusal?: boolean
}

/**
 * Returns the change that postpones a failed request, with backoff; alarms the owner after a day.
 */
export function putOff(
  order: Order,
  { alarm, words, seen = order, isRefusal = false }: InvoiceTrouble,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing, paidAt, invoiceChecks = 0 } = order
  if (!invoicing || lastClaim(order) !== lastClaim(seen)) return undefined
  const { state, unanswered } = invoicing
  const isLate = paidAt !== undefined && context.now.getTime() - Date.parse(paidAt) > DAY
  const isOpen = state === 'wished' || state === 'sending'
  const raised = alarm ?? (isLate && isOpen ? 'late' : null)
  // Nothing was issued where the only request without an answer was refused.
  const isCertain = isRefusal && state === 'sending' && unanswered === undefined
  const notIssued = isCertain ? [newEvent('invoice.not-issued', {}, context)] : []
  return {
    events: [...notIssued, ...alarmEvents(order, raised, words, context)],
    schedule: {
      invoiceCheckAt: later(context.now, backoff(PAUSES, invoiceChecks)),
      invoiceChecks: invoiceChecks + 1,
    },
  }
}

/** The change that ends looking at an order whose invoice needs nothing. */
export function pauseInvoice(order: Order, { now }: ChangeContext): OrderChange | undefined {
  const isDue = order.invoiceCheckAt !== undefined && order.invoiceCheckAt !== null
  const isIdle = nextStep(order, now).kind === 'nothing'
  return isDue && isIdle ? { events: [], schedule: { invoiceCheckAt: null } } : undefined
}

/** The change by which the owner has an invoice or its document tried again, or undefined if nothing waits for the owner. */
export function retryChange(order: Order, context: ChangeContext): OrderChange | undefined {
  const { invoicing, invoiceAlarm: alarm } = order
  if (!invoicing || !alarm) return undefined
  return { events: [newEvent('invoice.retried', { alarm }, context)] }
}

// The buyer's e-mail and telephone, as the issuer is told them.
function contactOf({ email: ordered, recipient, gift }: Order) {
  const email = ordered || recipient.email
  // The telephone of a gift is the recipient's, who is notified of no price.
  const phone = gift ? '' : recipient.phone
  // A sale at a market may have neither, and the issuer takes no invoice without one of them.
  return { email: email || phone ? email : CONTACT_EMAIL, phone }
}

/** What the issuer is notified of an order's sale. Throws RangeError where its items cost more than its total. */
export function toIssue(order: Order): InvoiceToIssue {
  const { orderNumber, invoicing, items, removed = [], totalAmount, invoice, recipient } = order
  const { zipcode, city, area, address } = recipient
  return {
    relateNumber: invoicing?.relateNumber ?? orderNumber,
    target: invoice ?? { kind: 'email' },
    ...contactOf(order),
    // A printed invoice names its buyer, who may have said nothing at a market.
    name: fullName(recipient) || '現場買家',
    address: address === '' ? '現場交貨' : `${zipcode}${city}${area}${address}`,
    lines: invoiceLines([...items, ...removed], totalAmount),
    total: totalAmount,
  }
}

/** An invoice as its issue answered, or as the issuer has it. */
export type FoundInvoice = IssuedInvoice & Partial<InvoiceRecord>

// The issuer's clock and the shop's.
const CLOCKS = 10 * MINUTE

// Every recipient that an order has had.
function recipientsOf({ recipient, history }: Order): readonly Recipient[] {
  const placed = history.find((event) => event.type === 'order.placed')
  let current = placed?.data.recipient ?? recipient
  const before = history.flatMap((event): readonly Recipient[] => {
    if (event.type !== 'recipient.edited' && event.type !== 'delivery.changed') return []
    const isEdit = event.type === 'recipient.edited'
    const left = isEdit ? { ...current, ...event.data.before } : current
    current = isEdit ? { ...current, ...event.data.after } : event.data.recipient
    return [left]
  })
  return [...before, recipient]
}

/**
 * Whether an invoice that was found under this order's number is another's: made before this payment,
 * for another buyer, or of an unknown buyer with another amount. Another installation at the same
 * account may have used the number. The owner may have edited telephone and e-mail since it was sent.
 */
export function isOfAnother({ issuedAt, amount, buyer }: FoundInvoice, order: Order): boolean {
  if (amount === undefined) return false
  const { paidAt, invoicing, totalAmount, invoice } = order
  if (paidAt !== undefined && Date.parse(issuedAt) < Date.parse(paidAt) - CLOCKS) return true
  const taxId = invoice?.kind === 'company' ? invoice.taxId : undefined
  if (buyer !== undefined && buyer.taxId !== taxId) return true
  const sent = recipientsOf(order).map((recipient) => contactOf({ ...order, recipient }))
  const emails = sent.flatMap(({ email }) => (email ? [email.toLowerCase()] : []))
  const phones = sent.flatMap(({ phone }) => (phone ? [phone] : []))
  if (buyer?.email && emails.length > 0) return !emails.includes(buyer.email.toLowerCase())
  if (buyer?.phone && phones.length > 0) return !phones.includes(buyer.phone)
  return amount !== totalAmount && amount !== invoicing?.amount
}
