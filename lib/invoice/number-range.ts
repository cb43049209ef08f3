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
  return [
    ...(left === 0 ? ['none-left' as const] : []),
    ...(left > 0 && left < FEW ? ['few-left' as const] : []),
    ...(isMissing ? ['next-missing' as const] : []),
  ]
}

/**
 * Stored state of the invoice numbers: time of the query (ISO 8601), numbers left, and the notice.
 */
export type NumberState = {
  readonly askedAt: string
  readonly left: number
  readonly notices: readonly RangeNotice[]
}

/** The owner's text for each notice. */
export const NUMBER_WORDS: Readonly<Record<RangeNotice, string>> = {
  'none-left': '發票字軌用完了，或這一期還沒有啟用',
  'few-left': '發票字軌快用完了',
  'next-missing': '下一期的發票字軌還沒有啟用',
}

const EVERY = 6 * 60 * 60 * 1000

/** True if the invoice numbers are due for a query: four times a day. */
export function areNumbersDue(state: NumberState | undefined, now: Date): boolean {
  return state === undefined || now.getTime() - Date.parse(state.askedAt) >= EVERY
}

/** Returns the state to store for these ranges. */
export function numberState(ranges: readonly NumberRange[], now: Date): NumberState {
  const left = numbersLeft(ranges, now)
  return { askedAt: now.toISOString(), left, notices: rangeNotices(ranges, now) }
}

/** The mails that tell the owner of the numbers: each notice once a period, and that none is left once a day. */
export function numberMails({ left, notices }: NumberState, now: Date): readonly MailDraft[] {
  const { year, term } = periodOf(now)
  return notices.map((notice) => {
    const since = notice === 'none-left' ? taipeiDay(now) : `${year}-${term}`
    const event = `invoice-numbers-${notice}-${since}`
    const values = { numbers_news: NUMBER_WORDS[notice], numbers_left: String(left) }
    return { id: event, event, kind: 'owner-invoice-numbers', values }
  })
}
