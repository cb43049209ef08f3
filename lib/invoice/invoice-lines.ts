import { linePaid } from '#lib/price/price.ts'
import type { InvoiceLine } from './issuer.ts'

/** A line of an order, as far as an invoice says it; whole TWD. */
export type SoldItem = {
  readonly title: string
  readonly color?: string | undefined
  readonly size: string
  readonly quantity: number
  readonly price: number
  readonly reduction?: number | undefined
}

const SHIPPING = '運費'

/** Returns the sum of the lines in whole TWD. */
export function sumOfLines(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { count, price }) => sum + count * price, 0)
}

/**
 * Returns the invoice lines of units that cost so much together: each unit price is in whole TWD, so
 * where the amount does not divide, some units cost one more. Where that would make a unit cost nothing, the units
 * are one line with their sum; what costs nothing in all has no line. A negative line or one of nothing is not known
 * to be accepted.
 */
export function pricedLines(name: string, count: number, amount: number): readonly InvoiceLine[] {
  if (amount === 0) return []
  const price = Math.floor(amount / count)
  if (price === 0) return [{ name: `${name} ${count} 件`, count: 1, price: amount }]
  const dearer = amount - price * count
  return [
    { name, count: count - dearer, price },
    { name, count: dearer, price: price + 1 },
  ].filter((line) => line.count > 0)
}

/**
 * Returns the invoice lines, including shipping. Throws RangeError if the items cost more than the
 * total.
 */
export function invoiceLines(items: readonly SoldItem[], total: number): readonly InvoiceLine[] {
  const sold = items.flatMap((item) => {
    const name = [item.title, item.color, item.size].filter(Boolean).join(' ')
    return pricedLines(name, item.quantity, linePaid(item))
  })
  const shipping = total - sumOfLines(sold)
  if (shipping < 0) throw new RangeError(`Items cost ${-shipping} more than the total ${total}.`)
  return shipping === 0 ? sold : [...sold, { name: SHIPPING, count: 1, price: shipping }]
}

/** Returns the lines of an allowance without items, such as a partial refund of a price. */
export function allowanceLines(name: string, amount: number): readonly InvoiceLine[] {
  return [{ name, count: 1, price: amount }]
}
