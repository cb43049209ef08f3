import { isDeepStrictEqual } from 'node:util'

import { fail, ok, type Result } from '../../result.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import {
  type Invoice,
  type InvoiceDraft,
  type InvoiceField,
  invoiceProblems,
  typedInvoice,
} from '../invoice.ts'
import { type Order, type OrderChange, orderedInvoiceSchema } from '../order.ts'
import { retryChange } from './issuing.ts'

/** Why an order's invoice can't be corrected by what is typed, or any more. */
export type CorrectionRefusal =
  | 'carrier-wrong'
  | 'tax-id-wrong'
  | 'company-missing'
  | 'donation-wrong'
  | 'invoice-issued-already'
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

/** Why the invoice of an order can't be corrected any more; undefined while it was certainly not issued. */
export function correctionProblem({
  status,
  invoicing,
  invoiceNumber,
}: Pick<Order, 'status' | 'invoicing' | 'invoiceNumber'>): CorrectionRefusal | undefined {
  if (invoiceNumber !== undefined) return 'invoice-issued-already'
  switch (invoicing?.state) {
    case 'issued':
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
 * The change of the barcode, tax id or donation code for which an invoice is issued, until it may
 * have been issued; a refused one is tried again at once. Nothing for the same. The history keeps
 * the old one.
 */
export function correctInvoiceChange(
  order: Order,
  invoice: Invoice,
  context: ChangeContext,
): Result<OrderChange | undefined, CorrectionRefusal> {
  const problem = correctionProblem(order)
  if (problem) return fail(problem)
  const { invoice: before = { kind: 'email' } } = order
  if (isDeepStrictEqual(before, invoice)) return ok(undefined)
  const corrected = newEvent('invoice.corrected', { before, after: invoice }, context)
  return ok({ events: [corrected, ...(retryChange(order, context)?.events ?? [])] })
}
