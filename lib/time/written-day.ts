import { formatDay } from './taipei-time.ts'

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

/** A day (YYYY-MM-DD) with its weekday, such as 2026年11月28日（週六）; empty for anything else. */
export function writtenDay(day: string): string {
  const time = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(time.getTime())) return ''
  return `${formatDay(day)}（週${WEEKDAYS[time.getUTCDay()] ?? ''}）`
}
