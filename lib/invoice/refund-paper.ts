import type { InvoiceRecord } from './issuer.ts'
import { voidableUntil } from './period.ts'

/** Effect of a refund on the order's invoice. */
export type RefundPaper = 'nothing' | 'void' | 'allowance'

/**
 * How a refund of so many TWD is put on paper: a whole invoice is void while the calendar allows it, everything else
 * is an allowance, and where no invoice stands there is nothing to undo.
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
