import 'server-only'

import type { Recipient } from '../delivery/recipient.ts'
import { readOrder } from '../adapters/firestore/orders.ts'
import { cancelOrder, execute } from '../order/execute.ts'
import {
  type CancelRefusal,
  type EditFailure,
  editRecipientChange,
  noteChange,
  writeInvoiceChange,
  complete,
  type FulfilmentRefusal,
} from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import { fail, ok, type Result } from '../result.ts'
import { changeEach, entriesOf, type OrderListResult } from './order-lists.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

type Edit = { readonly orderId: string; readonly context: OwnerContext }
type Answer<Code extends string> = Promise<Result<Order, Code | 'unknown-order'>>

/** Gives an order another recipient, until it is shipped. Throws DatabaseUnavailable. */
export function editRecipient({
  orderId,
  recipient,
  context,
}: Edit & { readonly recipient: Recipient }): Answer<EditFailure> {
  return execute(orderId, (order) => editRecipientChange(order, recipient, changeContext(context)))
}

/** Adds a note of the owner's to an order's history; its member never sees it. Throws DatabaseUnavailable. */
export function addNote({
  orderId,
  text,
  context,
}: Edit & { readonly text: string }): Answer<EditFailure> {
  return execute(orderId, () => noteChange(text, changeContext(context)))
}

/** Stores the number of the invoice that was issued for an order. Throws DatabaseUnavailable. */
export function writeInvoiceNumber({
  orderId,
  invoiceNumber,
  context,
}: Edit & { readonly invoiceNumber: string }): Answer<EditFailure> {
  return execute(orderId, (order) =>
    writeInvoiceChange(order, invoiceNumber, changeContext(context)),
  )
}

/** Marks an order 已完成. Throws DatabaseUnavailable. */
export function completeOrder({
  orderId,
  reason,
  context,
}: Edit & { readonly reason?: string | undefined }): Answer<FulfilmentRefusal> {
  return execute(orderId, (order) => complete(order, changeContext(context, reason)))
}

/** Completes the chosen orders one by one. Idempotent. Throws DatabaseUnavailable. */
export async function completeOrders({
  orderIds,
  context,
}: {
  readonly orderIds: readonly string[]
  readonly context: OwnerContext
}): Promise<Result<OrderListResult<FulfilmentRefusal>, 'nothing-chosen'>> {
  if (orderIds.length === 0) return fail('nothing-chosen')
  const entries = await entriesOf(orderIds)
  return ok(await changeEach(entries, ({ id }) => completeOrder({ orderId: id, context })))
}

/** Cancels an unpaid order for its owner, who says why. Throws ProviderProblem and DatabaseUnavailable. */
export async function cancelByOwner({
  orderId,
  reason,
  context,
}: Edit & { readonly reason: string }): Answer<CancelRefusal | 'no-reason'> {
  if (reason.trim() === '') return fail('no-reason')
  const order = await readOrder(orderId)
  return order
    ? cancelOrder(order, 'by-owner', changeContext(context, reason))
    : fail('unknown-order')
}
