import { z } from 'zod'

import { linePaid } from '../../price/price.ts'
import { fail, ok, type Result } from '../../result.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { taipeiDay } from '../../time/taipei-time.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import type { Invoice, ShopperInvoice } from '../invoice.ts'
import type { Order, OrderChange } from '../order.ts'
import { takenAmount } from '../payment/money-back.ts'
import type { InvoiceRecord, InvoiceLine } from './issuer.ts'

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

export const PAPER_KINDS = ['void', 'allowance'] as const

/**
 * A void or allowance. `before` is what remained of the invoice, `claim` the request's id,
 * `allowance` its number if known; `unchangedAt`: when a look first found it not made;
 * `isElsewhere`: it was made at the issuer's own pages.
 */
export const paperSchema = z.object({
  kind: z.enum(PAPER_KINDS),
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
  'not-replaced',
  'paper-refused',
  'too-much-paper',
] as const
export type InvoiceAlarm = (typeof INVOICE_ALARMS)[number]

/**
 * Stored invoice fields; alarm and check are indexed. `invoiceLooks`: requests and looks without news
 * since the owner had it tried again; the pause before the next grows with them.
 */
export const INVOICE_FIELDS = {
  invoicing: invoicingSchema.optional(),
  invoiceAlarm: z.enum(INVOICE_ALARMS).nullable().optional(),
  invoiceCheckAt: z.iso.datetime().nullable().optional(),
  invoiceLooks: z.int().min(0).optional(),
}

/** When the issuer is asked next after a look without news, which no event tells. */
export type InvoiceSchedule = {
  readonly invoiceCheckAt: string | null
  readonly invoiceLooks?: number
}

/** The voids and allowances that are made. */
export function donePapers({ papers }: Pick<Invoicing, 'papers'>): Paper[] {
  return papers.filter(({ state }) => state === 'done')
}

/** The void or allowance that this request sends, while nothing decides it. */
export function openPaper({ papers }: Pick<Invoicing, 'papers'>, claim: string): Paper | undefined {
  return papers.find((one) => one.claim === claim && one.state === 'sending')
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

/** Two months of the tax year: `term` 1 is January and February. */
export type InvoicePeriod = { readonly year: number; readonly term: number }

function calendar(time: Date) {
  const [year = 0, month = 0, day = 0] = taipeiDay(time).split('-').map(Number)
  return { year, month, day }
}

/** The period of an instant, by Taipei's calendar. */
export function periodOf(time: Date): InvoicePeriod {
  const { year, month } = calendar(time)
  return { year, term: Math.ceil(month / 2) }
}

/** The period after another. */
export function nextPeriod({ year, term }: InvoicePeriod): InvoicePeriod {
  return term === 6 ? { year: year + 1, term: 1 } : { year, term: term + 1 }
}

/**
 * Returns the end of the 13th after the invoice's two months, in Taipei (exclusive): the void
 * deadline.
 */
export function voidableUntil(issuedAt: Date): Date {
  const { year, term } = nextPeriod(periodOf(issuedAt))
  const month = String(term * 2 - 1).padStart(2, '0')
  return new Date(`${year}-${month}-14T00:00:00+08:00`)
}

/** Whether the next period's numbers should be there: from the 20th of a period's second month on. */
export function isNextPeriodDue(now: Date): boolean {
  const { month, day } = calendar(now)
  return month % 2 === 0 && day >= 20
}

/** Whether an invoice is to be made void for another in its place; with all the money back it is void for good. */
export function isReplacing(order: MoneyFields, { replacement, amount }: Invoicing): boolean {
  return replacement !== undefined && refundedAmount(order) < amount
}

/** The same invoice, in whose place none is to be issued. */
export function withoutReplacement({
  replacement: _replacement,
  ...invoicing
}: Invoicing): Invoicing {
  return invoicing
}

/** Whether all of an issued invoice can still be made void. */
export function isVoidable(invoicing: Invoicing, now: Date): boolean {
  const { state, issuedAt, papers, isAllowanceOnly } = invoicing
  const isWhole = papers.length === 0 && !isAllowanceOnly
  return (
    state === 'issued' &&
    isWhole &&
    issuedAt !== undefined &&
    now < voidableUntil(new Date(issuedAt))
  )
}

/** Effect of a refund on the order's invoice. */
export type RefundPaper = 'nothing' | 'void' | 'allowance'

type KnownInvoice = Pick<InvoiceRecord, 'issuedAt' | 'amount' | 'remaining' | 'isVoid'> & {
  /** The issuer has refused to void it. */
  readonly isAllowanceOnly?: boolean
}

/**
 * Returns how to undo a refunded amount: void a whole invoice before its deadline, else an
 * allowance.
 */
export function refundPaper(
  invoice: KnownInvoice | undefined,
  refund: number,
  now: Date,
): RefundPaper {
  if (invoice === undefined || invoice.isVoid || invoice.remaining === 0) return 'nothing'
  const { amount, remaining, isAllowanceOnly = false } = invoice
  const isWhole = refund === amount && remaining === amount && !isAllowanceOnly
  return isWhole && now < voidableUntil(new Date(invoice.issuedAt)) ? 'void' : 'allowance'
}

/** Whether an allowance whose answer was lost was made, by what remains of the invoice. */
export function allowanceOutcome(
  { remaining }: Pick<InvoiceRecord, 'remaining'>,
  { before, amount }: { readonly before: number; readonly amount: number },
): 'made' | 'not-made' | 'unclear' {
  if (remaining === before) return 'not-made'
  return remaining === before - amount ? 'made' : 'unclear'
}

/**
 * Compares what the issuer has left of an invoice with the books. Returns the amount of papers that
 * were made elsewhere and document refunds, 0 when both are even, or undefined when nothing explains
 * the difference.
 */
export function paperedElsewhere(
  order: MoneyFields,
  invoicing: Invoicing,
  remaining: number,
): number | undefined {
  const gap = remainingOf(invoicing) - remaining
  if (gap <= 0) return gap === 0 ? 0 : undefined
  const back = refundedAmount(order)
  const unpapered = back - paperedAmount(invoicing)
  if (gap > unpapered) return undefined
  // With all the money back, all of the invoice is to be undone, by whomever.
  if (back === invoicing.amount || gap === unpapered) return gap
  // Otherwise some of the refunds must add up to it.
  const refunds = (order.payment?.refunds ?? []).filter(({ kind }) => kind === undefined)
  let sums: readonly number[] = [0]
  for (const { amount } of [...refunds, ...(order.manualSale?.refunds ?? [])]) {
    sums = [...new Set([...sums, ...sums.map((sum) => sum + amount)])]
  }
  return sums.includes(gap) ? gap : undefined
}

/**
 * Returns the invoice's unique alphanumeric key. `issue` counts an order's invoices from 1; voids
 * are replaced.
 */
export function relateNumber(orderNumber: string, issue = 1): string {
  const digits = orderNumber.replaceAll(/\D/g, '')
  return issue === 1 ? `OT${digits}` : `OT${digits}R${issue}`
}

/** A line of an order, as far as an invoice says it; whole TWD. */
export type SoldItem = {
  readonly title: string
  readonly color?: string | undefined
  readonly size: string
  readonly quantity: number
  readonly price: number
  readonly reduction?: number | undefined
}

const SHIPPING = '運費'

/** Returns the sum of the lines in whole TWD. */
export function sumOfLines(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { count, price }) => sum + count * price, 0)
}

/**
 * Returns the invoice lines of pieces that cost so much together: each unit price is in whole TWD, so
 * where the amount does not divide, some pieces cost one more. A negative line is not known to be
 * accepted.
 */
export function pricedLines(name: string, count: number, amount: number): readonly InvoiceLine[] {
  const price = Math.floor(amount / count)
  const dearer = amount - price * count
  return [
    { name, count: count - dearer, price },
    { name, count: dearer, price: price + 1 },
  ].filter((line) => line.count > 0)
}

/**
 * Returns the invoice lines, including shipping. Throws RangeError if the items cost more than the
 * total.
 */
export function invoiceLines(items: readonly SoldItem[], total: number): readonly InvoiceLine[] {
  const sold = items.flatMap((item) => {
    const name = [item.title, item.color, item.size].filter(Boolean).join(' ')
    return pricedLines(name, item.quantity, linePaid(item))
  })
  const shipping = total - sumOfLines(sold)
  if (shipping < 0) throw new RangeError(`Items cost ${-shipping} more than the total ${total}.`)
  return shipping === 0 ? sold : [...sold, { name: SHIPPING, count: 1, price: shipping }]
}

/** Returns the lines of an allowance without items, such as a partial refund of a price. */
export function allowanceLines(name: string, amount: number): readonly InvoiceLine[] {
  return [{ name, count: 1, price: amount }]
}

/** The invoice number that the owner wrote down, unless it is the issuer's own. */
export function ownNumber({
  invoiceNumber,
  invoicing,
}: Pick<Order, 'invoiceNumber' | 'invoicing'>): string | undefined {
  return invoiceNumber === invoicing?.number ? undefined : invoiceNumber
}

/**
 * The change that writes down the owner's own number; it ends what waits for it. Fails beside an
 * invoice that the issuer has, unless it is that one's number.
 */
export function recordOwnNumber(
  order: Order,
  invoiceNumber: string,
  context: ChangeContext,
): Result<OrderChange | undefined, 'invoice-issued'> {
  const { invoicing, invoiceAlarm } = order
  if (order.invoiceNumber === invoiceNumber) return ok(undefined)
  const recorded = newEvent('invoice.recorded', { invoiceNumber }, context)
  switch (invoicing?.state) {
    case 'wished':
    case 'sending':
    case 'failed': {
      const mayStand = invoicing.state === 'sending' || invoicing.unanswered === true
      // The wish is dropped after a look for an invoice that may have been issued.
      const dropped = mayStand ? [] : [newEvent('invoice.dropped', {}, context)]
      return ok({ events: [recorded, ...dropped] })
    }
    case 'issued':
    case 'void': {
      const isOther = invoicing.state === 'issued' && invoicing.number !== invoiceNumber
      if (isOther) return fail('invoice-issued')
      const settled = invoiceAlarm
        ? [newEvent('invoice.settled', { alarm: invoiceAlarm }, context)]
        : []
      return ok({ events: [recorded, ...settled] })
    }
    case undefined:
    case 'dropped':
      return ok({ events: [recorded] })
  }
}
