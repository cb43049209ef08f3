import type { InvoiceLine } from './issuer.ts'

/** A line of an order, as far as an invoice says it; whole TWD. */
export type SoldItem = {
  readonly title: string
  readonly color?: string | undefined
  readonly size: string
  readonly quantity: number
  readonly price: number
}

const SHIPPING = '運費'

/** Returns the sum of the lines in whole TWD. */
export function sumOfLines(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { count, price }) => sum + count * price, 0)
}

/** Item name on an invoice: title, colour and size. */
function lineName({ title, color, size }: SoldItem): string {
  return [title, color, size].filter(Boolean).join(' ')
}

/**
 * Returns the invoice lines, including shipping. Throws RangeError if the items cost more than the
 * total.
 */
export function invoiceLines(items: readonly SoldItem[], total: number): readonly InvoiceLine[] {
  const sold = items.map((item) => ({
    name: lineName(item),
    count: item.quantity,
    price: item.price,
  }))
  const shipping = total - sumOfLines(sold)
  if (shipping < 0) throw new RangeError(`Items cost ${-shipping} more than the total ${total}.`)
  return shipping === 0 ? sold : [...sold, { name: SHIPPING, count: 1, price: shipping }]
}

/** Returns the lines of an allowance without items, such as a partial refund of a price. */
export function allowanceLines(name: string, amount: number): readonly InvoiceLine[] {
  return [{ name, count: 1, price: amount }]
}
