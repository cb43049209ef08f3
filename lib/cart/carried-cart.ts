import { type CartLine, lineKey, parseStoredCart, storedCartText } from './cart.ts'

// In the fragment, so it reaches no server or log.
const MARK = '#cart='

/** The part of an address that carries a cart into another browser; nothing for an empty cart. */
export function carriedHash(lines: readonly CartLine[]): string {
  return lines.length === 0 ? '' : MARK + encodeURIComponent(storedCartText(lines))
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The cart with the lines that the address brings along; its own lines stay as they are. */
export function withCarried(lines: readonly CartLine[], hash: string): readonly CartLine[] {
  if (!hash.startsWith(MARK)) return lines
  const own = new Set(lines.map(lineKey))
  const carried = parseStoredCart(decodeText(hash.slice(MARK.length))).lines
  const added = carried.filter((line) => !own.has(lineKey(line)))
  return added.length === 0 ? lines : [...lines, ...added]
}
