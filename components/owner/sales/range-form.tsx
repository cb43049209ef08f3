import { DateField } from '#components/owner/form/date-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import {
  type DayRange,
  daysUntil,
  MOST_DAYS,
  rangeName,
  type RangeProblem,
} from '#lib/owner/day-range.ts'
import { OWNER_PATHS, salesPath } from '#lib/routes/owner-paths.ts'
import { dayAfter } from '#lib/time/taipei-time.ts'
import styles from './sales.module.css'

export const PROBLEMS: Readonly<Record<RangeProblem, string>> = {
  'no-such-day': '日期不正確，請填兩格有效的日期。以下是最近 30 天。',
  turned: '開始日不能晚於結束日。以下是最近 30 天。',
  'too-long': `一次最多 ${MOST_DAYS} 天。以下是最近 30 天。`,
}

export function RangeForm({ range, today }: { range: DayRange; today: string }) {
  const lastMonthEnds = dayAfter(`${today.slice(0, 7)}-01`, -1)
  const usual: readonly (readonly [string, DayRange])[] = [
    ['最近 7 天', daysUntil(today, 7)],
    ['最近 30 天', daysUntil(today, 30)],
    ['最近 8 週', daysUntil(today, 56)],
    ['這個月', { from: `${today.slice(0, 7)}-01`, until: today }],
    ['上個月', { from: `${lastMonthEnds.slice(0, 7)}-01`, until: lastMonthEnds }],
    ['今年', { from: `${today.slice(0, 4)}-01-01`, until: today }],
  ]
  return (
    <>
      <nav className={styles.usual} aria-label="常看的期間">
        {usual.map(([name, one]) => (
          <Link
            key={name}
            href={salesPath(one)}
            prefetch={false}
            aria-current={rangeName(one) === rangeName(range) ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <form method="get" action={OWNER_PATHS.sales} className={styles.range}>
        <DateField id="from" label="從哪一天" defaultValue={range.from} required />
        <DateField id="until" label="到哪一天（含）" defaultValue={range.until} required />
        <Button type="submit">看這段期間</Button>
      </form>
    </>
  )
}
