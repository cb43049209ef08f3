import 'server-only'

import { writeInvoiceChange } from '#lib/invoice/invoice-number.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import type { EditFailure } from '#lib/order/edit-recipient.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { changeEach, findOrdersByNumber, type OrderListResult } from './change-orders.ts'
import type { OrderEdit, OrderEditResult } from './order-edit.ts'
import { readInvoiceNumbers } from './pasted-invoice-numbers.ts'

/** Stores the number of the invoice that was issued for an order. Throws DatabaseUnavailable. */
export function recordInvoiceNumber({
  orderId,
  invoiceNumber,
  context,
}: OrderEdit & { readonly invoiceNumber: string }): OrderEditResult<EditFailure> {
  return applyDecision(orderId, (order) =>
    writeInvoiceChange(order, invoiceNumber, changeContext(context)),
  )
}

/** Maximum invoice numbers per request. */
const MOST = 200

/** Result of a list of invoice numbers, with the lines that name none. */
export type RecordedInvoices = OrderListResult<EditFailure> & {
  readonly unclear: readonly number[]
}

/** Writes the numbers of invoices onto their orders, one after the other; a repeat changes nothing. Throws DatabaseUnavailable. */
export async function recordInvoiceNumbers({
  invoices,
  context,
}: {
  readonly invoices: string
  readonly context: OwnerContext
}): Promise<Result<RecordedInvoices, 'no-invoices' | 'too-many-parcels'>> {
  const { numbers, unclear } = readInvoiceNumbers(invoices)
  if (numbers.length === 0) return fail('no-invoices')
  if (numbers.length > MOST) return fail('too-many-parcels')
  const orders = await findOrdersByNumber(numbers.map(({ orderNumber }) => orderNumber))
  const entries = numbers.map((number) => ({ ...number, order: orders.get(number.orderNumber) }))
  const written = await changeEach(entries, ({ id }, { invoiceNumber }) =>
    recordInvoiceNumber({ orderId: id, invoiceNumber, context }),
  )
  return ok({ ...written, unclear })
}
