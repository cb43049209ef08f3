import type { SalesSums } from '#lib/owner/sales.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import styles from './sales.module.css'

/** What a bar of the chart stands for. */
type Bar = { readonly key: string; readonly title: string } & SalesSums

const HEIGHT = 100

const STEP = 10

// Drawn on the server; the tables below say the same to everybody who does not see it.
export function SalesChart({ bars, unit }: { bars: readonly Bar[]; unit: string }) {
  const max = Math.max(...bars.map(({ revenue }) => revenue), 1)
  const min = Math.max(...bars.map(({ back }) => back), 0)
  const scale = HEIGHT / (max + min)
  const base = max * scale
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
