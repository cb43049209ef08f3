import { refundedAmount } from '#lib/invoice/invoice-state.ts'
import { ownNumber } from '#lib/invoice/own-number.ts'
import type { Order } from '#lib/order/order.ts'
import type { Cell } from './csv.ts'

/** Columns of an invoice provider's import. */
export const INVOICE_COLUMNS = [
  '發票類別',
  '手機條碼載具',
  '統一編號',
  '公司抬頭',
  '捐贈碼',
  '銷售額（未稅）',
  '稅額',
  '待開立銷售額（未稅）',
  '待開立稅額',
] as const

const KINDS = {
  email: 'Email',
  carrier: '手機條碼',
  company: '統一編號',
  donation: '捐贈',
  paper: '紙本',
} as const

/** An amount in whole TWD without its tax, and the tax. */
export type TaxedAmount = { readonly net: number; readonly tax: number }

/** The business tax in Taiwan; every price of the shop has it in it. */
const TAX = 0.05

/** An amount in whole TWD without its tax, and the tax; both add up to it (Value-added and Non-value-added Business Tax Act, art. 14). */
export function withoutTax(amount: number): TaxedAmount {
  const net = Math.round(amount / (1 + TAX))
  return { net, tax: amount - net }
}

/** The sum of taxed amounts, or undefined if there is none. */
function sumOf(amounts: readonly (TaxedAmount | undefined)[]): TaxedAmount | undefined {
  return amounts.reduce((sum, one) => {
    if (!sum || !one) return sum ?? one
    return { net: sum.net + one.net, tax: sum.tax + one.tax }
  }, undefined)
}

// The issuer's invoice without what its documents took off; each document has its own tax.
function issuedAmount({ invoicing }: Order): TaxedAmount | undefined {
  if (invoicing?.state !== 'issued' && invoicing?.state !== 'void') return undefined
  if (invoicing.state === 'void') return withoutTax(0)
  const documents = invoicing.documents.flatMap(({ state, amount }) =>
    state === 'done' ? [withoutTax(amount)] : [],
  )
  return documents.reduce(
    (left, document) => ({ net: left.net - document.net, tax: left.tax - document.tax }),
    withoutTax(invoicing.amount),
  )
}

/** What was sold and not handed back by the shop; money taken back by a bank leaves an invoice as it is. */
function remainingAmount(order: Order): number {
  return order.totalAmount - refundedAmount(order)
}

/** Amounts of an order's invoices as they stand, and of the sale that still has none, or undefined if there is nothing. */
export function invoiceAmounts(order: Order): {
  readonly standing: TaxedAmount | undefined
  readonly due: TaxedAmount | undefined
} {
  // Of an invoice that the owner issued elsewhere, the shop knows the number alone: it is of what the sale kept.
  const own = ownNumber(order) === undefined ? undefined : withoutTax(remainingAmount(order))
  const standing = sumOf([issuedAmount(order), own])
  const isDue = standing === undefined && order.paidAt !== undefined && remainingAmount(order) > 0
  return { standing, due: isDue ? withoutTax(remainingAmount(order)) : undefined }
}

const amountCells = (amount: TaxedAmount | undefined): readonly Cell[] =>
  amount ? [amount.net, amount.tax] : ['', '']

/** The wish of an order's buyer, the tax of its invoices, and of what is to be invoiced, under those columns. */
export function invoiceCells(order: Order): readonly Cell[] {
  const { invoice } = order
  const { standing, due } = invoiceAmounts(order)
  return [
    KINDS[invoice?.kind ?? 'email'],
    invoice?.kind === 'carrier' ? invoice.carrier : '',
    invoice?.kind === 'company' ? invoice.taxId : '',
    invoice?.kind === 'company' ? invoice.company : '',
    invoice?.kind === 'donation' ? invoice.donation : '',
    ...amountCells(standing),
    ...amountCells(due),
  ]
}

/** The sums of the invoices of orders, added page by page. */
export class InvoiceSums {
  #standing = withoutTax(0)
  #due = withoutTax(0)

  add(orders: readonly Order[]): void {
    const amounts = orders.map(invoiceAmounts)
    this.#standing =
      sumOf([this.#standing, ...amounts.map((amount) => amount.standing)]) ?? withoutTax(0)
    this.#due = sumOf([this.#due, ...amounts.map(({ due }) => due)]) ?? withoutTax(0)
  }

  /** The sums under the columns of amounts. */
  get cells(): readonly Cell[] {
    return [...amountCells(this.#standing), ...amountCells(this.#due)]
  }
}
