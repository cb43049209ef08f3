import 'server-only'

import { isMailEnabled, writeMailOnce } from '../adapters/firestore/outbox.ts'
import { claimSweep, readLastSweep } from '../adapters/firestore/sweeps.ts'
import { log, logFailure } from '../log/log.ts'
import { lateNotice } from '../mail/mail.ts'
import { settings } from '../settings/env.ts'
import { sweep } from './sweep.ts'
import { isSweepLate, type SweepWatch } from './sweep-watch.ts'

const RUNS_SINCE = new Date(Date.now() - process.uptime() * 1000)

/** Returns the scheduler's state. One read. Throws DatabaseUnavailable. */
export async function readSweepWatch(): Promise<SweepWatch> {
  return {
    last: await readLastSweep(),
    minutes: settings().SWEEP_MINUTES,
    runsSince: RUNS_SINCE,
  }
}

/**
 * Runs an overdue sweep on one instance and notifies the owner once. Call after a response; never
 * throws.
 */
export async function sweepWhenLate(now = new Date()): Promise<void> {
  try {
    const watch = await readSweepWatch()
    if (!isSweepLate(watch, now)) return
    const { last, minutes } = watch
    const interval = new Date(now.getTime() - minutes * 60_000)
    if (!(await claimSweep(now, interval))) return
    const since = last === undefined ? RUNS_SINCE : new Date(last.at)
    log('sweep-late', { last: since.toISOString() }, 'WARNING')
    if (isMailEnabled()) await writeMailOnce(lateNotice(since, minutes), now)
    await sweep(now)
  } catch (error) {
    logFailure('sweep-when-late', error)
  }
}
