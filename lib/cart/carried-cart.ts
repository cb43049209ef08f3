import { type CartLine, lineKey, type LineIdentity, MAX_LINES, parseIdentity } from './cart.ts'

// In the fragment, so it reaches no server or log.
const MARK = '#cart='

/** A line as an address carries it: title, price and picture come from the shop. */
export type CarriedLine = LineIdentity & Pick<CartLine, 'quantity'>

/** The part of an address that carries a cart into another browser, or an empty text for an empty cart. */
export function carriedHash(lines: readonly CartLine[]): string {
  if (lines.length === 0) return ''
  const carried = lines.map(({ id, color, size, quantity }) => ({ id, color, size, quantity }))
  return MARK + encodeURIComponent(JSON.stringify(carried))
}

function parseHash(hash: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(hash.slice(MARK.length)))
  } catch {
    return undefined
  }
}

/** The lines that an address brings along and the cart has not; its own lines stay as they are. */
export function carriedLines(lines: readonly CartLine[], hash: string): readonly CarriedLine[] {
  const value = hash.startsWith(MARK) ? parseHash(hash) : undefined
  if (!Array.isArray(value)) return []
  const own = new Set(lines.map(lineKey))
  return value.slice(0, MAX_LINES).flatMap((candidate: unknown) => {
    const line = parseIdentity(candidate)
    if (!line || own.has(lineKey(line))) return []
    own.add(lineKey(line))
    return [line]
  })
}

/** Title, picture and price of a line, as the shop has them now. */
type ShopText = Pick<CartLine, 'id' | 'title' | 'image' | 'size' | 'price'> & {
  readonly color?: string | undefined
}

/** The lines of the shop's answer for carried ones; what it does not sell is left out. */
export function boughtLines(
  carried: readonly CarriedLine[],
  items: readonly ShopText[],
): readonly CartLine[] {
  return carried.flatMap((line) => {
    const item = items.find(
      (shopText) => lineKey({ ...shopText, color: shopText.color ?? '' }) === lineKey(line),
    )
    return item ? [{ ...line, title: item.title, image: item.image, price: item.price }] : []
  })
}

/** The cart with the shop's words and prices; the same lines where nothing differs. */
export function withShopText(
  lines: readonly CartLine[],
  items: readonly ShopText[],
): readonly CartLine[] {
  const corrected = lines.map((line) => boughtLines([line], items)[0] ?? line)
  const isSame = corrected.every((line, at) => {
    const before = lines[at]
    return (
      line.title === before?.title && line.image === before.image && line.price === before.price
    )
  })
  return isSame ? lines : corrected
}
