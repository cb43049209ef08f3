import 'server-only'

import { checkInvoice, type InvoiceRefusal } from '#lib/invoice/check-invoice.ts'
import {
  correctInvoiceChange,
  type CorrectionRefusal,
  readInvoice,
} from '#lib/invoice/correct-invoice.ts'
import type { InvoiceDraft } from '#lib/invoice/typed-invoice.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext } from '#lib/order/events.ts'
import type { OrderEdit, OrderEditResult } from './order-edit.ts'

/**
 * Corrects the barcode, tax id or donation code of an order's invoice before it is issued, and has a
 * refused one tried again. Throws DatabaseUnavailable.
 */
export async function correctInvoice({
  orderId,
  invoice: typed,
  context,
}: OrderEdit & { readonly invoice: InvoiceDraft }): OrderEditResult<
  CorrectionRefusal | InvoiceRefusal
> {
  const invoice = readInvoice(typed)
  if (!invoice.ok) return invoice
  const known = await checkInvoice(invoice.data)
  if (!known.ok) return known
  return applyDecision(orderId, (order) =>
    correctInvoiceChange(order, invoice.data, changeContext(context)),
  )
}
