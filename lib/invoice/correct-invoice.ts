import { isDeepStrictEqual } from 'node:util'

import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import { orderedInvoiceSchema } from '#lib/order/order-request.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { isVoidable, refundedAmount } from './invoice-state.ts'
import { retryChange } from './issue.ts'
import { ownNumber } from './own-number.ts'
import {
  type Invoice,
  type InvoiceDraft,
  type InvoiceField,
  invoiceProblems,
  typedInvoice,
} from './typed-invoice.ts'

/** Why an order's invoice can't be corrected by what is typed, or any more. */
export type CorrectionRefusal =
  | 'carrier-wrong'
  | 'tax-id-wrong'
  | 'company-missing'
  | 'donation-wrong'
  | 'invoice-issued-already'
  | 'invoice-with-allowance'
  | 'invoice-too-late'
  | 'invoice-sending'
  | 'invoice-dropped'

const WRONG: Readonly<Record<InvoiceField, CorrectionRefusal>> = {
  carrier: 'carrier-wrong',
  taxId: 'tax-id-wrong',
  company: 'company-missing',
  donation: 'donation-wrong',
}

/** A typed invoice as it can be issued, read as the checkout reads it, or what is wrong with it. */
export function readInvoice(typed: InvoiceDraft): Result<Invoice, CorrectionRefusal> {
  const { data } = orderedInvoiceSchema.safeParse(typed)
  if (data) return ok(data)
  const [wrong = 'company'] = invoiceProblems(typedInvoice(typed))
  return fail(WRONG[wrong])
}

// An issued one is made void and issued anew: whole, in time, and while no refund waits for its document.
function replacementProblem(order: Order, now: Date): CorrectionRefusal | undefined {
  const { invoicing } = order
  if (!invoicing || ownNumber(order) !== undefined) return 'invoice-issued-already'
  const isOpen = invoicing.documents.some(({ state }) => state === 'sending')
  if (isOpen || invoicing.replacement) return 'invoice-sending'
  if (invoicing.documents.length > 0 || invoicing.isAllowanceOnly) return 'invoice-with-allowance'
  if (refundedAmount(order) > 0) return 'invoice-sending'
  return isVoidable(invoicing, now) ? undefined : 'invoice-too-late'
}

/** Why the invoice of an order can't be corrected, or undefined if it can, by issuing an issued one anew. */
export function correctionProblem(order: Order, now = new Date()): CorrectionRefusal | undefined {
  const { status, invoicing } = order
  if (invoicing?.state === 'issued') return replacementProblem(order, now)
  if (order.invoiceNumber !== undefined) return 'invoice-issued-already'
  switch (invoicing?.state) {
    case 'void':
      return 'invoice-issued-already'
    case 'sending':
      return 'invoice-sending'
    case 'dropped':
      return 'invoice-dropped'
    case undefined:
      return status === '已取消' ? 'invoice-dropped' : undefined
    case 'wished':
    case 'failed':
      return undefined
  }
}

/**
 * The change of the barcode, tax id or donation code for which an invoice is issued: before it is, at
 * once, and a refused one is tried again; afterwards it is made void and issued anew, while that can
 * be. Nothing for the same. The history keeps the old one.
 */
export function correctInvoiceChange(
  order: Order,
  invoice: Invoice,
  context: ChangeContext,
): Result<OrderChange | undefined, CorrectionRefusal> {
  const { invoicing, invoice: before = { kind: 'email' } } = order
  const wanted = invoicing?.replacement ?? before
  if (isDeepStrictEqual(wanted, invoice)) return ok(undefined)
  const problem = correctionProblem(order, context.now)
  if (problem) return fail(problem)
  if (invoicing?.state === 'issued') {
    const replacement = { before, after: invoice }
    return ok({ events: [newEvent('invoice.replacement-requested', replacement, context)] })
  }
  const corrected = newEvent('invoice.corrected', { before, after: invoice }, context)
  return ok({ events: [corrected, ...(retryChange(order, context)?.events ?? [])] })
}
