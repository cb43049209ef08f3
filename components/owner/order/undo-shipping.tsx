import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import { canUndoShipping } from '#lib/order/undo-shipping.ts'
import { shippingUndoEnds } from '#lib/order/undo-window.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

export const until = (order: Order) => {
  const ends = shippingUndoEnds(order)
  return ends ? formatTime(ends) : ''
}

export function UndoShippingForm({
  orders,
  takeBack,
}: {
  orders: readonly Order[]
  takeBack: OwnerAction
}) {
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
export function UndoShipping({ order, takeBack }: { order: Order; takeBack: OwnerAction }) {
  if (!canUndoShipping(order)) return null
  return (
    <Panel title="收回出貨">
      <p className={styles.soft}>
        出貨的信 {until(order)} 寄出。在那之前收回，訂單會改回已付款，買家不會收到信。
      </p>
      <UndoShippingForm orders={[order]} takeBack={takeBack} />
    </Panel>
  )
}
