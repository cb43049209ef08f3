import {
  type Invoicing,
  type MoneyFields,
  paperedAmount,
  refundedAmount,
  remainingOf,
} from './invoicing.ts'
import type { InvoiceRecord } from './issuer.ts'
import { voidableUntil } from './period.ts'

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

// Whether some of the amounts add up to a sum.
function addsUpTo(amounts: readonly number[], sum: number): boolean {
  let sums: readonly number[] = [0]
  for (const amount of amounts) {
    sums = [...new Set([...sums, ...sums.map((one) => one + amount)])]
  }
  return sums.includes(sum)
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
  if (gap === 0) return 0
  const back = refundedAmount(order)
  const unpapered = back - paperedAmount(invoicing)
  if (gap < 0 || gap > unpapered) return undefined
  const refunds = (order.payment?.refunds ?? []).filter(({ kind }) => kind === undefined)
  const amounts = [...refunds, ...(order.manualSale?.refunds ?? [])].map(({ amount }) => amount)
  // With all the money back, all of the invoice is to be undone, by whomever.
  const isAllBack = back === invoicing.amount
  return isAllBack || gap === unpapered || addsUpTo(amounts, gap) ? gap : undefined
}
