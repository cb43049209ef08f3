import { PageLinks } from '#components/ui/page-links.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { type OrderPage, type OrderQuery, orderListPath } from '#lib/order/order-list.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { NO_MATCH, NO_ORDERS } from './messages.ts'
import { OrderFilters } from './order-filters.tsx'
import styles from './order-list.module.css'
import { OrderCards } from './order-card.tsx'
import { Price } from '#components/price/price.tsx'
import type { StoredOldOrder } from '#lib/moving/moving.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** The member's orders with search, status and pages. */
export function OrderList({ query, list }: { query: OrderQuery; list: OrderPage }) {
  const isNarrowed = query.search !== '' || query.status !== null
  return (
    <>
      <OrderFilters query={query} />
      <output className={list.total === 0 ? 'visually-hidden' : styles.count}>
        共 {list.total} 筆訂單{list.pages > 1 ? `，第 ${list.page} 頁，共 ${list.pages} 頁` : ''}
      </output>
      {list.orders.length === 0 ? (
        <div className={styles.empty}>
          <p>{isNarrowed ? NO_MATCH : NO_ORDERS}</p>
          {isNarrowed ? (
            <ButtonLink href={PATHS.orders}>查看全部訂單</ButtonLink>
          ) : (
            <ButtonLink href={PATHS.shop}>去看看商品</ButtonLink>
          )}
        </div>
      ) : (
        <OrderCards orders={list.orders} />
      )}
      <PageLinks
        label="訂單分頁"
        page={list.page}
        pages={list.pages}
        hrefOf={(page) => orderListPath({ ...query, page })}
        prefetch={false}
      />
    </>
  )
}

/**
 * A member's orders of the shop before this one, to read only. No name, telephone or note: an address may have had
 * another owner.
 */
export function OldOrders({ orders }: { orders: readonly StoredOldOrder[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="old-orders" className={styles.old}>
      <h3 id="old-orders">舊訂單</h3>
      <p>從我們之前的商店搬來，只供查看；有問題請來信。</p>
      <ul>
        {orders.map(({ number, placedOn, total, goods, state }) => (
          <li key={number}>
            <p>
              <span className="figures">{number}</span>　{formatDay(placedOn)}　
              <Price amount={total} />
              {state === '' ? '' : `　${state}`}
            </p>
            {goods === '' ? null : <p>{goods}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
