import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import shared from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { OwnerList } from '#lib/owner/find-orders.ts'
import {
  ORDER_VIEWS,
  type OrderListView,
  ownerListPath,
  type OwnerQuery,
} from '#lib/owner/order-views.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { CompleteChosen } from './complete-chosen.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'
import styles from './orders.module.css'
import { PickAll } from './pick-all.tsx'
import type { SearchOrders } from './use-search.ts'

/** Names of the list's views. */
const VIEW_LABELS: Readonly<Record<OrderListView, string>> = {
  'to-ship': '可出貨',
  waiting: '預購中',
  attention: '核對、爭議、退貨',
  unpaid: '待付款',
  shipped: '已出貨',
  completed: '已完成',
  cancelled: '已取消',
  all: '全部',
}

function Views({ query }: { query: OwnerQuery }) {
  return (
    <nav className={shared.views} aria-label="訂單分類">
      {ORDER_VIEWS.map((view) => (
        <Link
          key={view}
          href={ownerListPath({
            view,
            from: query.from,
            to: query.to,
            delivery: query.delivery,
          })}
          aria-current={query.search === '' && query.view === view ? 'page' : undefined}
        >
          {VIEW_LABELS[view]}
        </Link>
      ))}
    </nav>
  )
}

/** The owner's list: search, what there is to do, and what is chosen goes to the printer. */
export function OrdersView({
  query,
  list,
  complete,
  search,
  isOwner,
}: {
  query: OwnerQuery
  list: OwnerList
  complete: OwnerAction
  search: SearchOrders
  isOwner: boolean
}) {
  return (
    <>
      <Views query={query} />
      {isOwner ? (
        <p>
          <Link href={OWNER_PATHS.newOrder}>手動建立訂單</Link>
          <span className={shared.soft}>　市集或電話的訂單，收現金或轉帳</span>
        </p>
      ) : null}
      <OrderFilters key={`${query.view} ${query.search}`} query={query} find={search} />
      <output className={shared.soft}>
        {query.search === '' ? VIEW_LABELS[query.view] : `「${query.search}」`} 共 {list.total} 筆
      </output>
      {list.orders.length === 0 ? (
        <p className={shared.empty}>
          {query.search === ''
            ? '沒有訂單。'
            : '找不到符合的訂單。姓名、商品可以只填相鄰的兩個字，門市可以只寫店名的一部分，手機可以只寫末四碼或末六碼，其他請寫完整。'}
        </p>
      ) : (
        <form action={OWNER_PATHS.slips} className={shared.list}>
          <div className={shared.tools}>
            <PickAll />
            <div className={styles.papers}>
              <Button type="submit">列印出貨單</Button>
              <Button type="submit" name="paper" value="label">
                列印標籤
              </Button>
              <Button type="submit" name="paper" value="list">
                揀貨單
              </Button>
              {query.view === 'shipped' ? <CompleteChosen complete={complete} /> : null}
            </div>
          </div>
          <OrderTable orders={list.orders} query={query} isOwner={isOwner} />
        </form>
      )}
      {list.pages === 1 ? null : (
        <nav className={shared.pages} aria-label="頁碼">
          {list.page > 1 ? (
            <Link href={ownerListPath({ ...query, page: list.page - 1 })}>上一頁</Link>
          ) : null}
          <span>
            第 {list.page} 頁，共 {list.pages} 頁
          </span>
          {list.page < list.pages ? (
            <Link href={ownerListPath({ ...query, page: list.page + 1 })}>下一頁</Link>
          ) : null}
        </nav>
      )}
    </>
  )
}
