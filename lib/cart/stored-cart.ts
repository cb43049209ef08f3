import { isSize } from '../product/sizes.ts'
import { type CartLine, clampQuantity, lineKey, MAX_LINES, MIN_QUANTITY } from './cart.ts'

/** The key of the cart in local storage (rule 21). */
export const CART_KEY = 'cart'

/** What was found in storage: the lines that can be read, and what had to be dropped, for the log. */
export type StoredCart = {
  readonly lines: readonly CartLine[]
  readonly dropped: readonly string[]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/**
 * A stored line with its known fields alone, or nothing. By hand: every page loads this,
 * and a schema library would be a third of its code.
 */
function parseLine(value: unknown): CartLine | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, title, image, color, size, price, quantity }: Partial<Record<string, unknown>> = {
    ...value,
  }
  if (!isText(id, 64) || id === '' || !isText(title, 200) || !isText(image, 300)) return undefined
  if (!isText(color, 40) || color === '' || !isSize(size)) return undefined
  if (!isWhole(price, 0, 1_000_000)) return undefined
  if (!isWhole(quantity, MIN_QUANTITY, Number.MAX_SAFE_INTEGER)) return undefined
  return { id, title, image, color, size, price, quantity: clampQuantity(quantity) }
}

/**
 * Reads a stored cart (rule 21). A text that is no list is ignored; so is a malformed or
 * repeated line. A line of more than 5 pieces keeps 5.
 */
export function parseStoredCart(text: string | null): StoredCart {
  if (text === null) return { lines: [], dropped: [] }
  const value = parseJson(text)
  if (!Array.isArray(value)) return { lines: [], dropped: ['the stored cart is not a list'] }
  const lines = new Map<string, CartLine>()
  const dropped: string[] = []
  for (const [index, candidate] of value.slice(0, MAX_LINES).entries()) {
    const line = parseLine(candidate)
    if (!line) dropped.push(`line ${index} is malformed`)
    else if (lines.has(lineKey(line))) dropped.push(`line ${index} is there twice`)
    else lines.set(lineKey(line), line)
  }
  if (value.length > MAX_LINES) dropped.push(`${value.length - MAX_LINES} lines too many`)
  return { lines: [...lines.values()], dropped }
}

/** The text under which the cart is stored. */
export function storedCartText(lines: readonly CartLine[]): string {
  return JSON.stringify(lines)
}
