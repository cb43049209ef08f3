import { type Invoicing, paperedAmount, relateNumber } from '#lib/order/invoice/invoicing.ts'
import type { InvoiceRecord } from '#lib/order/invoice/invoice-words.ts'
import type { Order } from '#lib/order/order.ts'

type InvoiceBooks = ReadonlyMap<string, Pick<InvoiceRecord, 'number' | 'remaining' | 'isVoid'>>

// How many invoices an order has at its issuer, by the beginning of their keys.
function countOf({ orderNumber }: Order, issued: InvoiceBooks): number {
  return [...issued.keys()].filter((key) => key.startsWith(relateNumber(orderNumber))).length
}

/**
 * Returns what is wrong once everything is quiet: a paid order has one invoice, an unpaid one none,
 * and its paper adds up to its refunds.
 */
export function invoiceAtRest(order: Order, issued: InvoiceBooks): readonly string[] {
  const { invoicing, invoiceAlarm, paidAt } = order
  const count = countOf(order, issued)
  if (paidAt === undefined) return count === 0 ? [] : ['an invoice of an unpaid order']
  if (!invoicing) return ['a paid order without the wish for an invoice']
  const alarms = invoiceAlarm ? [`the alarm ${invoiceAlarm}`] : []
  if (invoicing.state === 'dropped') return [...alarms, ...withoutInvoice(order, count)]
  const isOne = count === 1 ? [] : [`${count} invoices of one order`]
  return [...alarms, ...isOne, ...paperProblems(order, invoicing, issued)]
}

function withoutInvoice(order: Order, count: number): readonly string[] {
  const isAllBack = refundsOf(order) === order.totalAmount && count === 0
  return isAllBack ? [] : ['no invoice, though money was kept or one was issued']
}

// The amount refunded by the provider, or by hand for a manual order.
function refundsOf({ payment, manualSale }: Order): number {
  const byHand = manualSale?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return byHand + (payment?.refundedAmount ?? 0)
}

function paperProblems(
  order: Order,
  invoicing: Invoicing,
  issued: InvoiceBooks,
): readonly string[] {
  const { totalAmount } = order
  const back = refundsOf(order)
  const record = issued.get(invoicing.relateNumber)
  const undone = record?.isVoid ? totalAmount : totalAmount - (record?.remaining ?? 0)
  return [
    ...(record && record.number === invoicing.number ? [] : ['another invoice than is known']),
    ...(paperedAmount(invoicing) === back ? [] : [`${back} back, another sum on paper`]),
    ...(undone === back ? [] : [`${back} back, ${undone} undone at the issuer`]),
  ]
}
