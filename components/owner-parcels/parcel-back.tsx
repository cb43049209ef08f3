import { OrderId } from '#components/owner/order-fields.tsx'
import { type OwnerAction, OwnerForm } from '#components/owner/owner-form.tsx'
import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import { cameBack } from '#lib/order/parcel/booking.ts'

/** What can be done with a parcel that came back. Renders nothing for any other. */
export function ParcelBack({ order, action }: { order: Order; action: OwnerAction }) {
  if (!cameBack(order)) return null
  return (
    <section className={styles.section} aria-label="包裹退回">
      <h2>退回，等買家</h2>
      <p>
        包裹退回來了。問過買家以後，選一樣：再寄一次、請買家換門市，或在下面的「退款」退款，金額已經扣掉一次運費，可以改。
      </p>
      <OwnerForm action={action} submit="再寄一次" done="訂單改回已付款，可以再建立寄件。">
        <OrderId order={order} />
        <input type="hidden" name="to" value="same" />
      </OwnerForm>
      {order.shippingMethod === 'store' ? (
        <OwnerForm
          action={action}
          submit="請買家換門市"
          done="已寄信請買家選門市；訂單改回已付款，選好後再建立寄件。"
        >
          <OrderId order={order} />
          <input type="hidden" name="to" value="other-store" />
        </OwnerForm>
      ) : null}
    </section>
  )
}
