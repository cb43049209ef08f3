import { refundDocumentText } from '#lib/invoice/invoice-labels.ts'
import type { Order } from '#lib/order/order.ts'

/** Says what a refund does to the order's invoice. Renders nothing without automatic invoices. */
export function RefundDocument({ order, left }: { order: Order; left: number }) {
  const text = refundDocumentText(order, left)
  return text === '' ? null : <p>發票：{text}</p>
}
