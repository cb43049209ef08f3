import 'server-only'

import { CONTACT_EMAIL } from '../../company/company.ts'
import { changeOrder } from '../../adapters/firestore/orders.ts'
import { logFailure } from '../../log/log.ts'
import type { ChangeContext } from '../events.ts'
import type { Order } from '../order.ts'
import type { InvoiceAlarm } from './invoicing.ts'
import { invoiceLines } from './invoice-lines.ts'
import { InvoiceProblem, type InvoiceIssuer, type InvoiceToIssue } from './issuer.ts'
import { claimIssue, failIssue, isSending, noteMissing, putOff, storeIssued } from './issuing.ts'

/** An order whose invoice is worked on, by its issuer. */
export type AtIssuer = {
  readonly issuer: InvoiceIssuer
  readonly order: Order
  readonly context: ChangeContext
}

/** The alarms of what the owner can mend, after which it is tried again. */
const MENDABLE: Readonly<Partial<Record<InvoiceProblem['kind'], InvoiceAlarm>>> = {
  'no-numbers': 'no-numbers',
  keys: 'keys',
  'not-set': 'keys',
}

/** Puts off what could not be sent or answered. Throws DatabaseUnavailable. */
export async function putOffFor(
  { order, context }: AtIssuer,
  problem: InvoiceProblem,
): Promise<Order> {
  logFailure('invoice', problem, { order: order.orderNumber })
  const alarm = MENDABLE[problem.kind] ?? null
  const isRefusal = alarm !== null
  const trouble = { alarm, words: problem.words, seen: order, isRefusal }
  const change = (stored: Order) => putOff(stored, trouble, context)
  return (await changeOrder(order.id, change)) ?? order
}

// A sale at a market may have neither, and the issuer takes no invoice without one of them.
function contactOf({ email, recipient }: Order): Pick<InvoiceToIssue, 'email' | 'phone'> {
  const buyer = { email: email || recipient.email, phone: recipient.phone }
  return buyer.email || buyer.phone ? buyer : { ...buyer, email: CONTACT_EMAIL }
}

function toIssue(order: Order): InvoiceToIssue {
  const { orderNumber, invoicing, items, removed = [], totalAmount, invoice } = order
  return {
    relateNumber: invoicing?.relateNumber ?? orderNumber,
    target: invoice ?? { kind: 'email' },
    ...contactOf(order),
    lines: invoiceLines([...items, ...removed], totalAmount),
    total: totalAmount,
  }
}

async function fail({ order, context }: AtIssuer, words: string): Promise<Order> {
  return (await changeOrder(order.id, (stored) => failIssue(stored, words, context))) ?? order
}

// A refused request may repeat one that succeeded, so look it up first.
async function afterProblem(at: AtIssuer, problem: InvoiceProblem): Promise<Order> {
  const { issuer, order, context } = at
  if (MENDABLE[problem.kind]) return putOffFor(at, problem)
  const found = await issuer.find(toIssue(order).relateNumber)
  if (found)
    return (await changeOrder(order.id, (one) => storeIssued(one, found, context))) ?? order
  if (problem.kind === 'refused') return fail(at, problem.words)
  return putOffFor(at, problem)
}

async function issue(at: AtIssuer): Promise<Order> {
  const { issuer, order, context } = at
  try {
    const issued = await issuer.issue(toIssue(order))
    return (await changeOrder(order.id, (stored) => storeIssued(stored, issued, context))) ?? order
  } catch (error) {
    if (error instanceof RangeError) return fail(at, error.message)
    if (error instanceof InvoiceProblem) return afterProblem(at, error)
    throw error
  }
}

/**
 * Looks for an invoice that may have been issued though none is wanted any more: stores it, or drops
 * the wish. Returns unchanged while a request is sent. Throws DatabaseUnavailable.
 */
export async function lookForInvoice(at: AtIssuer): Promise<Order> {
  const { issuer, order, context } = at
  if (order.invoicing && isSending(order.invoicing, context.now)) return order
  try {
    const found = await issuer.find(toIssue(order).relateNumber)
    const change = (one: Order) =>
      found ? storeIssued(one, found, context) : noteMissing(one, order, context)
    return (await changeOrder(order.id, change)) ?? order
  } catch (error) {
    if (error instanceof InvoiceProblem) return putOffFor(at, error)
    throw error
  }
}

/**
 * Issues an order's invoice, once per key. Returns unchanged while another request does so. Throws
 * DatabaseUnavailable.
 */
export async function sendInvoice(at: AtIssuer): Promise<Order> {
  const { order, context } = at
  const claim = crypto.randomUUID()
  const stored = await changeOrder(order.id, (one) => claimIssue(one, claim, context))
  if (!stored || stored.invoicing?.claim !== claim) return stored ?? order
  const claimed = { ...at, order: stored }
  try {
    return await issue(claimed)
  } catch (error) {
    if (error instanceof InvoiceProblem) return putOffFor(claimed, error)
    throw error
  }
}
