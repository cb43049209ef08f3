import { Price } from '#components/price/price.tsx'
import { IntentLink } from '#components/ui/intent-link.tsx'
import type { Order } from '#lib/order/order.ts'
import { itemsText, paymentText } from '#lib/owner/order-text.ts'
import { promisedDay } from '#lib/owner/order-views.ts'
import { ownerOrderPath } from '#lib/owner/paths.ts'
import { formatTime } from '#lib/site/taipei-time.ts'

import styles from './owner.module.css'

// How the payment stands, where the status does not say it.
function finer(order: Order): string {
  const state = order.payment?.state
  const isPlain = state === undefined || (state === 'paid' && !order.payment?.dispute)
  return isPlain ? '' : paymentText(order)
}

function Row({ order }: { order: Order }) {
  const { orderId, recipient, status, totalAmount } = order
  const more = finer(order)
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
export function OrderRows({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={styles.rows}>
      {orders.map((order) => (
        <Row key={order.id} order={order} />
      ))}
    </ul>
  )
}
