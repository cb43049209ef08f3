import { isDeepStrictEqual } from 'node:util'

import type { MailDraft } from '#lib/mail/mail.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import type { NumberRange } from './issuer.ts'
import { type InvoicePeriod, isNextPeriodDue, nextPeriod, periodOf } from './tax-period.ts'

/** Warnings about the invoice numbers. */
export type RangeNotice = 'none-left' | 'few-left' | 'next-missing'

/** Fewer numbers than these are few: a good day of the shop uses them. */
const FEW = 30

function enabledIn(ranges: readonly NumberRange[], { year, term }: InvoicePeriod) {
  return ranges.filter((range) => range.year === year && range.term === term && range.isEnabled)
}

/** Counts the invoice numbers left in the period. */
export function numbersLeft(ranges: readonly NumberRange[], now: Date): number {
  return enabledIn(ranges, periodOf(now)).reduce((sum, { left }) => sum + left, 0)
}

/** Returns the warning: none or few numbers are left, or the next period's are not enabled by the 20th. */
export function rangeNotices(ranges: readonly NumberRange[], now: Date): readonly RangeNotice[] {
  const left = numbersLeft(ranges, now)
  const isMissing =
    isNextPeriodDue(now) && enabledIn(ranges, nextPeriod(periodOf(now))).length === 0
  return [...leftNotices(left), ...(isMissing ? (['next-missing'] as const) : [])]
}

/**
 * Stored state of the invoice numbers: time of the query (ISO 8601), numbers left then, how many the shop issued since,
 * and the notices of the query.
 */
export type NumberState = {
  readonly requestedAt: string
  readonly left: number
  readonly used: number
  readonly notices: readonly RangeNotice[]
}

/** The numbers as they stand now: those of the last query less the invoices that the shop issued since. */
export type NumbersLeft = Pick<NumberState, 'requestedAt' | 'left' | 'notices'>

function leftNotices(left: number): readonly RangeNotice[] {
  if (left === 0) return ['none-left']
  return left < FEW ? ['few-left'] : []
}

/** Counts the invoices issued since the last query off the numbers that it found. */
export function countedNumbers({
  requestedAt,
  left: found,
  used,
  notices,
}: NumberState): NumbersLeft {
  const left = Math.max(0, found - used)
  const others = notices.filter((notice) => notice === 'next-missing')
  return { requestedAt, left, notices: [...leftNotices(left), ...others] }
}

/** The owner's text for each notice. */
export const NUMBER_LABELS: Readonly<Record<RangeNotice, string>> = {
  'none-left': '發票字軌已用完，或這一期尚未啟用',
  'few-left': '發票字軌即將用完',
  'next-missing': '下一期的發票字軌尚未啟用',
}

const EVERY = 6 * 60 * 60 * 1000

/** True if the invoice numbers are due for a query: four times a day, and once the shop counts that few or none are left. */
export function areNumbersDue(state: NumberState | undefined, now: Date): boolean {
  if (state === undefined || now.getTime() - Date.parse(state.requestedAt) >= EVERY) return true
  return !isDeepStrictEqual(countedNumbers(state).notices, state.notices)
}

/** Returns the state to store for these ranges. */
export function numberState(ranges: readonly NumberRange[], now: Date): NumberState {
  const left = numbersLeft(ranges, now)
  return { requestedAt: now.toISOString(), left, used: 0, notices: rangeNotices(ranges, now) }
}

/** The mails that notify the owner of the numbers: each notice once a period, and that none is left once a day. */
export function numberMails({ left, notices }: NumberState, now: Date): readonly MailDraft[] {
  const { year, term } = periodOf(now)
  return notices.map((notice) => {
    const since = notice === 'none-left' ? taipeiDay(now) : `${year}-${term}`
    const event = `invoice-numbers-${notice}-${since}`
    const values = { numbers_news: NUMBER_LABELS[notice], numbers_left: String(left) }
    return { id: event, event, kind: 'owner-invoice-numbers', values }
  })
}
