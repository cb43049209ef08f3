import { z } from 'zod'

/**
 * A void or allowance. `before` is what remained of the invoice, `claim` the request's id,
 * `allowance` its number if known.
 */
export const paperSchema = z.object({
  kind: z.enum(['void', 'allowance']),
  amount: z.int().min(1),
  state: z.enum(['sending', 'done']),
  before: z.int().min(0),
  claim: z.string(),
  sentAt: z.iso.datetime(),
  allowance: z.string().optional(),
})
export type Paper = Readonly<z.infer<typeof paperSchema>>

/**
 * State of an order's invoice. `wished`: certainly not issued; `sending`: perhaps issued; `dropped`:
 * refunded before or issued by hand; `failed`: refused. `unanswered`: an earlier request has no
 * answer. `unchangedAt`: when a look first found none of what was sent.
 */
const invoicingSchema = z.object({
  relateNumber: z.string(),
  amount: z.int().min(1),
  state: z.enum(['wished', 'sending', 'issued', 'void', 'dropped', 'failed']),
  tries: z.int().min(0),
  claim: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
  unanswered: z.literal(true).optional(),
  unchangedAt: z.iso.datetime().optional(),
  number: z.string().optional(),
  random: z.string().optional(),
  issuedAt: z.iso.datetime().optional(),
  issue: z.string().optional(),
  papers: z.array(paperSchema),
})
export type Invoicing = Readonly<z.infer<typeof invoicingSchema>>

/**
 * Invoice alarms. `late`: not issued a day after payment. `unclear`: no allowance explains the
 * remaining amount. `two-invoices`: one of the issuer's beside one of the owner's own.
 */
export const INVOICE_ALARMS = [
  'refused',
  'no-numbers',
  'keys',
  'late',
  'unclear',
  'other-amount',
  'two-invoices',
  'paper-refused',
  'too-much-paper',
] as const
export type InvoiceAlarm = (typeof INVOICE_ALARMS)[number]

/** Stored invoice fields; the last two are indexed. */
export const INVOICE_FIELDS = {
  invoicing: invoicingSchema.optional(),
  invoiceAlarm: z.enum(INVOICE_ALARMS).nullable().optional(),
  invoiceCheckAt: z.iso.datetime().nullable().optional(),
}

/** Invoice fields that a change writes beside its events. */
export type InvoiceChange = {
  readonly invoicing?: Invoicing
  readonly invoiceCheckAt?: string | null
}

/** Sum of an invoice's voids and allowances, in whole TWD. */
export function paperedAmount({ papers }: Pick<Invoicing, 'papers'>): number {
  return papers.reduce((sum, { state, amount }) => (state === 'done' ? sum + amount : sum), 0)
}
