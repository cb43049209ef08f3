import type { OrderSummary } from '#lib/order/order-list.ts'

import { OrderCard } from './order-card.tsx'
import styles from './order-card.module.css'

/** Orders one under the other, in the order given. */
export function OrderCards({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul className={styles.list}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  )
}
