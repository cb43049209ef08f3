import shared from '#components/owner/owner.module.css'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { fullName, GIFT_NOTE } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { promisedDay } from '#lib/order/shipping-date.ts'
import { itemsText } from '#lib/owner/items-text.ts'
import { destination, waitingText } from '#lib/owner/order-text.ts'
import { type OrderSort, ownerListPath, type OwnerQuery } from '#lib/owner/order-views.ts'
import { finerText, statusText } from '#lib/owner/status-text.ts'
import { isRefundable } from '#lib/payment/refund/refundable.ts'
import { hasPassed } from '#lib/product/availability.ts'
import { ownerOrderPath, ownerRefundPath } from '#lib/routes/owner-paths.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import { DELIVERY_LABELS, SORT_LABELS } from './list-labels.ts'
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
        aria-label={`${title}，${SORT_LABELS[next]}`}
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
        {order.shippingMethod === 'store' ? '' : `${DELIVERY_LABELS.home}　`}
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
