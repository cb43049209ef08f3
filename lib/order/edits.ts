import { type Recipient, type RecipientField, recipientProblems } from '../delivery/recipient.ts'
import { liveParcel } from './parcel/order-parcel.ts'
import { fail, ok, type Result } from '../result.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { recordOwnNumber } from './invoice/own-number.ts'
import type { Order, OrderChange } from './order.ts'

/** Reasons why an order's recipient, texts or invoice number can't be edited. */
export type EditFailure =
  | 'shipped-already'
  | 'recipient-incomplete'
  | 'parcel-booked'
  | 'no-text'
  | 'no-invoice-number'
  | 'invoice-issued'

type Answer = Result<OrderChange | undefined, EditFailure>

/** The change of an order's recipient, until it is shipped. The history keeps the old one. Nothing for the same. */
export function editRecipientChange(
  order: Order,
  recipient: Recipient,
  context: ChangeContext,
): Answer {
  if (order.status !== '待付款' && order.status !== '已付款') return fail('shipped-already')
  if (Object.keys(recipientProblems(recipient, order.shippingMethod)).length > 0) {
    return fail('recipient-incomplete')
  }
  const names = Object.keys(recipient).filter(
    (name): name is RecipientField => name in order.recipient,
  )
  const edited = names.filter((name) => recipient[name] !== order.recipient[name])
  if (edited.length === 0) return ok(undefined)
  if (liveParcel(order)) return fail('parcel-booked')
  const before = Object.fromEntries(edited.map((name) => [name, order.recipient[name]]))
  const after = Object.fromEntries(edited.map((name) => [name, recipient[name]]))
  return ok({ events: [newEvent('recipient.edited', { before, after }, context)] })
}

/** The change that adds the owner's note to the history. */
export function noteChange(text: string, context: ChangeContext): Answer {
  const reason = text.trim()
  if (reason === '') return fail('no-text')
  return ok({ events: [newEvent('note.added', {}, { ...context, reason })] })
}

/** An invoice's number as Taiwan writes it: two capital letters and eight digits. Nothing when it is none. */
export function readInvoiceNumber(text: string): string | undefined {
  const plain = text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[A-Z]{2}\d{8}$/.test(plain) ? plain : undefined
}

/**
 * The change that stores an invoice number. A later one replaces it, and the history keeps both, but
 * never one that the issuer gave.
 */
export function writeInvoiceChange(order: Order, text: string, context: ChangeContext): Answer {
  const invoiceNumber = readInvoiceNumber(text)
  if (invoiceNumber === undefined) return fail('no-invoice-number')
  return recordOwnNumber(order, invoiceNumber, context)
}
