import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import { isToShip } from '#lib/order/shipping-date.ts'
import { isComingBack } from '#lib/parcel/came-back.ts'
import { AddNote } from './add-note.tsx'
import { CompleteOrder } from './complete-order.tsx'
import { ShipOrder } from './ship-order.tsx'
import { UndoShipping } from './undo-shipping.tsx'

/** Tools of staff for an order: packing, shipping and notes. */
export function PackingTools({
  order,
  actions,
}: {
  order: Order
  actions: Readonly<Record<'ship' | 'complete' | 'note' | 'takeBack', OwnerAction>>
}) {
  const isShipped = order.status === '已出貨'
  return (
    <section className={styles.panels} aria-label="處理這筆訂單">
      {isToShip(order) || isShipped ? <ShipOrder order={order} action={actions.ship} /> : null}
      <UndoShipping order={order} takeBack={actions.takeBack} />
      {isShipped && order.payment?.state !== 'refunded' && !isComingBack(order) ? (
        <CompleteOrder order={order} action={actions.complete} />
      ) : null}
      <AddNote order={order} action={actions.note} />
    </section>
  )
}
