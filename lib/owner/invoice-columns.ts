import type { Order } from '../order/order.ts'
import type { Cell } from './export-row.ts'

/** Columns of an invoice provider's import. */
export const INVOICE_COLUMNS = [
  '發票類別',
  '手機條碼載具',
  '統一編號',
  '公司抬頭',
  '捐贈碼',
  '銷售額（未稅）',
  '稅額',
] as const

const KINDS = {
  email: 'Email',
  carrier: '手機條碼',
  company: '統一編號',
  donation: '捐贈',
} as const

/** The business tax in Taiwan; every price of the shop has it in it. */
const TAX = 0.05

/** An amount in whole TWD without its tax, and the tax; both add up to it (Value-added and Non-value-added Business Tax Act, art. 14). */
export function withoutTax(amount: number): { readonly net: number; readonly tax: number } {
  const net = Math.round(amount / (1 + TAX))
  return { net, tax: amount - net }
}

/** The wish of an order's buyer and the tax of what was kept of its money, under those columns. */
export function invoiceCells({ invoice, totalAmount, payment }: Order): readonly Cell[] {
  const { net, tax } = withoutTax(totalAmount - (payment?.refundedAmount ?? 0))
  return [
    KINDS[invoice?.kind ?? 'email'],
    invoice?.kind === 'carrier' ? invoice.carrier : '',
    invoice?.kind === 'company' ? invoice.taxId : '',
    invoice?.kind === 'company' ? invoice.company : '',
    invoice?.kind === 'donation' ? invoice.donation : '',
    net,
    tax,
  ]
}
