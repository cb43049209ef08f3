import { dayAfter, taipeiDay } from '#lib/time/taipei-time.ts'
import { daySpan, isDay, type Span } from './month.ts'

/** A range of days in Taipei, YYYY-MM-DD, both counted in. */
export type DayRange = { readonly from: string; readonly until: string }

/** The most days of one range. */
export const MOST_DAYS = 366

/** Why a range can't be shown. */
export type RangeProblem = 'no-such-day' | 'turned' | 'too-long'

/** How many days a range has. */
export function daysIn({ from, until }: DayRange): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / (24 * 60 * 60 * 1000)) + 1
}

/** The range that ends with a day and has so many. */
export function daysUntil(until: string, days: number): DayRange {
  return { from: dayAfter(until, 1 - days), until }
}

/** The wanted range, or the last 30 days with what is wrong with it; without wishes, the last 30 days. */
export function readRange(
  from: unknown,
  until: unknown,
  now = new Date(),
): {
  readonly range: DayRange
  readonly problem?: RangeProblem
  /** Today in Taipei, YYYY-MM-DD. */
  readonly today: string
} {
  const today = taipeiDay(now)
  const usual = { range: daysUntil(today, 30), today }
  if (from === undefined && until === undefined) return usual
  const [first, last] = [String(from), String(until)]
  if (!isDay(first) || !isDay(last)) return { ...usual, problem: 'no-such-day' }
  if (first > last) return { ...usual, problem: 'turned' }
  const range = { from: first, until: last }
  return daysIn(range) > MOST_DAYS ? { ...usual, problem: 'too-long' } : { range, today }
}

/** The name of a range in an address and a file: 2026-11-01_2026-11-30. */
export function rangeName({ from, until }: DayRange): string {
  return `${from}_${until}`
}

/** The range of such a name, or undefined for any other text. */
export function rangeNamed(name: string): DayRange | undefined {
  const [from, until] = name.split('_')
  const { range, problem } = readRange(from, until ?? '')
  return problem === undefined && rangeName(range) === name ? range : undefined
}

/** The instants of a range. */
export function rangeSpan({ from, until }: DayRange): Span {
  return { from: daySpan(from).from, until: daySpan(until).until }
}
