import { taipeiDay } from '#lib/time/taipei-time.ts'

/** Two months of the tax year: `term` 1 is January and February. */
export type InvoicePeriod = { readonly year: number; readonly term: number }

function calendar(time: Date) {
  const [year = 0, month = 0, day = 0] = taipeiDay(time).split('-').map(Number)
  return { year, month, day }
}

/** The period of an instant, by Taipei's calendar. */
export function periodOf(time: Date): InvoicePeriod {
  const { year, month } = calendar(time)
  return { year, term: Math.ceil(month / 2) }
}

/** The period after another. */
export function nextPeriod({ year, term }: InvoicePeriod): InvoicePeriod {
  return term === 6 ? { year: year + 1, term: 1 } : { year, term: term + 1 }
}

/**
 * Returns the end of the 13th after the invoice's two months, in Taipei (exclusive): the void
 * deadline.
 */
export function voidableUntil(issuedAt: Date): Date {
  const { year, term } = nextPeriod(periodOf(issuedAt))
  const month = String(term * 2 - 1).padStart(2, '0')
  return new Date(`${year}-${month}-14T00:00:00+08:00`)
}

/** Whether the next period's numbers should be there: from the 20th of a period's second month on. */
export function isNextPeriodDue(now: Date): boolean {
  const { month, day } = calendar(now)
  return month % 2 === 0 && day >= 20
}
