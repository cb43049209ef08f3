import { PrintButton } from '#components/order/print-button.tsx'
import shared from '#components/owner/owner.module.css'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { BRAND } from '#lib/company/company.ts'
import { NO_CREATOR } from '#lib/owner/creator-statement.ts'
import type { NamedStatement } from '#lib/owner/read-sales.ts'
import { bookStartPath, statementPath } from '#lib/routes/owner-paths.ts'
import styles from './statement-view.module.css'

function monthText(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${year}年${number}月`
}

function Months({
  months,
  shown,
  only,
}: {
  months: readonly string[]
  shown: string
  only: string | undefined
}) {
  return (
    <nav aria-label="月份" className={styles.months}>
      {months.map((month) => (
        <Link
          key={month}
          href={statementPath(month, only)}
          prefetch={false}
          aria-current={month === shown ? 'page' : undefined}
        >
          {monthText(month)}
        </Link>
      ))}
    </nav>
  )
}

// The newest share first.
function Shares({ creators }: Pick<NamedStatement, 'creators'>) {
  const shared = creators.filter(({ shares }) => shares.length > 0)
  if (shared.length === 0) return null
  return (
    <section className={styles.shares}>
      <h2>分潤的紀錄</h2>
      <dl>
        {shared.map(({ slug, name, shares }) => (
          <div key={slug}>
            <dt>{name}</dt>
            {shares
              .toSorted((a, b) => b.from.localeCompare(a.from))
              .map(({ from, percent }) => (
                <dd key={from}>
                  {monthText(from)}起 {percent}%
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

// The sums of a whole month stand under its rows, not under one creator's.
function Rows({
  rows,
  month,
  names,
  whole,
}: Pick<NamedStatement, 'rows' | 'month' | 'names'> & {
  whole: Pick<NamedStatement, 'delivery' | 'total'> | undefined
}) {
  const shares = rows.reduce((sum, { share }) => sum + share, 0)
  return (
    <table className={styles.table}>
      <caption>
        {BRAND} 創作者分潤，{monthText(month)}
        。各按收款與退款的日期；金額是折扣後的實付金額，不含運費。
      </caption>
      <thead>
        <tr>
          <th scope="col">創作者</th>
          <th scope="col">賣出</th>
          <th scope="col">退回</th>
          <th scope="col">銷售</th>
          <th scope="col">退款</th>
          <th scope="col">淨額</th>
          <th scope="col">分潤</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.creator}>
            <th scope="row">
              {row.creator === '' ? (
                NO_CREATOR
              ) : (
                <Link href={statementPath(month, row.creator)} prefetch={false}>
                  {names.get(row.creator) ?? row.creator}
                </Link>
              )}
            </th>
            <td data-label="賣出">{row.sold} 件</td>
            <td data-label="退回">{row.returned} 件</td>
            <td data-label="銷售">
              <Price amount={row.revenue} />
            </td>
            <td data-label="退款">
              <Price amount={row.back} />
            </td>
            <td data-label="淨額">
              <Price amount={row.kept} />
            </td>
            <td data-label="分潤">
              <span>
                <Price amount={row.share} />（{row.percent}%）
              </span>
            </td>
          </tr>
        ))}
      </tbody>
      {whole ? (
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              運費
            </th>
            <td data-label="淨額">
              <Price amount={whole.delivery} />
            </td>
            <td className={styles.none} data-label="分潤">
              —
            </td>
          </tr>
          <tr>
            <th scope="row" colSpan={5}>
              合計（和當月收支相同）
            </th>
            <td data-label="淨額">
              <Price amount={whole.total} />
            </td>
            <td data-label="分潤">
              <Price amount={shares} />
            </td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}

/**
 * A month by creator: units, money and share, to read, to print and as a file. `only` leaves one
 * creator, as it is handed to them.
 */
export function StatementView({
  statement: { month, rows: all, delivery, total, names, creators },
  months,
  only,
}: {
  statement: NamedStatement
  months: readonly string[]
  only: string | undefined
}) {
  const rows = only === undefined ? all : all.filter(({ creator }) => creator === only)
  return (
    <>
      <Months months={months} shown={month} only={only} />
      {rows.length === 0 ? (
        <p className={shared.empty}>{monthText(month)}沒有收支。</p>
      ) : (
        <Rows
          rows={rows}
          month={month}
          names={names}
          whole={only === undefined ? { delivery, total } : undefined}
        />
      )}
      <Shares creators={creators.filter(({ slug }) => only === undefined || slug === only)} />
      <div className={styles.tools}>
        <PrintButton label="列印這個月" />
        <Link href={bookStartPath('creators', month)} prefetch={false}>
          下載試算表
        </Link>
        {only === undefined ? null : (
          <Link href={statementPath(month)} prefetch={false}>
            看全部創作者
          </Link>
        )}
      </div>
      <p className={styles.how}>
        點選創作者的名字，只顯示與列印該創作者的分潤，可以直接提供給對方。分潤的百分比寫在創作者的檔案（內容
        → 創作者 → 分潤），自填寫的月份起計算，修改不影響以前的月份。
      </p>
    </>
  )
}
