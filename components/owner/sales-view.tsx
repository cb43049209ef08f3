import { Price } from '#components/price/price.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { NamedSales } from '#lib/owner/read-sales.ts'
import {
  creatorName,
  MOST_MOVEMENTS,
  NO_CODE,
  type SalesRow,
  type SalesSums,
  type SalesWeek,
} from '#lib/owner/sales.ts'
import { LOCALE } from '#lib/company/company.ts'
import type { Result } from '#lib/result.ts'
import { bookStartPath, OWNER_PATHS, salesPath } from '#lib/routes/owner-paths.ts'
import { dayAfter, formatDay } from '#lib/time/taipei-time.ts'
import shared from './owner.module.css'
import styles from './sales.module.css'
import tables from './statement.module.css'
import { NO_CREATOR } from '#lib/owner/creator-statement.ts'
import {
  type DayRange,
  daysIn,
  daysUntil,
  MOST_DAYS,
  rangeName,
  type RangeProblem,
} from '#lib/owner/day-range.ts'
import { formatPrice } from '#lib/price/format-price.ts'

const PROBLEMS: Readonly<Record<RangeProblem, string>> = {
  'no-such-day': '日期要是真的有的日子，兩格都要填；下面是最近 30 天。',
  turned: '開始的日期不能晚於結束的日期；下面是最近 30 天。',
  'too-long': `一次最多看 ${MOST_DAYS} 天；下面是最近 30 天。`,
}

function RangeForm({ range, today }: { range: DayRange; today: string }) {
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
        <TextField id="from" label="從哪一天" type="date" defaultValue={range.from} required />
        <TextField
          id="until"
          label="到哪一天（含）"
          type="date"
          defaultValue={range.until}
          required
        />
        <Button type="submit">看這段期間</Button>
      </form>
    </>
  )
}

/** What a bar of the chart stands for. */
type Bar = { readonly key: string; readonly title: string } & SalesSums

const MOST_TEXT = MOST_MOVEMENTS.toLocaleString(LOCALE)

const HEIGHT = 100
const STEP = 10

// Drawn on the server; the tables below say the same to everybody who does not see it.
function Chart({ bars, unit }: { bars: readonly Bar[]; unit: string }) {
  const most = Math.max(...bars.map(({ revenue }) => revenue), 1)
  const least = Math.max(...bars.map(({ back }) => back), 0)
  const scale = HEIGHT / (most + least)
  const base = most * scale
  const top = bars.reduce((best, bar) => (bar.revenue > best.revenue ? bar : best))
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {bars.map(({ key, title, orders, revenue, back }, index) => (
          <g key={key}>
            <title>{`${title}：${orders} 筆，收款 ${formatPrice(revenue)}，退款 ${formatPrice(back)}`}</title>
            <rect
              x={index * STEP + 1}
              y={base - revenue * scale}
              width={STEP - 2}
              height={revenue * scale}
            />
            <rect
              className={styles.back}
              x={index * STEP + 1}
              y={base}
              width={STEP - 2}
              height={back * scale}
            />
          </g>
        ))}
        <line x1={0} x2={bars.length * STEP} y1={base} y2={base} />
      </svg>
      <figcaption>
        <span className={styles.ends}>
          <span>{bars[0]?.title}</span>
          <span>{bars.at(-1)?.title}</span>
        </span>
        {unit}的收款（線上）與退款（線下）；收款最多的是{top.title}，{formatPrice(top.revenue)}
        。同樣的數字在下面的表格裡。
      </figcaption>
    </figure>
  )
}

const TABLE = `${tables.table} ${styles.compact}`

// On a phone a row leaves out what did not come back.
function SumCells({ row }: { row: SalesSums }) {
  return (
    <>
      <td className="figures" data-label="賣出">
        {row.sold} 件
      </td>
      <td className={`figures ${row.returned === 0 ? tables.none : ''}`} data-label="退回">
        {row.returned} 件
      </td>
      <td data-label="收款">
        <Price amount={row.revenue} />
      </td>
      <td className={row.back === 0 ? tables.none : undefined} data-label="退款">
        <Price amount={row.back} />
      </td>
      <td data-label="淨額">
        <Price amount={row.kept} />
      </td>
    </>
  )
}

function SumHeads() {
  return (
    <>
      <th scope="col">賣出</th>
      <th scope="col">退回</th>
      <th scope="col">收款</th>
      <th scope="col">退款</th>
      <th scope="col">淨額</th>
    </>
  )
}

function SumTable({
  caption,
  first,
  rows,
  nameOf,
  hasOrders = false,
}: {
  caption: string
  first: string
  rows: readonly SalesRow[]
  nameOf: (key: string) => string
  hasOrders?: boolean
}) {
  return (
    <table className={TABLE}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {hasOrders ? <th scope="col">訂單</th> : null}
          <SumHeads />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{nameOf(row.key)}</th>
            {hasOrders ? (
              <td className="figures" data-label="訂單">
                {row.orders} 筆
              </td>
            ) : null}
            <SumCells row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function changeText({ kept, before }: SalesWeek): string {
  if (before === undefined) return '—'
  const difference = kept - before
  if (difference === 0) return '相同'
  const sign = difference > 0 ? '多' : '少'
  const percent = before > 0 ? `（${Math.round((Math.abs(difference) / before) * 100)}%）` : ''
  return `${sign} ${formatPrice(Math.abs(difference))}${percent}`
}

function rangeText({ from, until }: DayRange): string {
  return from === until ? formatDay(from) : `${formatDay(from)}到${formatDay(until)}`
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

function Weeks({ weeks }: { weeks: readonly SalesWeek[] }) {
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

function ProductTable({
  sales: { products, delivery, total, productNames },
}: {
  sales: NamedSales
}) {
  return (
    <table className={TABLE}>
      <caption>商品與尺寸；換過尺寸的算買家留下的那一個</caption>
      <thead>
        <tr>
          <th scope="col">商品</th>
          <SumHeads />
          <th scope="col">各尺寸賣出</th>
        </tr>
      </thead>
      <tbody>
        {products.map((row) => (
          <tr key={row.key}>
            <th scope="row">{productNames.get(row.key) ?? NO_CREATOR}</th>
            <SumCells row={row} />
            <td className={`figures ${row.sold === 0 ? tables.none : ''}`} data-label="各尺寸賣出">
              {row.sizes
                .filter(({ sold }) => sold > 0)
                .map(({ key, sold }) => `${key} ${sold}`)
                .join('、') || '—'}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">運費</th>
          <SumCells row={delivery} />
          <td className={tables.none}>—</td>
        </tr>
        <tr>
          <th scope="row">合計（和收支相同）</th>
          <SumCells row={total} />
          <td className={tables.none}>—</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Report({ sales }: { sales: NamedSales }) {
  const { range, days, weeks, sizes, creators, codes, total, creatorNames, read } = sales
  const moved = days.filter((row) => row.orders + row.revenue + row.back > 0)
  const isShort = daysIn(range) <= 62
  const bars = isShort
    ? days.map((row) => ({ ...row, title: formatDay(row.key) }))
    : weeks.toReversed().map((row) => ({ ...row, key: row.from, title: rangeText(row) }))
  return (
    <>
      <p>
        淨額 <Price amount={total.kept} />：{total.orders} 筆訂單，賣出 {total.sold} 件，收款{' '}
        <Price amount={total.revenue} />
        {total.back === 0 ? '' : `，退回 ${total.returned} 件，退款 ${formatPrice(total.back)}`}。
      </p>
      <Chart bars={bars} unit={isShort ? '每天' : '每七天'} />
      <Weeks weeks={weeks} />
      <ProductTable sales={sales} />
      <SumTable
        caption="尺寸"
        first="尺寸"
        rows={sizes}
        nameOf={(key) => (key === '' ? '沒有尺寸' : key)}
      />
      <SumTable
        caption="創作者"
        first="創作者"
        rows={creators}
        nameOf={(key) => creatorName(key, creatorNames)}
      />
      <SumTable
        caption="折扣碼，含運費"
        first="折扣碼"
        rows={codes}
        nameOf={(key) => (key === '' ? NO_CODE : key)}
        hasOrders
      />
      <details className={shared.panel}>
        <summary>每天的數字</summary>
        <SumTable
          caption="每天，沒有收支的日子不列"
          first="日期"
          rows={moved.toReversed()}
          nameOf={formatDay}
          hasOrders
        />
      </details>
      <p>
        <Link href={bookStartPath('sales', rangeName(range))} prefetch={false}>
          下載試算表
        </Link>
      </p>
      <p className={shared.soft}>
        收款與退款各按自己的日期（台北時間），金額是折扣後實際付的。這一頁讀了 {read.movements}{' '}
        筆收支和 {read.orders} 筆訂單；期間越長讀得越多，一次最多 {MOST_TEXT} 筆收支。
      </p>
    </>
  )
}

/** The sales of a range: a chart, and tables by time and by what was sold, of which the chart is a part. */
export function SalesView({
  range,
  problem,
  sales,
  today,
}: {
  range: DayRange
  problem: RangeProblem | undefined
  sales: Result<NamedSales, 'too-many'>
  /** Today in Taipei, YYYY-MM-DD. */
  today: string
}) {
  return (
    <>
      {problem === undefined ? null : <Notice kind="error" title={PROBLEMS[problem]} />}
      <RangeForm range={range} today={today} />
      <h2 className={styles.range}>{rangeText(range)}</h2>
      {!sales.ok ? (
        <Notice
          kind="error"
          title={`這段期間有 ${sales.detail} 筆收支，一次最多 ${MOST_TEXT} 筆，請縮短日期。`}
        />
      ) : sales.data.read.movements === 0 ? (
        <p className={shared.empty}>這段期間沒有收支。</p>
      ) : (
        <Report sales={sales.data} />
      )}
    </>
  )
}
