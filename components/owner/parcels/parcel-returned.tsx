import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { OrderId } from '#components/owner/order/order-id.tsx'
import { RestockField } from '#components/owner/order/restock-field.tsx'
import styles from '#components/owner/owner.module.css'
import type { Order } from '#lib/order/order.ts'
import { cameBack, exchangeBack } from '#lib/parcel/came-back.ts'
import { asksRestock } from '#lib/parcel/restock-parcel.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'

function SendAgain({ order, action }: { order: Order; action: OwnerAction }) {
  const isExchange = exchangeBack(order) !== undefined
  return (
    <>
      <p>
        {isExchange
          ? '換貨的包裹已退回。請與買家確認後擇一：再寄一次，或請買家換門市。若要改為退款，請先按再寄一次，再到「換貨待寄出」選擇改為退款，換貨的商品會放回庫存。'
          : '包裹已退回。請與買家確認後擇一：再寄一次、請買家換門市，或在下面的「退款」退款（金額已扣一次運費，可以修改）。'}
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
    </>
  )
}

/** What can be done with a parcel that came back. Renders nothing for any other. */
export function ParcelReturned({
  order,
  sendAgain,
  restock,
}: {
  order: Order
  sendAgain: OwnerAction
  restock: OwnerAction
}) {
  const isExchange = exchangeBack(order) !== undefined
  if (!cameBack(order) && !isExchange) return null
  const canSend = moneyProblem(order) === undefined && (order.payment?.refundedAmount ?? 0) === 0
  const asks = asksRestock(order)
  if (!canSend && !asks) return null
  return (
    <section className={styles.section} aria-label="包裹退回">
      <h2>{isExchange ? '換貨退回，等買家' : asks ? '包裹退回，款項已退' : '退回，等買家'}</h2>
      {canSend ? <SendAgain order={order} action={sendAgain} /> : null}
      {asks ? (
        <OwnerForm action={restock} submit="登記退回的商品" done="已登記。">
          <OrderId order={order} />
          <RestockField yes="退回的商品還能賣" no="不能再賣" isYes />
        </OwnerForm>
      ) : null}
    </section>
  )
}
