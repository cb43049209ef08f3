import { formatTime } from '#lib/time/taipei-time.ts'
import type { MailDraft } from './mail.ts'

/** Stored state of the sweeps: failing since, and when the owner was notified. ISO 8601 in UTC. */
export type SweepState = {
  readonly failingSince?: string | undefined
  readonly notifiedAt?: string | undefined
}

/** Counts of failed and unreadable orders of a sweep. */
export type SweepResult = { readonly failed: number; readonly unreadable: number }

/** In milliseconds: sweeps that fail for this long notify the owner (half an hour). */
export const FAILING_FOR = 30 * 60_000

function notice(since: string, { failed, unreadable }: SweepResult): MailDraft {
  const event = `sweep-failing-${since.replaceAll(/[^\w-]/g, '')}`
  const values = {
    failing_since: formatTime(new Date(since)),
    failed_orders: String(failed + unreadable),
  }
  return { id: event, event, kind: 'owner-sweep', values }
}

/**
 * Returns the state and mail after a sweep, or undefined without a change. An unreadable order is
 * reported at once.
 */
export function afterSweep(
  state: SweepState,
  result: SweepResult,
  now: Date,
): { readonly state: SweepState; readonly tells?: MailDraft } | undefined {
  if (result.failed + result.unreadable === 0) {
    return state.failingSince === undefined ? undefined : { state: {} }
  }
  const { failingSince = now.toISOString(), notifiedAt } = state
  if (notifiedAt !== undefined) return undefined
  const isLong = now.getTime() - Date.parse(failingSince) >= FAILING_FOR
  if (isLong || result.unreadable > 0) {
    const answer = { failingSince, notifiedAt: now.toISOString() }
    return { state: answer, tells: notice(failingSince, result) }
  }
  return state.failingSince === undefined ? { state: { failingSince } } : undefined
}

/** Returns the owner's mail about a missing scheduler; one per outage. */
export function lateNotice(last: Date, minutes: number): MailDraft {
  const event = `sweep-late-${last.toISOString().replaceAll(/[^\w-]/g, '')}`
  const values = { last_sweep: formatTime(last), sweep_minutes: String(minutes) }
  return { id: event, event, kind: 'owner-sweep-late', values }
}
