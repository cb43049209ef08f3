import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { Order } from '#lib/order/order.ts'
import { itemsText } from '#lib/owner/items-text.ts'
import { ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { UndoShippingForm, until } from './undo-shipping.tsx'

/** Orders shipped in the last minutes, to check or undo. */
export function RecentShippings({
  orders,
  takeBack,
}: {
  orders: readonly Order[]
  takeBack: OwnerAction
}) {
  if (orders.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="new-shippings">
      <h2 id="new-shippings">剛才出貨的 {orders.length} 筆</h2>
      <p className={styles.soft}>通知信在出貨後 10 分鐘寄出。若填錯，在那之前可以收回。</p>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <Link href={ownerOrderPath(order.id)}>{order.orderNumber}</Link>
            <p>{itemsText(order)}</p>
            <p className={styles.soft}>
              {order.shipment?.carrier} {order.shipment?.trackingNumber}，{until(order)} 寄信
            </p>
          </li>
        ))}
      </ul>
      <Panel title={`全部收回（${orders.length} 筆）`}>
        <UndoShippingForm orders={orders} takeBack={takeBack} />
      </Panel>
    </section>
  )
}
