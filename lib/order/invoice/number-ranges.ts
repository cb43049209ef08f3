import type { NumberRange } from './issuer.ts'
import { type InvoicePeriod, isNextPeriodDue, nextPeriod, periodOf } from './period.ts'

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
