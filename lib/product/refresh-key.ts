import 'server-only'

import { randomUUID } from 'node:crypto'

const KEY = Symbol.for('ourtee.refresh')

/** Secret that identifies this process's own requests. */
export function refreshKey(): string {
  const found: unknown = Reflect.get(globalThis, KEY)
  if (typeof found === 'string') return found
  const made = randomUUID()
  Reflect.set(globalThis, KEY, made)
  return made
}
