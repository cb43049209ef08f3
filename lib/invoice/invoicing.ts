import { z } from 'zod'

/**
 * What was sent to undo a part of an invoice, or all of it. `before` is what had remained of the invoice; `claim` is the
 * random id of the request that may send it. `allowance` is its number, unknown where the answer was lost.
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
 * How far an order's invoice is. `wished`: nothing was sent. `sending`: it may be issued. `dropped`: the money went back
 * before, or a number was written by hand. `failed`: the issuer refused, and the owner decides.
 */
const invoicingSchema = z.object({
  relateNumber: z.string(),
  amount: z.int().min(1),
  state: z.enum(['wished', 'sending', 'issued', 'void', 'dropped', 'failed']),
  tries: z.int().min(0),
  claim: z.string().optional(),
  sentAt: z.iso.datetime().optional(),
  number: z.string().optional(),
  random: z.string().optional(),
  issuedAt: z.iso.datetime().optional(),
  issue: z.string().optional(),
  papers: z.array(paperSchema),
})
export type Invoicing = Readonly<z.infer<typeof invoicingSchema>>

/** What the owner must look at. `late`: not issued a day after it was paid. `unclear`: what remains fits no allowance. */
export const INVOICE_ALARMS = [
  'refused',
  'no-numbers',
  'keys',
  'late',
  'unclear',
  'other-amount',
  'paper-refused',
  'too-much-paper',
] as const
export type InvoiceAlarm = (typeof INVOICE_ALARMS)[number]

/** What an order keeps of its invoice; the two last are for the database to search. */
export const INVOICE_FIELDS = {
  invoicing: invoicingSchema.optional(),
  invoiceAlarm: z.enum(INVOICE_ALARMS).nullable().optional(),
  invoiceCheckAt: z.iso.datetime().nullable().optional(),
}

/** What a change writes of them. */
export type InvoiceChange = {
  readonly invoicing?: Invoicing
  readonly invoiceAlarm?: InvoiceAlarm | null
  readonly invoiceCheckAt?: string | null
}

/** What the papers of an invoice have undone of it, in whole TWD. */
export function paperedAmount({ papers }: Pick<Invoicing, 'papers'>): number {
  return papers.reduce((sum, { state, amount }) => (state === 'done' ? sum + amount : sum), 0)
}
