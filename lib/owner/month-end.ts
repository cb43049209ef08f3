import { OWNER_PATHS, statementPath } from '#lib/routes/owner-paths.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { lastMonths } from './month.ts'
import { ownerListPath } from './order-views.ts'

/** A step of the month's end: what to do, where, and what is left of it, or undefined if the shop can't tell. */
export type MonthEndStep = {
  readonly title: string
  readonly words: string
  readonly href?: string
  readonly left?: number
}

/** What may be left of a month when its books are closed. */
export type MonthEndCounts = {
  /** Orders under review, and refunds that the owner has not made yet. */
  readonly reviews: number
  readonly refundsDue: number
  /** Invoices with an alarm; undefined in a shop that issues none by itself. */
  readonly invoices: number | undefined
}

/** The month (YYYY-MM) that was over last. */
export function closedMonth(now = new Date()): string {
  return lastMonths(2, now)[1] ?? ''
}

/** What to do about a month that is over, in its order. */
export function monthEndSteps(
  month: string,
  { reviews, refundsDue, invoices }: MonthEndCounts,
): readonly MonthEndStep[] {
  return [
    {
      title: '結清款項',
      words: '待核對與人工退款處理完，帳才完整',
      href: ownerListPath({ view: 'attention' }),
      left: reviews + refundsDue,
    },
    {
      title: '發票',
      ...(invoices === undefined
        ? { words: '把加值中心開好的號碼貼到下面的「發票號碼」' }
        : {
            words: '先處理開立失敗或對不上的',
            href: `${OWNER_PATHS.today}#invoices`,
            left: invoices,
          }),
    },
    { title: '收支與訂單', words: '下載這個月的「收支」和「訂單」' },
    { title: '創作者分潤', words: '核對、列印，付款給創作者', href: statementPath(month) },
    { title: '交給會計師', words: '把「收支」和「訂單」兩個檔案寄給會計師' },
  ]
}

/** In the first days of a month the books of the last one are due. */
const DUE_DAYS = 5

/** Whether the owner is notified of the month that is over. */
export function isMonthEndDue(now = new Date()): boolean {
  return Number(taipeiDay(now).slice(8)) <= DUE_DAYS
}
