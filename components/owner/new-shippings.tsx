import { Link } from '#components/ui/link.tsx'
import type { Order } from '#lib/order/order.ts'
import { canUndoShipping, shippingUndoEnds } from '#lib/order/fulfilment.ts'
import { itemsText } from '#lib/owner/order-text.ts'
import { ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

import styles from './owner.module.css'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import { Panel } from './panel.tsx'

const until = (order: Order) => {
  const ends = shippingUndoEnds(order)
  return ends ? formatTime(ends) : ''
}

function TakeBack({ orders, takeBack }: { orders: readonly Order[]; takeBack: OwnerAction }) {
  return (
    <OwnerForm
      action={takeBack}
      submit="收回出貨"
      done="已收回，出貨的信不會寄出。"
      variant="danger"
    >
      <input type="hidden" name="orderIds" value={orders.map(({ id }) => id).join(' ')} />
    </OwnerForm>
  )
}

/** Takes the shipping of an order back, while the mail about it waits. */
export function TakeBackShipping({ order, takeBack }: { order: Order; takeBack: OwnerAction }) {
  if (!canUndoShipping(order)) return null
  return (
    <Panel title="收回出貨">
      <p className={styles.soft}>
        出貨的信 {until(order)} 才寄出。在那之前收回，訂單回到已付款，買家不會收到信。
      </p>
      <TakeBack orders={[order]} takeBack={takeBack} />
    </Panel>
  )
}

/** Orders shipped in the last minutes, to check or undo. */
export function NewShippings({
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
      <p className={styles.soft}>出貨後 10 分鐘信才寄出；填錯了，在那之前可以收回。</p>
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
        <TakeBack orders={orders} takeBack={takeBack} />
      </Panel>
    </section>
  )
}
