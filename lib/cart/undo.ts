// Apart from cart.ts, which every page loads: the cart's page alone needs this.
import { type CartLine, lineKey, MAX_LINES } from './cart.ts'

/**
 * Restores removed lines at their places in `before`. Newer lines follow; lines beyond the limit
 * are dropped.
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
