// Apart from cart.ts, which every page loads: the cart's page alone needs this.
import { type CartLine, lineKey, MAX_LINES } from './cart.ts'

/**
 * The cart as it is `now` with the `removed` lines back at the places they had `before`.
 * Lines that are there stay as they are, and lines that came since stand last. What would
 * pass the most lines of a cart stays out.
 */
export function putBack(
  now: readonly CartLine[],
  before: readonly CartLine[],
  removed: readonly CartLine[],
): readonly CartLine[] {
  const present = new Set(now.map(lineKey))
  const missing = removed.filter((line) => !present.has(lineKey(line)))
  const room = Math.max(0, MAX_LINES - now.length)
  const kept = new Map(
    [...now, ...missing.slice(0, room)].map((line) => [lineKey(line), line] as const),
  )
  const order = new Set([...before, ...now].map(lineKey))
  return [...order].flatMap((key) => kept.get(key) ?? [])
}
