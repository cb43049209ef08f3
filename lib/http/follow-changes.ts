import 'server-only'

import { randomUUID } from 'node:crypto'

import { log, logFailure } from '#lib/log/log.ts'

// The process's own: Next loads this file once for its start and once for its pages.
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
export const CLOCK_SKEW = 2 * 60_000

// Next makes pages anew only for a request, so the instance sends one to itself.
async function refreshPages(): Promise<void> {
  const address = `http://127.0.0.1:${process.env.PORT ?? '3000'}/api/refresh`
  const headers = { 'x-refresh': refreshKey() }
  const response = await fetch(address, { method: 'POST', headers })
  if (!response.ok) throw new Error(`Refreshing pages answered ${response.status}`)
}

/**
 * Has this instance follow what changes elsewhere: `read` notes it and answers how much was new, then the static pages
 * are made anew. Failures are logged under `name` and tried again in the next round.
 */
export function followChanges(name: string, read: () => Promise<number>): void {
  // The next round shows changes that were noted meanwhile.
  let behind = 0
  const lookOnce = async () => {
    try {
      behind += await read()
      if (behind === 0) return
      await refreshPages()
      log('pages-refreshed', { cause: name, changes: behind })
      behind = 0
    } catch (error) {
      logFailure(name, error)
    }
  }
  const look = () => {
    void lookOnce().then(() => setTimeout(look, EVERY).unref())
  }
  setTimeout(look, FIRST).unref()
}
