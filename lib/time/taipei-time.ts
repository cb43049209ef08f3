import { LOCALE, TIME_ZONE } from '#lib/company/company.ts'

const HOUR_PARTS = /* @__PURE__ */ new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})

const LONG_DATE = /* @__PURE__ */ new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  dateStyle: 'long',
})

const CLOCK = /* @__PURE__ */ new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function digits(time: Date): Record<'year' | 'month' | 'day' | 'hour', string> {
  const parts = new Map(HOUR_PARTS.formatToParts(time).map((part) => [part.type, part.value]))
  const digit = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return { year: digit('year'), month: digit('month'), day: digit('day'), hour: digit('hour') }
}

/** The hour of an instant in Taipei as YYYYMMDDHH. */
export function taipeiHour(time: Date): string {
  const { year, month, day, hour } = digits(time)
  return `${year}${month}${day}${hour}`
}

/** The calendar day of an instant in Taipei as YYYY-MM-DD. */
export function taipeiDay(time: Date): string {
  const { year, month, day } = digits(time)
  return `${year}-${month}-${day}`
}

/** An instant in Taipei as YYYY-MM-DD HH:MM, which sheets sort and reckon with. */
export function taipeiStamp(time: Date): string {
  return `${taipeiDay(time)} ${CLOCK.format(time)}`
}

/** A calendar day (YYYY-MM-DD) or an instant as text, such as 2027年2月28日, in Taipei. */
export function formatDay(day: string | Date): string {
  return LONG_DATE.format(typeof day === 'string' ? new Date(`${day}T00:00:00+08:00`) : day)
}

/** A calendar day (YYYY-MM-DD) as text, without its year where that is this or the next year in Taipei: 2月28日. */
export function formatNearDay(day: string, now: Date): string {
  const ahead = Number(day.slice(0, 4)) - Number(taipeiDay(now).slice(0, 4))
  return ahead === 0 || ahead === 1 ? formatDay(day).replace(/^\d+年/, '') : formatDay(day)
}

/** An instant as text with hour and minute, in Taipei. */
export function formatTime(time: Date): string {
  return `${LONG_DATE.format(time)} ${CLOCK.format(time)}`
}

/** Returns the day (YYYY-MM-DD) so many days after another. */
export function dayAfter(day: string, days: number): string {
  const start = Date.parse(`${day}T00:00:00Z`)
  return new Date(start + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

/** The end of a Taipei day (YYYY-MM-DD), 24:00. Apart from what writes days, which product pages do not need. */
export function endOfTaipeiDay(day: string): Date {
  const start = new Date(`${day}T00:00:00+08:00`)
  return new Date(start.getTime() + 24 * 60 * 60 * 1000)
}
