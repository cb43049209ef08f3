import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { OrderId } from '#components/owner/order/order-id.tsx'
import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import { cameBack, exchangeBack } from '#lib/parcel/parcel-reports.ts'

/** What can be done with a parcel that came back. Renders nothing for any other. */
export function ParcelReturned({ order, action }: { order: Order; action: OwnerAction }) {
  const isExchange = exchangeBack(order) !== undefined
  if (!cameBack(order) && !isExchange) return null
  return (
    <section className={styles.section} aria-label="包裹退回">
      <h2>{isExchange ? '換貨退回，等買家' : '退回，等買家'}</h2>
      <p>
        {isExchange
          ? '換貨的包裹退回來了。問過買家以後，選一樣：再寄一次，或請買家換門市。要改為退款時，先按再寄一次，再在「換貨待寄出」選改為退款。'
          : '包裹退回來了。問過買家以後，選一樣：再寄一次、請買家換門市，或在下面的「退款」退款，金額已經扣掉一次運費，可以改。'}
      </p>
      <OwnerForm
        action={action}
        submit="再寄一次"
        done={isExchange ? '換貨改回待寄出，可以再建立寄件。' : '訂單改回已付款，可以再建立寄件。'}
      >
        <OrderId order={order} />
        <input type="hidden" name="to" value="same" />
      </OwnerForm>
      {order.shippingMethod === 'store' ? (
        <OwnerForm
          action={action}
          submit="請買家換門市"
          done={`已寄信請買家選門市；${isExchange ? '換貨改回待寄出' : '訂單改回已付款'}，選好後再建立寄件。`}
        >
          <OrderId order={order} />
          <input type="hidden" name="to" value="other-store" />
        </OwnerForm>
      ) : null}
    </section>
  )
}
