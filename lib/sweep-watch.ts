/** The last sweep that ended: when (ISO 8601 in UTC), and how many orders it could not ask about. */
export type SweepRecord = { readonly at: string; readonly failed: number }

/** A sweep is late after so many intervals of the scheduler. */
const LATE_AFTER = 3

const MINUTE = 60_000

/** What is known of the scheduler: the last sweep, its interval in minutes, and since when this process runs. */
export type SweepWatch = {
  readonly last: SweepRecord | undefined
  readonly minutes: number
  readonly runsSince: Date
}

/**
 * Whether no sweep has ended for three intervals. A process that has just started waits one interval first: its host
 * may have slept as long as nobody came.
 */
export function isSweepLate({ last, minutes, runsSince }: SweepWatch, now: Date): boolean {
  const since = last === undefined ? runsSince : new Date(last.at)
  const isAwake = now.getTime() - runsSince.getTime() >= minutes * MINUTE
  return isAwake && now.getTime() - since.getTime() > LATE_AFTER * minutes * MINUTE
}
