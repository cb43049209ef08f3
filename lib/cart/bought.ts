import type { Size } from '#lib/product/sizes.ts'
import { type CartLine, lineKey } from './cart.ts'

/** A line of an order: what was bought, and how many. */
export type BoughtLine = {
  readonly id: string
  readonly color?: string | undefined
  readonly size: Size
  readonly quantity: number
}

/** The cart without what was bought; units that were added since stay. */
export function withoutBought(
  lines: readonly CartLine[],
  bought: readonly BoughtLine[],
): readonly CartLine[] {
  const units = new Map<string, number>()
  for (const { id, color = '', size, quantity } of bought) {
    const key = lineKey({ id, color, size })
    units.set(key, (units.get(key) ?? 0) + quantity)
  }
  return lines.flatMap((line) => {
    const quantity = line.quantity - (units.get(lineKey(line)) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}
