import shared from '#components/owner/owner.module.css'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { LOCALE } from '#lib/company/company.ts'
import { type DayRange, daysIn, rangeName, type RangeProblem } from '#lib/owner/day-range.ts'
import type { NamedSales } from '#lib/owner/read-sales.ts'
import { creatorName, MOST_MOVEMENTS, NO_CODE } from '#lib/owner/sales.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { Result } from '#lib/result.ts'
import { bookStartPath } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { ProductTable } from './product-table.tsx'
import { PROBLEMS, RangeForm } from './range-form.tsx'
import { rangeText } from './range-text.ts'
import { SalesChart } from './sales-chart.tsx'
import styles from './sales.module.css'
import { SumTable } from './sum-table.tsx'
import { Weeks } from './week-table.tsx'

const MOST_TEXT = MOST_MOVEMENTS.toLocaleString(LOCALE)

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
      <SalesChart bars={bars} unit={isShort ? '每天' : '每七天'} />
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
        收款與退款各按發生的日期（台北時間），金額是折扣後的實付金額。這一頁讀取了 {read.movements}{' '}
        筆收支和 {read.orders} 筆訂單；期間越長讀取越多，一次最多 {MOST_TEXT} 筆收支。
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
