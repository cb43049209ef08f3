import type { Order } from '#lib/order/order.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import type { Invoicing, InvoiceDocument } from './invoice-schema.ts'
import type { InvoiceRecord } from './issuer.ts'
import { voidableUntil } from './tax-period.ts'

/** The voids and allowances that are made. */
export function completedDocuments({ documents }: Pick<Invoicing, 'documents'>): InvoiceDocument[] {
  return documents.filter(({ state }) => state === 'done')
}

/** The void or allowance that this request sends, while nothing decides it. */
export function openDocument(
  { documents }: Pick<Invoicing, 'documents'>,
  claim: string,
): InvoiceDocument | undefined {
  return documents.find((document) => document.claim === claim && document.state === 'sending')
}

/** Sum of an invoice's voids and allowances, in whole TWD. */
export function documentedAmount({ documents }: Pick<Invoicing, 'documents'>): number {
  return documents.reduce((sum, { state, amount }) => (state === 'done' ? sum + amount : sum), 0)
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
  return invoicing.amount - documentedAmount(invoicing)
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
  const { state, issuedAt, documents, isAllowanceOnly } = invoicing
  const isWhole = documents.length === 0 && !isAllowanceOnly
  return (
    state === 'issued' &&
    isWhole &&
    issuedAt !== undefined &&
    now < voidableUntil(new Date(issuedAt))
  )
}

/** Effect of a refund on the order's invoice. */
export type RefundDocument = 'nothing' | 'void' | 'allowance'

type KnownInvoice = Pick<InvoiceRecord, 'issuedAt' | 'amount' | 'remaining' | 'isVoid'> & {
  /** The issuer has refused to void it. */
  readonly isAllowanceOnly?: boolean
}

/**
 * Returns how to undo a refunded amount: void a whole invoice before its deadline, else an
 * allowance.
 */
export function refundDocument(
  invoice: KnownInvoice | undefined,
  refund: number,
  now: Date,
): RefundDocument {
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
 * Compares what the issuer has left of an invoice with the books. Returns the amount of documents that
 * were made elsewhere and document refunds, 0 when both are even, or undefined when nothing explains
 * the difference.
 */
export function documentedElsewhere(
  order: MoneyFields,
  invoicing: Invoicing,
  remaining: number,
): number | undefined {
  const gap = remainingOf(invoicing) - remaining
  if (gap <= 0) return gap === 0 ? 0 : undefined
  const back = refundedAmount(order)
  const unpapered = back - documentedAmount(invoicing)
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
