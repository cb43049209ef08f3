import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { fullName } from '#lib/delivery/recipient-schema.ts'
import type { Order } from '#lib/order/order.ts'
import { type OrderSort, ownerListPath, type OwnerQuery } from '#lib/owner/order-views.ts'
import { finerText, itemsText, statusText } from '#lib/owner/order-text.ts'
import { promisedDay } from '#lib/order/view.ts'
import { ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { hasPassed } from '#lib/product/availability.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'

import { SORT_WORDS } from './messages.ts'
import shared from './owner.module.css'
import styles from './orders.module.css'

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

function Row({ order }: { order: Order }) {
  const { orderNumber, recipient, status, totalAmount } = order
  const finer = finerText(order)
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
      <td>{fullName(recipient)}</td>
      <td className={styles.items}>
        {itemsText(order)}
        {promise === '' ? null : <span className={shared.soft}>{promise}</span>}
      </td>
      <td className={styles.status}>
        <span className={shared.status} data-status={status}>
          {statusText(order)}
        </span>
        {finer === '' ? null : <span className={shared.finer}> {finer}</span>}
      </td>
      <td className={styles.amount}>
        <Price amount={totalAmount} />
      </td>
      <td className={styles.time}>{formatTime(new Date(order.createdAt))}</td>
    </tr>
  )
}

/** The orders of a list: a table where there is room, cards on a phone. */
export function OrderTable({ orders, query }: { orders: readonly Order[]; query: OwnerQuery }) {
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
          <th scope="col">狀態</th>
          <SortHead query={query} column="total" title="金額" />
          <SortHead query={query} column="time" title="下單時間" />
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  )
}
