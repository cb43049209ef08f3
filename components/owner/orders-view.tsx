import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Order } from '#lib/order/order.ts'
import {
  ORDER_VIEWS,
  type OrderListView,
  type OrderSort,
  ownerListPath,
  type OwnerQuery,
} from '#lib/owner/order-views.ts'
import {
  destination,
  finerText,
  itemsText,
  statusText,
  waitingText,
} from '#lib/owner/order-text.ts'
import { OWNER_PATHS, ownerOrderPath, ownerRefundPath } from '#lib/routes/owner-paths.ts'
import { hasPassed } from '#lib/product/availability.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import { fullName, GIFT_NOTE } from '#lib/delivery/recipient.ts'
import { DELIVERY_WORDS, SORT_WORDS } from './messages.ts'
import shared from './owner.module.css'
import styles from './orders.module.css'
import { Button } from '#components/ui/button.tsx'
import type { OwnerList } from '#lib/owner/find-orders.ts'
import { CompleteChosen, OrderFilters, type SearchOrders } from './order-filters.tsx'
import { PickAll } from './pick-all.tsx'
import type { OwnerAction } from './owner-form.tsx'
import { isRefundable } from '#lib/payment/refund/refundable.ts'
import { promisedDay } from '#lib/order/shipping-date.ts'

/** The way in which a column sorts: first so, and the other way round when it does already. */
const COLUMNS = {
  time: ['newest', 'oldest'],
  total: ['largest', 'smallest'],
} as const satisfies Record<string, readonly [OrderSort, OrderSort]>

const DIRECTIONS: Readonly<Record<OrderSort, 'ascending' | 'descending'>> = {
  newest: 'descending',
  oldest: 'ascending',
  largest: 'descending',
  smallest: 'ascending',
}

function SortHead({
  query,
  column,
  title,
}: {
  query: OwnerQuery
  column: keyof typeof COLUMNS
  title: string
}) {
  const [first, second] = COLUMNS[column]
  const isSorted = query.sort === first || query.sort === second
  const next = query.sort === first ? second : first
  return (
    <th
      scope="col"
      className={column === 'total' ? styles.amount : undefined}
      aria-sort={isSorted ? DIRECTIONS[query.sort] : undefined}
    >
      <Link
        href={ownerListPath({ ...query, sort: next, page: 1 })}
        prefetch={false}
        aria-label={`${title}，${SORT_WORDS[next]}`}
      >
        {title}
        {isSorted ? (DIRECTIONS[query.sort] === 'descending' ? ' ↓' : ' ↑') : ''}
      </Link>
    </th>
  )
}

function promiseText(order: Order): string {
  const day = promisedDay(order)
  if (day === undefined) return ''
  if (day.startsWith('9999')) return '預購'
  const isSettled = !hasPassed(day, new Date())
  return isSettled ? `預購，約 ${formatDay(day)}出貨` : `預購，原訂 ${formatDay(day)}，等您回覆`
}

function Row({ order, isOwner }: { order: Order; isOwner: boolean }) {
  const { orderNumber, recipient, status, totalAmount } = order
  const finer = [finerText(order), waitingText(order)].filter(Boolean).join('・')
  const promise = promiseText(order)
  return (
    <tr>
      <td className={styles.box}>
        <label className={shared.pick}>
          <input type="checkbox" name="order" value={order.id} aria-label={`選取 ${orderNumber}`} />
        </label>
      </td>
      <th scope="row" className={styles.number}>
        <Link href={ownerOrderPath(order.id)} prefetch={false} className="figures">
          {orderNumber.replace('Order', '')}
        </Link>
      </th>
      <td className={styles.name}>{fullName(recipient)}</td>
      <td className={styles.items}>
        {itemsText(order)}
        {promise === '' ? null : <span className={shared.soft}>{promise}</span>}
        {recipient.note === '' ? null : (
          <span className={shared.soft}>
            <strong>{order.gift ? GIFT_NOTE : '買家備註'}</strong>　{recipient.note}
          </span>
        )}
      </td>
      <td className={styles.delivery}>
        {order.shippingMethod === 'store' ? '' : `${DELIVERY_WORDS.home}　`}
        {destination(order)}
      </td>
      <td className={styles.status}>
        <span className={shared.status} data-status={status}>
          {statusText(order)}
        </span>
        {finer === '' ? null : <span className={shared.finer}> {finer}</span>}
      </td>
      <td className={styles.amount}>
        <Price amount={totalAmount} />
        {isOwner && isRefundable(order) ? (
          <Link
            href={ownerRefundPath(order.id)}
            prefetch={false}
            className={styles.refund}
            aria-label={`退款 ${orderNumber}`}
          >
            退款
          </Link>
        ) : null}
      </td>
      <td className={styles.time}>{formatTime(new Date(order.createdAt))}</td>
    </tr>
  )
}

/** The orders of a list: a table where there is room, cards on a phone. */
export function OrderTable({
  orders,
  query,
  isOwner,
}: {
  orders: readonly Order[]
  query: OwnerQuery
  /** Staff give no money back. */
  isOwner: boolean
}) {
  return (
    <table className={styles.table} aria-label="訂單">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">選取</span>
          </th>
          <th scope="col">訂單編號</th>
          <th scope="col">收件人</th>
          <th scope="col">商品</th>
          <th scope="col">配送</th>
          <th scope="col">狀態</th>
          <SortHead query={query} column="total" title="金額" />
          <SortHead query={query} column="time" title="下單時間" />
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} isOwner={isOwner} />
        ))}
      </tbody>
    </table>
  )
}

/** Names of the list's views. */
const VIEW_WORDS: Readonly<Record<OrderListView, string>> = {
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
          {VIEW_WORDS[view]}
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
        {query.search === '' ? VIEW_WORDS[query.view] : `「${query.search}」`} 共 {list.total} 筆
      </output>
      {list.orders.length === 0 ? (
        <p className={shared.empty}>
          {query.search === ''
            ? '沒有訂單。'
            : '找不到符合的訂單。姓名、商品可以只寫相鄰的兩個字，門市可以只寫店名的一部分，手機可以只寫末四碼或末六碼，其他請寫完整。'}
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
