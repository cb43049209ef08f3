import 'server-only'

import type { Override } from './override.ts'

// The process's own: Next loads this file once for its start and once for its pages.
const KEY = Symbol.for('ourtee.overrides')

function isMap(value: unknown): value is Map<string, Override> {
  return value instanceof Map
}

/** Overrides known to this process, by product id, without a database read. */
export function knownOverrides(): Map<string, Override> {
  const found: unknown = Reflect.get(globalThis, KEY)
  if (isMap(found)) return found
  const made = new Map<string, Override>()
  Reflect.set(globalThis, KEY, made)
  return made
}

/** Notes an override that was read or written; answers whether it was another one before. */
export function noteOverride(product: string, override: Override): boolean {
  const known = knownOverrides()
  const before = known.get(product)
  if (before !== undefined && before.changedAt >= override.changedAt) return false
  known.set(product, override)
  return true
}
