import 'server-only'

import { randomUUID } from 'node:crypto'

const KEY = Symbol.for('ourtee.refresh')

/** The secret by which this process knows its own requests. It never leaves the machine. */
export function refreshKey(): string {
  const found: unknown = Reflect.get(globalThis, KEY)
  if (typeof found === 'string') return found
  const made = randomUUID()
  Reflect.set(globalThis, KEY, made)
  return made
}
