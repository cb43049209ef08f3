import 'server-only'

import { overridesSince } from '../adapters/firestore/overrides.ts'
import { log, logFailure } from '../log/log.ts'
import { knownOverrides, noteOverride } from './known-overrides.ts'
import { refreshKey } from './refresh-key.ts'

/** Interval of polling other instances' changes, in milliseconds: pages lag under a minute. */
const EVERY = 20_000

/** In milliseconds: soon after the start, since a build knows only files. */
const FIRST = 500

/** Tolerated clock skew between instances, in milliseconds. */
const SKEW = 2 * 60_000

function newestKnown(): string {
  const times = [...knownOverrides().values()].map(({ changedAt }) => changedAt)
  const newest = times.toSorted().at(-1)
  return newest === undefined ? '' : new Date(Date.parse(newest) - SKEW).toISOString()
}

/** Reads what was changed on other instances; answers the products of which this one knew otherwise. */
export async function readChangedOverrides(): Promise<readonly string[]> {
  const read = await overridesSince(newestKnown())
  return [...read].flatMap(([product, override]) =>
    noteOverride(product, override) ? [product] : [],
  )
}

// Next makes pages anew only for a request, so the instance sends one to itself.
async function refreshOwnPages(): Promise<void> {
  const address = `http://127.0.0.1:${process.env.PORT ?? '3000'}/api/refresh`
  const response = await fetch(address, { method: 'POST', headers: { 'x-refresh': refreshKey() } })
  if (!response.ok) throw new Error(`Refreshing pages answered ${response.status}`)
}

// The next round shows changes that were noted meanwhile.
let isBehind = false

async function lookOnce(): Promise<void> {
  try {
    const changed = await readChangedOverrides()
    isBehind ||= changed.length > 0
    if (!isBehind) return
    await refreshOwnPages()
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
