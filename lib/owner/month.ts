import { endOfTaipeiDay } from '#lib/time/taipei-time.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'

/** Half-open range of a month or day, ISO 8601 in UTC. */
export type Span = { readonly from: string; readonly until: string }

const DAY = 24 * 60 * 60 * 1000

function start(month: string): Date {
  return new Date(endOfTaipeiDay(`${month}-01`).getTime() - DAY)
}

/** Whether a text names a month as YYYY-MM. */
export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text)
}

/** Whether a text names a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The span of a day (YYYY-MM-DD) as Taipei's calendar has it. */
export function daySpan(day: string): Span {
  const end = endOfTaipeiDay(day)
  return { from: new Date(end.getTime() - DAY).toISOString(), until: end.toISOString() }
}

/** The span of a month (YYYY-MM) as Taipei's calendar has it. */
export function monthSpan(month: string): Span {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: start(month).toISOString(), until: start(next).toISOString() }
}

/** The last months in Taipei as YYYY-MM, the present one first. */
export function lastMonths(count: number, now = new Date()): readonly string[] {
  const [year = 0, month = 1] = taipeiDay(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
