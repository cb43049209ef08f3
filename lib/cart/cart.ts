import { MAX_UNITS } from '#lib/company/purchase-terms.ts'
import { isSize, type Size } from '#lib/product/sizes.ts'

/** The fewest units of one line; the most are the owner's. */
export const MIN_QUANTITY = 1

/** More lines than any honest cart has; a larger one is not read. */
export const MAX_LINES = 50

/** Maximum number of earlier confirmations that a checkout replaces. */
export const MOST_REPLACED = 5

/**
 * A stored cart line. Prices are whole TWD. Only id, colour, size and quantity are trusted (rule
 * 22).
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

/** Key of a cart line. */
export type LineIdentity = Pick<CartLine, 'id' | 'color' | 'size'>

/** The identity of a line as one string: id, colour and size. */
export function lineKey({ id, color, size }: LineIdentity): string {
  return JSON.stringify([id, color, size])
}

/** A quantity brought between 1 and the most of a line; what is no number becomes 1. */
export function clampQuantity(quantity: number): number {
  if (!Number.isFinite(quantity)) return MIN_QUANTITY
  return Math.min(MAX_UNITS, Math.max(MIN_QUANTITY, Math.trunc(quantity)))
}

/** The cart with a line added or merged; `capped` says that the line would have passed the most and stays there. */
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
    capped: wanted > MAX_UNITS,
  }
}

/** The cart with one line's quantity changed, kept between 1 and the most. */
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

/** Total units in the cart. */
export function countUnits(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** The key of the cart in local storage. */
export const CART_KEY = 'cart'

/** Lines that could be read from storage, and how many were dropped, for the log. */
export type StoredCart = {
  readonly lines: readonly CartLine[]
  readonly dropped: number
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** Parses the trusted part of a line: id, colour, size and quantity. Written by hand: zod would triple this page code. */
export function parseIdentity(
  value: unknown,
): (LineIdentity & Pick<CartLine, 'quantity'>) | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, color, size, quantity }: Partial<Record<string, unknown>> = { ...value }
  if (!isText(id, 64) || id === '') return undefined
  if (!isText(color, 40) || color === '' || !isSize(size)) return undefined
  if (!isWhole(quantity, MIN_QUANTITY, Number.MAX_SAFE_INTEGER)) return undefined
  return { id, color, size, quantity: clampQuantity(quantity) }
}

/** Parses a stored line, or returns undefined. */
function parseLine(value: unknown): CartLine | undefined {
  const identity = parseIdentity(value)
  if (!identity || typeof value !== 'object') return undefined
  const { title, image, price }: Partial<Record<string, unknown>> = { ...value }
  if (!isText(title, 200) || !isText(image, 300) || !isWhole(price, 1, 1_000_000)) return undefined
  return { ...identity, title, image, price }
}

// Every page loads the cart, and would load the shapes beside the server's reader of JSON with it.
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a stored cart. Ignores malformed or repeated lines and caps quantities at the most of a line. */
export function parseStoredCart(text: string | null): StoredCart {
  if (text === null) return { lines: [], dropped: 0 }
  const value = valueIn(text)
  if (!Array.isArray(value)) return { lines: [], dropped: 1 }
  const lines = new Map<string, CartLine>()
  for (const candidate of value.slice(0, MAX_LINES)) {
    const line = parseLine(candidate)
    if (line && !lines.has(lineKey(line))) lines.set(lineKey(line), line)
  }
  return { lines: [...lines.values()], dropped: value.length - lines.size }
}

/** The text under which the cart is stored. */
export function storedCartText(lines: readonly CartLine[]): string {
  return JSON.stringify(lines)
}
