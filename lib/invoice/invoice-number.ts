import type { AnswerEdits } from '#lib/order/edit-recipient.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { fail } from '#lib/result.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { recordOwnNumber } from './own-number.ts'

/** An invoice's number as Taiwan writes it: two capital letters and eight digits. Nothing when it is none. */
export function readInvoiceNumber(text: string): string | undefined {
  const plain = pastedText(text).toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[A-Z]{2}\d{8}$/.test(plain) ? plain : undefined
}

/**
 * The change that stores an invoice number. A later one replaces it, and the history keeps both, but
 * never one that the issuer gave.
 */
export function writeInvoiceChange(
  order: Order,
  text: string,
  context: ChangeContext,
): AnswerEdits {
  const invoiceNumber = readInvoiceNumber(text)
  if (invoiceNumber === undefined) return fail('no-invoice-number')
  return recordOwnNumber(order, invoiceNumber, context)
}
