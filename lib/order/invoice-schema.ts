import { z } from 'zod'

import { singleLineText } from '../text/text-schemas.ts'
import { EMPTY_INVOICE, type Invoice, invoiceOf, invoiceProblems, typedInvoice } from './invoice.ts'

/** Schema of a stored invoice. Lenient: later rules make no stored order unreadable. */
export const invoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.literal('carrier'), carrier: z.string() }),
  z.object({ kind: z.literal('company'), taxId: z.string(), company: singleLineText(60) }),
  z.object({ kind: z.literal('donation'), donation: z.string() }),
]) satisfies z.ZodType<Invoice>

/** Schema of an invoice as an order asks for it: every field of its kind is right. */
export const orderedInvoiceSchema = invoiceSchema
  .overwrite((invoice) => invoiceOf(typedInvoice({ ...EMPTY_INVOICE, ...invoice })))
  .refine((invoice) => invoiceProblems({ ...EMPTY_INVOICE, ...invoice }).length === 0)
