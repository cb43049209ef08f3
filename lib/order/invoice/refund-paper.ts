import type { InvoiceRecord } from './issuer.ts'
import { voidableUntil } from './period.ts'

/** Effect of a refund on the order's invoice. */
export type RefundPaper = 'nothing' | 'void' | 'allowance'

/**
 * Returns how to undo a refunded amount: void a whole invoice before its deadline, else an
 * allowance.
 */
export function refundPaper(
  invoice: Pick<InvoiceRecord, 'issuedAt' | 'amount' | 'remaining' | 'isVoid'> | undefined,
  refund: number,
  now: Date,
): RefundPaper {
  if (invoice === undefined || invoice.isVoid || invoice.remaining === 0) return 'nothing'
  const isWhole = refund === invoice.amount && invoice.remaining === invoice.amount
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
