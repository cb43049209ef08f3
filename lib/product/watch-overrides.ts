import 'server-only'

import { randomUUID } from 'node:crypto'

import { database, find } from '#lib/adapters/firestore/database.ts'
import { log, logFailure } from '#lib/log/log.ts'
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

const REFRESH_KEY = Symbol.for('ourtee.refresh')

/** Secret that identifies this process's own requests. */
export function refreshKey(): string {
  const found: unknown = Reflect.get(globalThis, REFRESH_KEY)
  if (typeof found === 'string') return found
  const made = randomUUID()
  Reflect.set(globalThis, REFRESH_KEY, made)
  return made
}

/** Interval of polling other instances' changes, in milliseconds: pages lag under a minute. */
const EVERY = 20_000

/** In milliseconds: soon after the start, since a build knows only files. */
const FIRST = 500

/** Tolerated clock skew between instances, in milliseconds. */
const SKEW = 2 * 60_000

/** Reads what was changed on other instances; answers the products of which this one knew otherwise. */
export async function readChangedOverrides(): Promise<readonly string[]> {
  const times = [...knownOverrides().values()].map(({ changedAt }) => changedAt)
  const newest = times.toSorted().at(-1)
  const since = newest === undefined ? '' : new Date(Date.parse(newest) - SKEW).toISOString()
  const read = await overridesSince(since)
  return [...read].flatMap(([product, override]) =>
    noteOverride(product, override) ? [product] : [],
  )
}

// The next round shows changes that were noted meanwhile.
let isBehind = false

async function lookOnce(): Promise<void> {
  try {
    const changed = await readChangedOverrides()
    isBehind ||= changed.length > 0
    if (!isBehind) return
    // Next makes pages anew only for a request, so the instance sends one to itself.
    const address = `http://127.0.0.1:${process.env.PORT ?? '3000'}/api/refresh`
    const headers = { 'x-refresh': refreshKey() }
    const response = await fetch(address, { method: 'POST', headers })
    if (!response.ok) throw new Error(`Refreshing pages answered ${response.status}`)
    isBehind = false
    log('pages-refreshed', { products: changed.length })
  } catch (error) {
    logFailure('watch-overrides', error)
  }
}

/** Has this instance follow what the owner changes on another one. One read a round. */
export function watchOverrides(): void {
  const look = () => {
    void lookOnce().then(() => setTimeout(look, EVERY).unref())
  }
  setTimeout(look, FIRST).unref()
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
