import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { FindOrder } from '#components/owner/orders/find-order.tsx'
import type { SearchOrders } from '#components/owner/orders/use-search.ts'
import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { LowStock } from '#lib/inventory/low-stock.ts'
import { ownerListPath } from '#lib/owner/order-views.ts'
import type { shippingCounts } from '#lib/owner/today.ts'
import type { Today } from '#lib/owner/today.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { LowStockLine } from './low-stock-line.tsx'
import { ReservedProducts } from './reserved-products.tsx'
import { RevenueSums } from './revenue-sums.tsx'
import { ToMake } from './to-make.tsx'

function Count({ label, count, href }: { label: string; count: number; href: string }) {
  return (
    <li data-waiting={count > 0 || undefined}>
      <Link href={href}>
        <span className={styles.figure}>{count}</span>
        <span>{label}</span>
      </Link>
    </li>
  )
}

const VIEWS = {
  attention: ownerListPath({ view: 'attention' }),
  unpaid: ownerListPath({ view: 'unpaid' }),
  waiting: ownerListPath({ view: 'waiting' }),
} as const

/** Today at a glance: what is to be done, what was taken, and what is to be made. */
export function TodayView({
  today,
  shipping,
  low,
  release,
  find,
}: {
  today: Today
  /** What can be shipped, and what is booked and waits to be handed over. */
  shipping: ReturnType<typeof shippingCounts>
  low: readonly LowStock[]
  release: OwnerAction
  find: SearchOrders
}) {
  return (
    <>
      <ul className={styles.counts}>
        <Count label="可出貨" count={shipping.toShip} href={ownerListPath({ view: 'to-ship' })} />
        {shipping.booked === 0 ? null : (
          <Count label="待交寄" count={shipping.booked} href={OWNER_PATHS.parcels} />
        )}
        <Count label="待核對" count={today.reviews} href={VIEWS.attention} />
        <Count label="爭議" count={today.disputes} href={VIEWS.attention} />
        <Count label="退貨" count={today.returns} href={VIEWS.attention} />
        {today.coming === 0 ? null : (
          <Count label="等退貨寄回" count={today.coming} href={VIEWS.attention} />
        )}
        {today.cancels === 0 ? null : (
          <Count label="申請取消" count={today.cancels} href={VIEWS.attention} />
        )}
        {today.refundsDue === 0 ? null : (
          <Count label="人工退款" count={today.refundsDue} href={VIEWS.attention} />
        )}
        <Count label="待付款" count={today.unpaid} href={VIEWS.unpaid} />
        <Count label="預購中" count={today.waiting} href={VIEWS.waiting} />
      </ul>
      {today.dataRequests === 0 ? null : (
        <p>
          <Link href={OWNER_PATHS.books}>有 {today.dataRequests} 件會員的資料請求等您處理</Link>
        </p>
      )}
      <LowStockLine low={low} />
      <FindOrder find={find} />
      <p>
        <Link href={OWNER_PATHS.newOrder}>手動建立訂單</Link>
        <span className={styles.soft}>　市集或電話的訂單，收現金或轉帳</span>
      </p>
      <ReservedProducts products={today.held} release={release} />
      <section className={styles.section}>
        <h2>實收</h2>
        <dl className={styles.takings}>
          <RevenueSums title="今天" sums={today.day} />
          <RevenueSums title="昨天" sums={today.yesterday} />
          <RevenueSums title="最近 7 天" sums={today.week} />
          <RevenueSums title="本月" sums={today.month} />
        </dl>
        <p>
          <Link href={OWNER_PATHS.sales} prefetch={false}>
            任何期間的銷售：商品、尺寸、創作者、折扣碼
          </Link>
        </p>
      </section>
      <section className={styles.section}>
        <h2>預購待製作</h2>
        {today.toMake.length === 0 ? (
          <p className={styles.soft}>目前沒有待製作的預購商品。</p>
        ) : (
          today.toMake.map((product) => <ToMake key={product.id} product={product} />)
        )}
      </section>
    </>
  )
}
