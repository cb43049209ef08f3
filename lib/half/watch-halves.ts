import 'server-only'

import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

import { CLOCK_SKEW, followChanges } from '#lib/http/follow-changes.ts'
import { logFailure } from '#lib/log/log.ts'
import { everyShownHalf, publicChangesSince } from './half-store.ts'
import {
  areHalvesRead,
  newestPublicChange,
  noteHalvesRead,
  notePublicChange,
} from './shown-halves.ts'

/** Reads what the public sees differently than this process knows; answers how many halves. The first time it reads all. */
export async function readChangedHalves(): Promise<number> {
  const newest = newestPublicChange()
  const since = newest === undefined ? '' : new Date(Date.parse(newest) - CLOCK_SKEW).toISOString()
  const changes = areHalvesRead() ? await publicChangesSince(since) : await everyShownHalf()
  noteHalvesRead()
  return changes.filter(notePublicChange).length
}

let reading: Promise<unknown> | undefined

/**
 * Waits until this process knows the shown halves, as in the first second after its start. A build reads none, and a
 * database that is away is waited for no longer than its deadline.
 */
export async function awaitHalves(): Promise<void> {
  if (areHalvesRead() || process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD) return
  reading ??= readChangedHalves()
    .catch((error: unknown) => logFailure('watch-halves', error))
    .finally(() => (reading = undefined))
  await reading
}

/** Has this instance follow which halves are shown. One read a round. */
export function watchHalves(): void {
  followChanges('watch-halves', readChangedHalves)
}
