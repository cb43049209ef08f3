import 'server-only'

import { issuer as findIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { logFailure } from '#lib/log/log.ts'
import { isMailEnabled, writeMailOnce } from '#lib/mail/outbox-store.ts'
import { sweepDue, sweepTask } from '#lib/operation/operation.ts'
import { isInFlight } from '#lib/operation/timing.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder, readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { leaveInvoice, storeTakenBack } from './invoice-document.ts'
import { countUsedNumber } from './invoice-store.ts'
import { saveNumberState } from './invoice-store.ts'
import { invoicesDue, readNumberState } from './invoice-store.ts'
import { dropRequest, nextStep, putOff, pauseInvoice } from './issue.ts'
import { type InvoiceIssuer, InvoiceProblem } from './issuer.ts'
import { areNumbersDue, numberMails, numberState } from './number-range.ts'
import { compareInvoice, sendDocument } from './send-document.ts'
import { type AtIssuer, change, searchInvoice, read, sendInvoice } from './send-invoice.ts'
import { takeInvoices } from './written-invoices.ts'

// More is documented than went back: the owner makes an allowance void at the issuer, which is seen here.
function settleTooMuch(at: AtIssuer): Promise<Order> {
  return read(at, ({ remaining }) => {
    const trouble = { alarm: 'too-much-documented', words: '', seen: at.order } as const
    return change(
      at,
      (stored, context) =>
        storeTakenBack(stored, { seen: at.order, remaining }, context) ??
        putOff(stored, trouble, context),
    )
  })
}

/** In milliseconds: a sweep starts no further order after this. */
const ENOUGH = 30_000

/** More steps than any order needs at once: an invoice, and the document of its refund. */
const MOST_STEPS = 4

async function takeStep(issuer: InvoiceIssuer, order: Order, context: ChangeContext) {
  const at = { issuer, order, context }
  const step = nextStep(order, context.now)
  switch (step.kind) {
    case 'issue':
      return sendInvoice(at)
    case 'look':
      return searchInvoice(at)
    case 'document':
      return sendDocument(at, undefined)
    case 'finish':
      return isInFlight(step.document.sentAt, context.now) ? order : sendDocument(at, step.document)
    case 'compare':
      return compareInvoice(at)
    case 'drop':
      return (await changeOrder(order.id, (stored) => dropRequest(stored, context))) ?? order
    case 'keep':
      return change(at, leaveInvoice)
    case 'too-much-documented':
      return settleTooMuch(at)
    case 'nothing':
      return (await changeOrder(order.id, (stored) => pauseInvoice(stored, context))) ?? order
  }
}

// Step after step while each is due at once; what is put off has a later time.
async function settle(issuer: InvoiceIssuer, order: Order, now: Date): Promise<void> {
  const context = { now, by: 'sweep' } as const
  let current = order
  for (let done = 0; done < MOST_STEPS; done += 1) {
    if (!current.invoiceCheckAt || current.invoiceCheckAt > now.toISOString()) return
    const before = current.invoicing?.number
    current = await takeStep(issuer, current, context)
    const { number } = current.invoicing ?? {}
    if (number !== undefined && number !== before) await countUsedNumber()
  }
}

/**
 * Processes invoices requested by this process after the response. Throws nothing: the sweep
 * retries failures.
 */
export async function settleWrittenInvoices(): Promise<void> {
  const ids = takeInvoices()
  const issuer = ids.length === 0 ? undefined : findIssuer()
  if (!issuer) return
  for (const id of ids) {
    try {
      const order = await readOrder(id)
      if (order) await settle(issuer, order, new Date())
    } catch (error) {
      logFailure('invoice', error, { document: id })
    }
  }
}

/**
 * Issues the invoice of an order that was just paid, while its buyer waits; the order as it is then.
 * Throws nothing: what failed is done by the sweep.
 */
export async function issueAtOnce(order: Order): Promise<Order> {
  const issuer = findIssuer()
  if (!issuer) return order
  try {
    await settle(issuer, order, new Date())
    return (await readOrder(order.id)) ?? order
  } catch (error) {
    logFailure('invoice', error, { order: order.orderNumber })
    return order
  }
}

/** Counts of checked and failed orders of an invoice sweep. */
export type InvoiceSweep = { readonly looked: number; readonly failed: number }

/**
 * Issues due invoices and documents refunds; undefined without an issuer. Safe to run concurrently.
 * Throws DatabaseUnavailable.
 */
export async function settleInvoices(now: Date): Promise<InvoiceSweep | undefined> {
  const issuer = findIssuer()
  if (!issuer) return undefined
  const task = sweepTask<Order>({
    name: 'invoice',
    isOneBatch: true,
    due: async (limit) => {
      const { orders: items, unreadable } = await invoicesDue(now, limit)
      return { items, unreadable }
    },
    step: async (order) => {
      await settle(issuer, order, now)
      return 'moved'
    },
    facts: ({ orderNumber: order }) => ({ order }),
  })
  const { looked, failed, unreadable } = await sweepDue([task], ENOUGH)
  return { looked: looked + unreadable, failed: failed + unreadable }
}

/**
 * Queries the remaining invoice numbers when due and notifies the owner. Throws
 * DatabaseUnavailable.
 */
export async function checkNumbers(now: Date): Promise<void> {
  const issuer = findIssuer()
  if (!issuer) return
  const before = await readNumberState()
  if (!areNumbersDue(before, now)) return
  try {
    const state = numberState(await issuer.numberRanges(now), now)
    await saveNumberState(state, before)
    if (!isMailEnabled()) return
    for (const mail of numberMails(state, now)) await writeMailOnce(mail, now)
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    logFailure('invoice-numbers', error)
  }
}
