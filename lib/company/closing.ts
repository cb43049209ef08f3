import { dayAfter, formatNearDay, taipeiDay } from '#lib/time/taipei-time.ts'
import { HANDLING_DAYS } from './company.ts'
import { type Closing, CLOSING } from './open-day.ts'

/** So many days before it a closing is told. */
const NOTICE_DAYS = 14

function noticeDays({ from, until }: Closing): Closing {
  return { from: dayAfter(from, 0 - NOTICE_DAYS), until }
}

// That the shop closes, and from when it ships again.
function closingSentence({ from, until }: Closing, now: Date): string {
  const days = [from, until].map((day) => formatNearDay(day, now))
  const next = formatNearDay(dayAfter(until, 1), now)
  return from === until
    ? `${days[0]}休息一天；照常接單，${next}起依序出貨。`
    : `${days.join('至')}休假；照常接單，${next}起依序出貨。`
}

/** The same while it is told; empty before and after. */
export function closingNotice(now: Date, closing: Closing | undefined = CLOSING): string {
  if (!closing) return ''
  const [today, told] = [taipeiDay(now), noticeDays(closing)]
  return today >= told.from && today <= told.until ? closingSentence(closing, now) : ''
}

/** A closing that is not over: its sentence, the first and last day on which it is told, and the day in Taipei. */
export function comingClosing(now = new Date(), closing: Closing | undefined = CLOSING) {
  const today = taipeiDay(now)
  if (!closing || today > closing.until) return undefined
  return { sentence: closingSentence(closing, now), ...noticeDays(closing), today }
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

// The day so many working days after another.
function workingDayAfter(day: string, days: number): string {
  let next = day
  for (let left = days; left > 0;) {
    next = dayAfter(next, 1)
    if (!isWeekend(next)) left -= 1
  }
  return next
}

/**
 * The day (YYYY-MM-DD) from which the shop ships what is ordered at `now`, where the usual days reach into a closing;
 * undefined if they do not.
 */
export function shipsAgainOn(
  now: Date,
  closing: Closing | undefined = CLOSING,
): string | undefined {
  if (!closing) return undefined
  const today = taipeiDay(now)
  const last = workingDayAfter(today, HANDLING_DAYS.to)
  return last >= closing.from && today <= closing.until ? dayAfter(closing.until, 1) : undefined
}

/** When what is here leaves, as text. */
export function handlingWords(now = new Date(), closing: Closing | undefined = CLOSING): string {
  const again = shipsAgainOn(now, closing)
  return again === undefined
    ? `約 ${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天出貨`
    : `${formatNearDay(again, now)}起依序出貨`
}

const DAY = 24 * 60 * 60 * 1000

/** Days (not working days) until what is ordered at `now` leaves, for structured data. */
export function handlingDays(
  now: Date,
  closing: Closing | undefined = CLOSING,
): { readonly from: number; readonly to: number } {
  const again = shipsAgainOn(now, closing)
  if (again === undefined) return HANDLING_DAYS
  const rest = Math.round(
    (Date.parse(`${again}T00:00:00Z`) - Date.parse(`${taipeiDay(now)}T00:00:00Z`)) / DAY,
  )
  return { from: rest, to: rest + HANDLING_DAYS.to }
}
