import 'server-only'

import { closedMonth, type MonthEndStep, monthEndSteps } from './month-end.ts'
import { countFound } from './owner-order-store.ts'
import { readInvoiceDay } from './read-invoice-day.ts'

/** The month (YYYY-MM) that was over last, and what is left of it. Throws DatabaseUnavailable. */
export async function readMonthEnd(): Promise<{
  readonly month: string
  readonly steps: readonly MonthEndStep[]
}> {
  const [reviews, refundsDue, day] = await Promise.all([
    countFound({ need: 'review' }),
    countFound({ need: 'refund' }),
    readInvoiceDay(),
  ])
  const month = closedMonth()
  return {
    month,
    steps: monthEndSteps(month, { reviews, refundsDue, invoices: day?.alarms.length }),
  }
}
