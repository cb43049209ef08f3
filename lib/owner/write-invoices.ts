import 'server-only'

import type { EditFailure } from '../order/fulfilment.ts'
import { fail, ok, type Result } from '../result.ts'
import { writeInvoiceNumber } from './edit-order.ts'
import { readInvoiceNumbers } from './invoice-numbers.ts'
import { changeEach, findOrdersByNumber, type OrderListResult } from './order-lists.ts'
import type { OwnerContext } from './owner-context.ts'

/** Maximum invoice numbers per request. */
const MOST = 200

/** Result of a list of invoice numbers, with the lines that name none. */
export type WrittenInvoices = OrderListResult<EditFailure> & { readonly unclear: readonly number[] }

/** Writes the numbers of invoices onto their orders, one after the other; a repeat changes nothing. Throws DatabaseUnavailable. */
export async function writeInvoices({
  invoices,
  context,
}: {
  readonly invoices: string
  readonly context: OwnerContext
}): Promise<Result<WrittenInvoices, 'no-invoices' | 'too-many-parcels'>> {
  const { numbers, unclear } = readInvoiceNumbers(invoices)
  if (numbers.length === 0) return fail('no-invoices')
  if (numbers.length > MOST) return fail('too-many-parcels')
  const orders = await findOrdersByNumber(numbers.map(({ orderNumber }) => orderNumber))
  const entries = numbers.map((one) => ({ ...one, order: orders.get(one.orderNumber) }))
  const result = await changeEach(entries, ({ id }, { invoiceNumber }) =>
    writeInvoiceNumber({ orderId: id, invoiceNumber, context }),
  )
  return ok({ ...result, unclear })
}
