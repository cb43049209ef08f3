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
 * The lines of an order's invoice: its items, and shipping where the total has more than they cost.
 * Throws RangeError when the items cost more than the total: no invoice may say another sum than was paid.
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

/** The lines of an allowance of a sum that is not told by lines, such as a part of the price. */
export function allowanceLines(name: string, amount: number): readonly InvoiceLine[] {
  return [{ name, count: 1, price: amount }]
}
