import { z } from 'zod'

import type { Order } from '../order.ts'
import { takenAmount } from '../payment/money-back.ts'

/**
 * A void or allowance. `before` is what remained of the invoice, `claim` the request's id,
 * `allowance` its number if known; `unchangedAt`: when a look first found it not made;
 * `isElsewhere`: it was made at the issuer's own pages.
 */
export const paperSchema = z.object({
  kind: z.enum(['void', 'allowance']),
  amount: z.int().min(1),
  state: z.enum(['sending', 'done']),
  before: z.int().min(0),
  claim: z.string(),
  sentAt: z.iso.datetime(),
  unchangedAt: z.iso.datetime().optional(),
  allowance: z.string().optional(),
  isElsewhere: z.literal(true).optional(),
})
export type Paper = Readonly<z.infer<typeof paperSchema>>

/**
 * State of an order's invoice. `wished`: certainly not issued; `sending`: perhaps issued; `dropped`:
 * refunded before or issued by hand; `failed`: refused. `unanswered`: an earlier request has no
 * answer. `unchangedAt`: when a look first found none of what was sent. `isAllowanceOnly`: the issuer
 * refused to void it. `isToCompare`: the owner has it compared with the issuer's.
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
  isAllowanceOnly: z.literal(true).optional(),
  isToCompare: z.literal(true).optional(),
  papers: z.array(paperSchema),
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

/** The fields of an order that tell what was refunded. */
export type MoneyFields = Pick<Order, 'payment' | 'manualSale'>

/** Returns the refunded amount in whole TWD, without reversals and chargebacks. */
export function refundedAmount({ payment, manualSale }: MoneyFields): number {
  const byHand = manualSale?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return byHand + Math.max(0, (payment?.refundedAmount ?? 0) - takenAmount(payment))
}

/** Returns what remains of an issued invoice by the shop's records. */
export function remainingOf(invoicing: Invoicing): number {
  return invoicing.amount - paperedAmount(invoicing)
}
