import 'server-only'

import { NOBODY } from './audit.ts'
import type { AuditEntry } from './audit-entry.ts'

const MINUTE = 60_000

type RefusalKind = Pick<AuditEntry, 'kind' | 'outcome'>

/** Writes an entry with its count. */
export type WriteCount = (entry: Omit<AuditEntry, 'at'>) => Promise<void>

/**
 * Counts refusals by kind and outcome and writes one entry per minute each. `wait` schedules a task
 * after milliseconds.
 */
export function refusalCounter(
  write: WriteCount,
  wait = (task: () => void, after: number): void => void setTimeout(task, after).unref(),
) {
  const counts = new Map<string, number>()
  return ({ kind, outcome }: RefusalKind): void => {
    const key = `${kind} ${outcome}`
    const before = counts.get(key)
    counts.set(key, (before ?? 0) + 1)
    if (before !== undefined) return
    wait(() => {
      const count = counts.get(key) ?? 0
      counts.delete(key)
      void write({ kind, who: NOBODY, outcome, count })
    }, MINUTE)
  }
}
