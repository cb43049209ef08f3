import 'server-only'

import { checkInvoice, type InvoiceRefusal } from '#lib/invoice/check-invoice.ts'
import {
  correctInvoiceChange,
  type CorrectionRefusal,
  readInvoice,
} from '#lib/invoice/correct-invoice.ts'
import { writeInvoiceChange } from '#lib/invoice/invoice-number.ts'
import type { InvoiceAlarm } from '#lib/invoice/invoice-schema.ts'
import { ordersWithInvoiceAlarm, readNumberState } from '#lib/invoice/invoice-store.ts'
import { retryChange } from '#lib/invoice/issue.ts'
import type { NumberState } from '#lib/invoice/number-range.ts'
import type { InvoiceDraft } from '#lib/invoice/typed-invoice.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import type { EditFailure } from '#lib/order/edit-recipient.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { hasIssuer } from '#lib/settings/env.ts'
import { changeEach, findOrdersByNumber, type OrderListResult } from './change-orders.ts'
import type { Answer, Edit } from './edit-order.ts'
import { readInvoiceNumbers } from './pasted-parcels.ts'

/** Invoice work for the owner: orders and number state. */
export type InvoiceDay = {
  readonly alarms: readonly { readonly order: Order; readonly alarm: InvoiceAlarm }[]
  readonly numbers: NumberState | undefined
}

/** Returns the owner's invoice work, or undefined without an issuer. Throws DatabaseUnavailable. */
export async function readInvoiceDay(): Promise<InvoiceDay | undefined> {
  if (!hasIssuer()) return undefined
  const [{ orders }, numbers] = await Promise.all([ordersWithInvoiceAlarm(), readNumberState()])
  const alarms = orders.flatMap((order) =>
    order.invoiceAlarm ? [{ order, alarm: order.invoiceAlarm }] : [],
  )
  return { alarms, numbers }
}

/** Lets an order's invoice, or its paper, be tried again at once. Throws DatabaseUnavailable. */
export function retryInvoice({
  orderId,
  context,
}: {
  readonly orderId: string
  readonly context: OwnerContext
}): Promise<Result<Order, 'unknown-order'>> {
  return applyDecision(orderId, (order) => ok(retryChange(order, changeContext(context))))
}

/** Stores the number of the invoice that was issued for an order. Throws DatabaseUnavailable. */
export function writeInvoiceNumber({
  orderId,
  invoiceNumber,
  context,
}: Edit & { readonly invoiceNumber: string }): Answer<EditFailure> {
  return applyDecision(orderId, (order) =>
    writeInvoiceChange(order, invoiceNumber, changeContext(context)),
  )
}

/**
 * Corrects the barcode, tax id or donation code of an order's invoice before it is issued, and has a
 * refused one tried again. Throws DatabaseUnavailable.
 */
export async function correctInvoice({
  orderId,
  invoice: typed,
  context,
}: Edit & { readonly invoice: InvoiceDraft }): Answer<CorrectionRefusal | InvoiceRefusal> {
  const invoice = readInvoice(typed)
  if (!invoice.ok) return invoice
  const known = await checkInvoice(invoice.data)
  if (!known.ok) return known
  return applyDecision(orderId, (order) =>
    correctInvoiceChange(order, invoice.data, changeContext(context)),
  )
}

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
  const written = await changeEach(entries, ({ id }, { invoiceNumber }) =>
    writeInvoiceNumber({ orderId: id, invoiceNumber, context }),
  )
  return ok({ ...written, unclear })
}
