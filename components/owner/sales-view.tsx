import { Price } from '#components/price/price.tsx'
import type { DaySales, ProductSales, Sales } from '#lib/owner/customer-list.ts'
import { formatPrice } from '#lib/price/price.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

import shared from './owner.module.css'
import styles from './sales.module.css'

const HEIGHT = 100
const STEP = 10

// Drawn on the server; the table below says the same to everybody who does not see it.
function Chart({ days }: { days: readonly DaySales[] }) {
  const most = Math.max(...days.map(({ kept }) => kept), 1)
  const [first, last] = [days[0], days.at(-1)]
  const sum = days.reduce((total, { kept }) => total + kept, 0)
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map(({ day, orders, kept }, index) => {
          const height = (Math.max(kept, 0) / most) * HEIGHT
          return (
            <rect
              key={day}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
            >
              <title>{`${formatDay(day)}：${orders} 筆，${formatPrice(kept)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>
        <span className={styles.ends}>
          <span>{first ? formatDay(first.day) : ''}</span>
          <span>{last ? formatDay(last.day) : ''}</span>
        </span>
        每天的實收，共 {formatPrice(sum)}，最多的一天 {formatPrice(most)}
      </figcaption>
    </figure>
  )
}

function DayTable({ days }: { days: readonly DaySales[] }) {
  const sold = days.filter(({ orders }) => orders > 0).toReversed()
  return (
    <table className={styles.table}>
      <caption>每天的實收（收款減退款，按付款的日子）</caption>
      <thead>
        <tr>
          <th scope="col">日期</th>
          <th scope="col">訂單</th>
          <th scope="col">實收</th>
        </tr>
      </thead>
      <tbody>
        {sold.map(({ day, orders, kept }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day)}</th>
            <td className="figures">{orders}</td>
            <td>
              <Price amount={kept} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ProductTable({ products }: { products: readonly ProductSales[] }) {
  const most = Math.max(...products.map(({ pieces }) => pieces), 1)
  return (
    <table className={styles.table}>
      <caption>商品與尺寸（件）</caption>
      <thead>
        <tr>
          <th scope="col">商品</th>
          <th scope="col">件數</th>
          <th scope="col">尺寸</th>
        </tr>
      </thead>
      <tbody>
        {products.map(({ id, title, pieces, sizes }) => (
          <tr key={id}>
            <th scope="row">{title}</th>
            <td className="figures">
              {pieces}
              <svg
                className={styles.bar}
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                aria-hidden
              >
                <rect width={(pieces / most) * 100} height={10} />
              </svg>
            </td>
            <td>{sizes.map((one) => `${one.size} ${one.pieces}`).join('、')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The sales of the last days: a chart, the same as a table, and what was sold by size. */
export function SalesView({ sales: { days, products } }: { sales: Sales }) {
  if (products.length === 0) return <p className={shared.empty}>這 30 天還沒有收款。</p>
  return (
    <>
      <Chart days={days} />
      <ProductTable products={products} />
      <details className={shared.panel}>
        <summary>每天的數字</summary>
        <DayTable days={days} />
      </details>
    </>
  )
}
