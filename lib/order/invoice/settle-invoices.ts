import 'server-only'

import { issuer as findIssuer } from '../../adapters/ecpay/issuer.ts'
import { takeInvoices } from '../../adapters/firestore/due-invoices.ts'
import { invoicesDue } from '../../adapters/firestore/invoice-orders.ts'
import { changeOrder, readOrder } from '../../adapters/firestore/orders.ts'
import { logFailure } from '../../log/log.ts'
import type { ChangeContext } from '../events.ts'
import type { Order } from '../order.ts'
import type { InvoiceIssuer } from './issuer.ts'
import { dropWish, isSending, putOff, restInvoice } from './issuing.ts'
import { nextStep } from './next-step.ts'
import { lookForInvoice, sendInvoice } from './send-invoice.ts'
import { compareInvoice, sendPaper } from './send-paper.ts'

/** Orders per sweep, and the milliseconds after which no other starts. */
const BATCH = 50
const ENOUGH = 30_000

/** More steps than any order needs at once: an invoice, and the paper of its refund. */
const MOST_STEPS = 4

async function takeStep(issuer: InvoiceIssuer, order: Order, context: ChangeContext) {
  const at = { issuer, order, context }
  const step = nextStep(order, context.now)
  switch (step.kind) {
    case 'issue':
      return sendInvoice(at)
    case 'look':
      return lookForInvoice(at)
    case 'paper':
      return sendPaper(at, undefined)
    case 'finish':
      return isSending(step.paper, context.now) ? order : sendPaper(at, step.paper)
    case 'compare':
      return compareInvoice(at)
    case 'drop':
      return (await changeOrder(order.id, (stored) => dropWish(stored, context))) ?? order
    case 'too-much-paper': {
      const result = { alarm: 'too-much-paper', words: '' } as const
      return (await changeOrder(order.id, (stored) => putOff(stored, result, context))) ?? order
    }
    case 'nothing':
      return (await changeOrder(order.id, (stored) => restInvoice(stored, context))) ?? order
  }
}

// Step after step while each is due at once; what is put off has a later time.
async function settle(issuer: InvoiceIssuer, order: Order, now: Date): Promise<void> {
  const context = { now, by: 'sweep' } as const
  let current = order
  for (let done = 0; done < MOST_STEPS; done += 1) {
    if (!current.invoiceCheckAt || current.invoiceCheckAt > now.toISOString()) return
    current = await takeStep(issuer, current, context)
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

/** Counts of checked and failed orders of an invoice sweep. */
export type InvoiceSweep = { readonly looked: number; readonly failed: number }

/**
 * Issues due invoices and documents refunds; undefined without an issuer. Safe to run concurrently.
 * Throws DatabaseUnavailable.
 */
export async function settleInvoices(now: Date): Promise<InvoiceSweep | undefined> {
  const issuer = findIssuer()
  if (!issuer) return undefined
  const began = performance.now()
  const { orders, unreadable } = await invoicesDue(now, BATCH)
  let [looked, failed] = [unreadable.length, unreadable.length]
  for (const order of orders) {
    if (performance.now() - began > ENOUGH) break
    looked += 1
    try {
      await settle(issuer, order, now)
    } catch (error) {
      failed += 1
      logFailure('invoice', error, { order: order.orderNumber })
    }
  }
  return { looked, failed }
}
