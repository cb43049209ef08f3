import type { ReactNode } from 'react'

import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import { restockedText, returnTexts } from '#lib/owner/order-text.ts'
import { parcelsNow } from '#lib/owner/parcel-now.ts'
import { finerText, statusText } from '#lib/owner/status-text.ts'
import { Disputes } from './disputes.tsx'
import { OrderFacts, time } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { ParcelState } from './parcel-state.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import { RecipientFacts } from './recipient-facts.tsx'

/** Everything about one order, with its whole story as text; what can be done with it stands between. */
export function OrderDetails({
  order,
  isOwner,
  children,
}: {
  order: Order
  isOwner: boolean
  children: ReactNode
}) {
  const { payment, shipment, status } = order
  const finer = finerText(order)
  return (
    <article className={styles.sheet}>
      <p className={styles.rowHead}>
        <span className={styles.status} data-status={status}>
          {statusText(order)}
        </span>
        {finer === '' ? null : <span className={styles.finer}>{finer}</span>}
        <span className={styles.soft}>{time(order.createdAt)} 下單</span>
      </p>
      <ParcelState parcels={parcelsNow(order)} />
      <Disputes order={order} />
      <OrderItems order={order} />
      <RecipientFacts order={order} />
      {children}
      <OrderFacts
        title="出貨"
        facts={[
          ['出貨時間', time(shipment?.shippedAt)],
          ['退換貨', returnTexts(order)],
          ['放回庫存', restockedText(order)],
        ]}
      />
      <PaymentFacts order={order} isOwner={isOwner} />
      <OrderRefunds order={order} />
      <OrderTimeline history={order.history} payment={payment} />
    </article>
  )
}
