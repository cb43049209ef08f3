import { ScanSection } from '#components/garment/scan-section.tsx'
import { Flowing } from '#components/ui/flowing.tsx'
import { Link } from '#components/ui/link.tsx'
import { handlingWords } from '#lib/company/closing.ts'
import { CHANGE_HOURS, PATENT, REFUND_WORKING_DAYS, RETURN_DAYS } from '#lib/company/company.ts'
import { COMPANY } from '#lib/company/trade.ts'
import { tradeText } from '#lib/content/content-flags.ts'
import { availability } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { sizeChartOf } from '#lib/product/size-chart.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import styles from './product-facts.module.css'
import { ProductStory } from './product-story.tsx'
import { SCAN_LABELS } from './scan-labels.ts'
import { SizeChartTable } from './size-chart-table.tsx'

const TRADE_LABELS = tradeText()

/** The titles of the sections below the fold. */
export const SECTIONS = {
  story: '關於這件',
  sizes: '尺寸表',
  care: '材質與照顧',
  delivery: '配送與退換',
  code: SCAN_LABELS.title,
  patent: '專利',
} as const

function Section({
  id,
  title,
  children,
}: {
  id?: string
  title: string
  children: React.ReactNode
}) {
  return (
    <section className={styles.section} id={id}>
      <h2 className={styles.heading}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

const TOGETHER = '同一筆訂單有現貨與預購商品時，待預購商品到貨後一起寄出。'

/** Everything below the fold of a product's page: its story, size chart, material and care, delivery and returns, patent. */
export function ProductFacts({ product }: { product: Product }) {
  // When it leaves stands here only where it is in stock.
  const isHere = availability(product) === 'in-stock'
  return (
    <div className={styles.facts}>
      <div className={styles.told}>
        <Section title={SECTIONS.story}>
          <ProductStory product={product} />
        </Section>
      </div>
      <div className={styles.known}>
        <Section title={SECTIONS.sizes} id="size-chart">
          <SizeChartTable chart={sizeChartOf(product)} />
        </Section>
        <Section title={SECTIONS.care}>
          <p>{product.material}</p>
          <ul className={styles.list}>
            {product.care.map((care) => (
              <li key={care}>
                <Flowing text={care} />
              </li>
            ))}
          </ul>
        </Section>
        <Section title={SECTIONS.delivery}>
          <ul className={styles.list}>
            <li>
              <Flowing
                text={`${TRADE_LABELS.delivery_terms}；台灣本島與離島、宅配與超商取貨（7-11、全家）相同。`}
              />
            </li>
            <li>
              <Flowing text={isHere ? `現貨${handlingWords()}；${TOGETHER}` : TOGETHER} />
            </li>
            <li>
              <Flowing
                text={`${RETURN_DAYS} 天猶豫期，非試用期：收到商品的次日起 ${RETURN_DAYS} 天內可以退貨，運費我們付；收到退回商品後 ${REFUND_WORKING_DAYS} 個工作天內完成退款或換貨。`}
              />
            </li>
            <li>
              <Flowing text={`訂單成立後 ${CHANGE_HOURS} 小時內可來信修改收件資料或尺寸。`} />
            </li>
            <li>
              <Link href={PATHS.policy} prefetch={false}>
                隱私權與退換貨政策
              </Link>
            </li>
          </ul>
        </Section>
        <Section title={SECTIONS.code}>
          <ScanSection garment={product} text={SCAN_LABELS.text} label={SCAN_LABELS.label} />
        </Section>
        <Section title={SECTIONS.patent}>
          <p>
            <Flowing
              text={`衣身上的 QR Code 織標為新型專利 ${PATENT.number}，${formatDay(PATENT.announced)}公告，授權${COMPANY}使用。`}
            />
            <Link href={PATHS.patent} prefetch={false}>
              專利聲明
            </Link>
          </p>
        </Section>
      </div>
    </div>
  )
}
