import 'server-only'

import { database, find } from '#lib/adapters/firestore/database.ts'
import { CLOCK_SKEW, followChanges } from '#lib/http/follow-changes.ts'
import { type Override, type Overrides, overrideSchema } from './override.ts'

// The process's own: Next loads this file once for its start and once for its pages.
const OVERRIDES_KEY = Symbol.for('ourtee.overrides')

function isMap(value: unknown): value is Map<string, Override> {
  return value instanceof Map
}

/** Overrides known to this process, by product id, without a database read. */
export function knownOverrides(): Map<string, Override> {
  const found: unknown = Reflect.get(globalThis, OVERRIDES_KEY)
  if (isMap(found)) return found
  const made = new Map<string, Override>()
  Reflect.set(globalThis, OVERRIDES_KEY, made)
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

/** Reads what was changed on other instances; answers the products of which this one knew otherwise. */
export async function readChangedOverrides(): Promise<readonly string[]> {
  const times = [...knownOverrides().values()].map(({ changedAt }) => changedAt)
  const newest = times.toSorted().at(-1)
  const since = newest === undefined ? '' : new Date(Date.parse(newest) - CLOCK_SKEW).toISOString()
  const read = await overridesSince(since)
  return [...read].flatMap(([product, override]) =>
    noteOverride(product, override) ? [product] : [],
  )
}

/** Has this instance follow what the owner changes on another one. One read a round. */
export function watchOverrides(): void {
  followChanges('watch-overrides', async () => (await readChangedOverrides()).length)
}

/** The overrides that were changed after an instant (ISO 8601 in UTC); reads what it answers. */
export async function overridesSince(since: string): Promise<Overrides> {
  const changed = database().collection('stock').where('override.changedAt', '>', since)
  const docs = await find('finding overrides', changed)
  return new Map(
    docs.flatMap((doc) => {
      const { data } = overrideSchema.safeParse(doc.get('override'))
      return data ? [[doc.id, data] as const] : []
    }),
  )
}
