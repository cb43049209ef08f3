/** The last sweep that ended: when (ISO 8601 in UTC), and how many orders it could not ask about. */
export type SweepRecord = { readonly at: string; readonly failed: number }

/** A sweep is late after so many intervals of the scheduler. */
const LATE_AFTER = 3

const MINUTE = 60_000

/** The last sweep, its interval in minutes, and the start of this process. */
export type SweepWatch = {
  readonly last: SweepRecord | undefined
  readonly minutes: number
  readonly runsSince: Date
}

/** True after three intervals without a sweep. A new process waits one interval first. */
export function isSweepLate({ last, minutes, runsSince }: SweepWatch, now: Date): boolean {
  const since = last === undefined ? runsSince : new Date(last.at)
  const isAwake = now.getTime() - runsSince.getTime() >= minutes * MINUTE
  return isAwake && now.getTime() - since.getTime() > LATE_AFTER * minutes * MINUTE
}
