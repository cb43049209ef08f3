import { Price } from '#components/price/price.tsx'
import { Button } from '#components/ui/button.tsx'
import { IntentLink } from '#components/ui/intent-link.tsx'
import type { Order } from '#lib/order/order.ts'
import type { OwnerList } from '#lib/owner/find-orders.ts'
import { finerText, itemsText } from '#lib/owner/order-text.ts'
import { ORDER_VIEWS, ownerListPath, type OwnerQuery, promisedDay } from '#lib/owner/order-views.ts'
import { OWNER_PATHS, ownerOrderPath } from '#lib/owner/paths.ts'
import { formatTime } from '#lib/site/taipei-time.ts'
import { VIEW_WORDS } from './messages.ts'
import { OrderSearch, type SearchOrders } from './order-search.tsx'
import { PickAll } from './pick-all.tsx'
import styles from './owner.module.css'

function Views({ query }: { query: OwnerQuery }) {
  return (
    <nav className={styles.views} aria-label="訂單分類">
      {ORDER_VIEWS.map((view) => (
        <IntentLink
          key={view}
          href={ownerListPath({ view })}
          aria-current={query.search === '' && query.view === view ? 'page' : undefined}
        >
          {VIEW_WORDS[view]}
        </IntentLink>
      ))}
    </nav>
  )
}

function Pages({ query, list }: { query: OwnerQuery; list: OwnerList }) {
  const { page, pages } = list
  if (pages === 1) return null
  return (
    <nav className={styles.pages} aria-label="頁碼">
      {page > 1 ? (
        <IntentLink href={ownerListPath({ ...query, page: page - 1 })}>上一頁</IntentLink>
      ) : null}
      <span>
        第 {page} 頁，共 {pages} 頁
      </span>
      {page < pages ? (
        <IntentLink href={ownerListPath({ ...query, page: page + 1 })}>下一頁</IntentLink>
      ) : null}
    </nav>
  )
}

/** The owner's list: search, what there is to do, and what is chosen goes to the printer. */
export function OrdersView({
  query,
  list,
  search,
}: {
  query: OwnerQuery
  list: OwnerList
  search: SearchOrders
}) {
  return (
    <>
      <OrderSearch key={query.search} typed={query.search} search={search} />
      <Views query={query} />
      <output className={styles.soft}>
        {query.search === '' ? VIEW_WORDS[query.view] : `「${query.search}」`} 共 {list.total} 筆
      </output>
      {list.orders.length === 0 ? (
        <p className={styles.empty}>
          {query.search === ''
            ? '沒有訂單。'
            : '找不到符合的訂單。除了完整的訂單編號和 PayPal 編號，只搜尋最近一年的訂單。'}
        </p>
      ) : (
        <form action={OWNER_PATHS.slips} className={styles.list}>
          <div className={styles.tools}>
            <PickAll />
            <Button type="submit">列印出貨單</Button>
          </div>
          <OrderRows orders={list.orders} />
        </form>
      )}
      <Pages query={query} list={list} />
    </>
  )
}

function Row({ order }: { order: Order }) {
  const { orderId, recipient, status, totalAmount } = order
  const more = finerText(order)
  const day = promisedDay(order)
  return (
    <li className={styles.row}>
      <label className={styles.pick}>
        <input type="checkbox" name="number" value={orderId} />
        <span className="visually-hidden">選取 {orderId}</span>
      </label>
      <div className={styles.rowText}>
        <p className={styles.rowHead}>
          <IntentLink href={ownerOrderPath(order.id)} prefetch={false} className="figures">
            {orderId.replace('Order', '')}
          </IntentLink>
          <span>
            {recipient.lastName}
            {recipient.firstName}
          </span>
          <span className={styles.status} data-status={status}>
            {status}
          </span>
          {more === '' ? null : <span className={styles.finer}>{more}</span>}
        </p>
        <p>{itemsText(order)}</p>
        <p className={styles.soft}>
          <Price amount={totalAmount} />・{formatTime(new Date(order.createdAt))}
          {day === undefined ? '' : `・預購${day.startsWith('9999') ? '' : `約 ${day} 出貨`}`}
        </p>
      </div>
    </li>
  )
}

/** The orders of a list, each with a box to choose it by and the way to its sheet. */
function OrderRows({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={styles.rows}>
      {orders.map((order) => (
        <Row key={order.id} order={order} />
      ))}
    </ul>
  )
}
