import { ButtonLink } from '#components/ui/button.tsx'
import { PageLinks } from '#components/ui/page-links.tsx'
import { UnfinishedLine } from '#components/ui/unfinished-line.tsx'
import { orderListPath, type OrderPage, type OrderQuery } from '#lib/order/order-list.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { NO_MATCH, NO_ORDERS } from './messages.ts'
import { OrderCards } from './order-cards.tsx'
import { OrderFilters } from './order-filters.tsx'
import styles from './order-list.module.css'

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
          {isNarrowed ? null : <UnfinishedLine />}
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
