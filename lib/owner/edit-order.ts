import 'server-only'

import type { Recipient } from '../delivery/recipient.ts'
import { type EditFailure, invoiceWritten, noted, recipientEdited } from '../order/edits.ts'
import type { Order } from '../order/order.ts'
import type { Result } from '../result.ts'
import { changeNumberedOrder } from './change-numbered-order.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

type Edit = { readonly orderId: string; readonly context: OwnerContext }
type Answer = Result<Order, EditFailure | 'unknown-order'>

/** Gives an order another recipient, until it is shipped. Throws DatabaseUnavailable. */
export function editRecipient({
  orderId,
  recipient,
  context,
}: Edit & { readonly recipient: Recipient }): Promise<Answer> {
  return changeNumberedOrder(orderId, (order) =>
    recipientEdited(order, recipient, changeContext(context)),
  )
}

/** Adds a note of the owner's to an order's history; its member never sees it. Throws DatabaseUnavailable. */
export function addNote({
  orderId,
  text,
  context,
}: Edit & { readonly text: string }): Promise<Answer> {
  return changeNumberedOrder(orderId, () => noted(text, changeContext(context)))
}

/** Writes down the number of the invoice that was issued for an order. Throws DatabaseUnavailable. */
export function writeInvoiceNumber({
  orderId,
  invoiceNumber,
  context,
}: Edit & { readonly invoiceNumber: string }): Promise<Answer> {
  return changeNumberedOrder(orderId, (order) =>
    invoiceWritten(order, invoiceNumber, changeContext(context)),
  )
}
