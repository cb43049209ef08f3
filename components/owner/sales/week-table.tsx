import tables from '#components/owner/books/statement-view.module.css'
import shared from '#components/owner/owner.module.css'
import { daysIn } from '#lib/owner/day-range.ts'
import type { SalesWeek } from '#lib/owner/sales.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { rangeText } from './range-text.ts'
import { SumCells, SumHeads, TABLE } from './sum-cells.tsx'

function changeText({ kept, before }: SalesWeek): string {
  if (before === undefined) return '—'
  const difference = kept - before
  if (difference === 0) return '相同'
  const sign = difference > 0 ? '多' : '少'
  const percent = before > 0 ? `（${Math.round((Math.abs(difference) / before) * 100)}%）` : ''
  return `${sign} ${formatPrice(Math.abs(difference))}${percent}`
}

/** So many weeks stand open; those before them unfold. */
const WEEKS_OPEN = 8

function WeekTable({ caption, weeks }: { caption: string; weeks: readonly SalesWeek[] }) {
  return (
    <table className={TABLE}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">期間</th>
          <th scope="col">訂單</th>
          <SumHeads />
          <th scope="col">和前七天比</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.from}>
            <th scope="row">
              {rangeText(week)}
              {daysIn(week) < 7 ? `（${daysIn(week)} 天）` : ''}
            </th>
            <td className="figures" data-label="訂單">
              {week.orders} 筆
            </td>
            <SumCells row={week} />
            <td
              className={`figures ${week.before === undefined ? tables.none : ''}`}
              data-label="和前七天比"
            >
              {changeText(week)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Weeks({ weeks }: { weeks: readonly SalesWeek[] }) {
  const before = weeks.slice(WEEKS_OPEN)
  return (
    <>
      <WeekTable
        caption="每七天，從最後一天往前算；和前七天比的是淨額"
        weeks={weeks.slice(0, WEEKS_OPEN)}
      />
      {before.length > 0 ? (
        <details className={shared.panel}>
          <summary>更早的 {before.length} 個七天</summary>
          <WeekTable caption="更早的每七天" weeks={before} />
        </details>
      ) : null}
    </>
  )
}
