import { STANDING_WORDS } from '#components/payment/messages.ts'
import type { Order } from '#lib/order/order.ts'
import { standing } from '#lib/payment/standing.ts'

import styles from './order-status.module.css'

/** The order's status, and beside it what is finer: how the payment stands, where the status does not say it already. */
export function OrderStatus({ order }: { order: Pick<Order, 'status' | 'payment'> }) {
  const now = standing(order)
  const finer = now === 'unpaid' || now === 'paid' ? null : STANDING_WORDS[now]
  return (
    <span className={styles.status}>
      <span className={styles.text} data-status={order.status}>
        {order.status}
      </span>
      {finer === null ? null : <span className={styles.finer}>{finer}</span>}
    </span>
  )
}
