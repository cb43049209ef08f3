import { type CartLine, cartLineSchema, lineKey, MAX_LINES } from './cart.ts'

/** The key of the cart in local storage (specification 4). */
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

/** Reads a stored cart: a text that is no list is ignored whole, a malformed or repeated line alone (decisions, Cart). */
export function parseStoredCart(text: string | null): StoredCart {
  if (text === null) return { lines: [], dropped: [] }
  const value = parseJson(text)
  if (!Array.isArray(value)) return { lines: [], dropped: ['the stored cart is not a list'] }
  const lines = new Map<string, CartLine>()
  const dropped: string[] = []
  for (const [index, candidate] of value.slice(0, MAX_LINES).entries()) {
    const line = cartLineSchema.safeParse(candidate)
    if (!line.success) dropped.push(`line ${index} is malformed`)
    else if (lines.has(lineKey(line.data))) dropped.push(`line ${index} is there twice`)
    else lines.set(lineKey(line.data), line.data)
  }
  if (value.length > MAX_LINES) dropped.push(`${value.length - MAX_LINES} lines too many`)
  return { lines: [...lines.values()], dropped }
}

/** The text under which the cart is stored. */
export function storedCartText(lines: readonly CartLine[]): string {
  return JSON.stringify(lines)
}
