import { z } from 'zod'

import { singleLineText } from '#lib/text/text-schemas.ts'
import type { Invoice, ShopperInvoice } from './typed-invoice.ts'

const companyInvoice = z.object({
  kind: z.literal('company'),
  taxId: z.string(),
  company: singleLineText(60),
})

const OTHER_INVOICES = [
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.literal('carrier'), carrier: z.string() }),
  z.object({ kind: z.literal('donation'), donation: z.string() }),
] as const

export const shopperInvoiceSchema = z.discriminatedUnion('kind', [
  ...OTHER_INVOICES,
  companyInvoice,
]) satisfies z.ZodType<ShopperInvoice>

/** Schema of a stored invoice. Lenient: later rules make no stored order unreadable. */
export const invoiceSchema = z.discriminatedUnion('kind', [
  ...OTHER_INVOICES,
  companyInvoice.extend({ print: z.literal(true).optional() }),
  z.object({ kind: z.literal('paper') }),
]) satisfies z.ZodType<Invoice>

export const DOCUMENT_KINDS = ['void', 'allowance'] as const

/**
 * A void or allowance. `before` is what remained of the invoice, `claim` the request's id,
 * `allowance` its number if known; `unchangedAt`: when a look first found it not made;
 * `isElsewhere`: it was made at the issuer's own pages.
 */
export const invoiceDocumentSchema = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  amount: z.int().min(1),
  state: z.enum(['sending', 'done']),
  before: z.int().min(0),
  claim: z.string(),
  sentAt: z.iso.datetime(),
  unchangedAt: z.iso.datetime().optional(),
  allowance: z.string().optional(),
  isElsewhere: z.literal(true).optional(),
})

export type InvoiceDocument = Readonly<z.infer<typeof invoiceDocumentSchema>>

/**
 * State of an order's invoice. `wished`: certainly not issued; `sending`: perhaps issued; `dropped`:
 * refunded before or issued by hand; `failed`: refused. `unanswered`: an earlier request has no
 * answer. `unchangedAt`: when a look first found none of what was sent. `isAllowanceOnly`: the issuer
 * refused to void it. `isToCompare`: the owner has it compared with the issuer's. `replacement`: for
 * whom it is issued anew once this one is void. `former`: the void ones before it.
 */
const invoicingSchema = z.object({
  relateNumber: z.string(),
  amount: z.int().min(1),
  state: z.enum(['wished', 'sending', 'issued', 'void', 'dropped', 'failed']),
  claim: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
  unanswered: z.literal(true).optional(),
  unchangedAt: z.iso.datetime().optional(),
  number: z.string().optional(),
  random: z.string().optional(),
  issuedAt: z.iso.datetime().optional(),
  issue: z.string().optional(),
  isAllowanceOnly: z.literal(true).optional(),
  isToCompare: z.literal(true).optional(),
  replacement: invoiceSchema.optional(),
  former: z
    .array(z.object({ relateNumber: z.string(), number: z.string(), issuedAt: z.iso.datetime() }))
    .optional(),
  documents: z.array(invoiceDocumentSchema),
})

export type Invoicing = Readonly<z.infer<typeof invoicingSchema>>

/**
 * Invoice alarms. `late`: not issued a day after payment. `unclear`: nothing explains what remains at
 * the issuer. `two-invoices`: one of the issuer's beside one of the owner's own. `void-elsewhere`: void
 * at the issuer, though money was kept.
 */
export const INVOICE_ALARMS = [
  'refused',
  'no-numbers',
  'keys',
  'late',
  'unclear',
  'other-amount',
  'two-invoices',
  'void-elsewhere',
  'not-replaced',
  'document-refused',
  'too-much-documented',
] as const

export type InvoiceAlarm = (typeof INVOICE_ALARMS)[number]

/**
 * Stored invoice fields; alarm and check are indexed. `invoiceChecks`: requests and looks without news
 * since the owner had it tried again; the pause before the next grows with them.
 */
export const INVOICE_FIELDS = {
  invoicing: invoicingSchema.optional(),
  invoiceAlarm: z.enum(INVOICE_ALARMS).nullable().optional(),
  invoiceCheckAt: z.iso.datetime().nullable().optional(),
  invoiceChecks: z.int().min(0).optional(),
}

/** When the issuer is asked next after a look without news, which no event tells. */
export type InvoiceSchedule = {
  readonly invoiceCheckAt: string | null
  readonly invoiceChecks?: number
}
