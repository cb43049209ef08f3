import type { DayRange } from '#lib/owner/day-range.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

export function rangeText({ from, until }: DayRange): string {
  return from === until ? formatDay(from) : `${formatDay(from)}到${formatDay(until)}`
}
