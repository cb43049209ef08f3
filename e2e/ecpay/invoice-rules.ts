import { paperedAmount } from '#lib/invoice/invoicing.ts'
import type { InvoiceRecord } from '#lib/invoice/issuer.ts'
import { relateNumber } from '#lib/invoice/relate-number.ts'
import type { Order } from '#lib/order/order.ts'

type Issued = ReadonlyMap<string, Pick<InvoiceRecord, 'number' | 'remaining' | 'isVoid'>>

// How many invoices an order has at its issuer, by the beginning of their keys.
function countOf({ orderId }: Order, issued: Issued): number {
  return [...issued.keys()].filter((key) => key.startsWith(relateNumber(orderId))).length
}

/**
 * Returns what is wrong once everything is quiet: a paid order has one invoice, an unpaid one none,
 * and its paper adds up to its refunds.
 */
export function invoiceAtRest(order: Order, issued: Issued): readonly string[] {
  const { invoicing, invoiceAlarm, paidAt, payment, totalAmount } = order
  const count = countOf(order, issued)
  if (paidAt === undefined) return count === 0 ? [] : ['an invoice of an unpaid order']
  if (!invoicing) return ['a paid order without the wish for an invoice']
  const back = payment?.refundedAmount ?? 0
  const alarm = invoiceAlarm ? [`the alarm ${invoiceAlarm}`] : []
  if (invoicing.state === 'dropped') {
    const isAllBack = back === totalAmount && count === 0
    return isAllBack ? alarm : [...alarm, `no invoice, ${back} given back, ${count} issued`]
  }
  const record = issued.get(invoicing.relateNumber)
  const undone = record?.isVoid ? totalAmount : totalAmount - (record?.remaining ?? 0)
  return [
    ...alarm,
    ...(count === 1 ? [] : [`${count} invoices of one order`]),
    ...(record && record.number === invoicing.number ? [] : ['another invoice than is known']),
    ...(paperedAmount(invoicing) === back ? [] : [`${back} back, another sum on paper`]),
    ...(undone === back ? [] : [`${back} back, ${undone} undone at the issuer`]),
  ]
}
