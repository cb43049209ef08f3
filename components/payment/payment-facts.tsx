import { placeFact } from '#components/order/parcel-facts.tsx'
import { FactList } from '#components/ui/facts.tsx'
import { fullName } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import styles from './order-to-pay.module.css'

/** The number of an order, and folded beside it who gets it and where. */
export function PaymentFacts({ order }: { order: Order }) {
  return (
    <details className={styles.folded}>
      <summary>
        訂單 <span className="figures">{order.orderNumber}</span>
      </summary>
      <FactList
        className={styles.facts}
        facts={[['收件人', fullName(order.recipient)], placeFact(order)]}
      />
    </details>
  )
}
