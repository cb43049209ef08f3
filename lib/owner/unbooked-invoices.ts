import 'server-only'

import type { ListedInvoice } from '#lib/invoice/issuer.ts'
import type { Finding } from '#lib/ledger/disagreements.ts'
import type { Order } from '#lib/order/order.ts'
import { orderOfKey } from './order-of-key.ts'

/** How another installation at the same account numbers its invoices. */
const OTHERS = /^[A-Za-z]+\d{14,}(?:R\d+)?$/

// One that is being issued just now is stored by its own request.
function findingOf(listed: ListedInvoice, orders: readonly Order[]): Finding | undefined {
  const { key, number: transaction, amount, isVoid } = listed
  const isKnown = orders.some(
    ({ invoicing, invoiceNumber }) =>
      invoicing?.number === transaction || invoiceNumber === transaction,
  )
  if (isVoid || isKnown) return undefined
  const number = orderOfKey(key)
  if (number === undefined) {
    return OTHERS.test(key)
      ? undefined
      : { what: 'invoice-by-hand', number: '', transaction, amount }
  }
  const order = orders.find(({ orderNumber: one }) => one === number)
  if (order?.invoicing?.state === 'sending') return undefined
  const what = order ? 'invoice-not-recorded' : 'invoice-without-order'
  return { what, number, transaction, amount }
}

/**
 * The standing invoices of an issuer's list that no order has: of lost orders, not stored, or issued by
 * hand and written down nowhere. `orders` are those that the list names, by key or by number.
 */
export function unbookedInvoices(
  listed: readonly ListedInvoice[],
  orders: readonly Order[],
): readonly Finding[] {
  return listed.flatMap((listedInvoice) => findingOf(listedInvoice, orders) ?? [])
}
