import 'server-only'

import type { Order } from '#lib/order/order.ts'

const due = new Set<string>()

/** Remembers an order whose invoice is due, just committed, until `takeInvoices`. */
export function noteInvoice({ id, invoiceCheckAt }: Order): void {
  if (invoiceCheckAt && invoiceCheckAt <= new Date().toISOString()) due.add(id)
}

/** Returns and clears the ids of orders whose invoices came due in this process. */
export function takeInvoices(): readonly string[] {
  const ids = [...due]
  due.clear()
  return ids
}
