import type { OrderSummary } from '#lib/order/order-summary.ts'
import orderCardStyles from './order-card.module.css'
import { OrderCard } from './order-card.tsx'

/** Orders one under the other, in the order given. */
export function OrderCards({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul className={orderCardStyles.list}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  )
}
