import type { Size } from '../product/sizes.ts'

/** The fewest and the most pieces of one line (rule 20). */
export const MIN_QUANTITY = 1
export const MAX_QUANTITY = 5

/** More lines than any honest cart has; a larger one is not read. */
export const MAX_LINES = 50

/**
 * A line of the cart as the browser keeps it. The price is whole TWD.
 * Only id, colour, size and quantity are believed (rule 22).
 */
export type CartLine = {
  readonly id: string
  readonly title: string
  readonly image: string
  readonly color: string
  readonly size: Size
  readonly price: number
  readonly quantity: number
}

/** What tells one line from another. */
export type LineIdentity = Pick<CartLine, 'id' | 'color' | 'size'>

/** The identity of a line as one string: id, colour and size (rule 20). */
export function lineKey({ id, color, size }: LineIdentity): string {
  return JSON.stringify([id, color, size])
}

/** A quantity brought between 1 and 5; what is no number becomes 1. */
export function clampQuantity(quantity: number): number {
  if (!Number.isFinite(quantity)) return MIN_QUANTITY
  return Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, Math.trunc(quantity)))
}

/** The cart with a line added or merged; `capped` says that the line would have passed 5 and stays there. */
export function addLine(
  lines: readonly CartLine[],
  added: CartLine,
): { readonly lines: readonly CartLine[]; readonly capped: boolean } {
  const key = lineKey(added)
  const present = lines.find((line) => lineKey(line) === key)
  const wanted = (present?.quantity ?? 0) + added.quantity
  const merged = { ...added, quantity: clampQuantity(wanted) }
  return {
    lines: present
      ? lines.map((line) => (lineKey(line) === key ? merged : line))
      : [...lines, merged],
    capped: wanted > MAX_QUANTITY,
  }
}

/** The cart with one line's quantity changed, kept between 1 and 5. */
export function setQuantity(
  lines: readonly CartLine[],
  identity: LineIdentity,
  quantity: number,
): readonly CartLine[] {
  const key = lineKey(identity)
  return lines.map((line) =>
    lineKey(line) === key ? { ...line, quantity: clampQuantity(quantity) } : line,
  )
}

/** The cart without one line. */
export function removeLine(
  lines: readonly CartLine[],
  identity: LineIdentity,
): readonly CartLine[] {
  const key = lineKey(identity)
  return lines.filter((line) => lineKey(line) !== key)
}

/** How many pieces are in the cart. */
export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}
