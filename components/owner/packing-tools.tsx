import { Link } from '#components/ui/link.tsx'
import type { Order } from '#lib/order/order.ts'
import { canUndoShipping, shippingUndoEnds } from '#lib/order/fulfilment.ts'
import { itemsText } from '#lib/owner/order-text.ts'
import { ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm, Panel } from './owner-form.tsx'
import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { isToShip } from '#lib/order/view.ts'
import {
  liveParcel,
  parcelText,
  shipmentOf,
  trackingNumber,
} from '#lib/order/parcel/order-parcel.ts'
import { usualCarrier } from '#lib/owner/owner-context.ts'
import { CarrierField, OrderId } from './order-fields.tsx'

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

type Tool = { readonly order: Order; readonly action: OwnerAction }

/** Ships an order, or corrects its parcel. */
export function Ship({ order, action }: Tool) {
  const { shipment } = order
  const isCorrection = shipment !== undefined
  const booked = isCorrection ? undefined : liveParcel(order)
  const parcel = shipment ?? (booked && shipmentOf(booked))
  return (
    <Panel title={isCorrection ? '更正物流資料' : '標記為已出貨'} isOpen={!isCorrection}>
      {booked ? (
        <p>
          {parcelText(booked)}・寄件編號 {trackingNumber(booked) || '還在等綠界回覆'}
          。交寄後會自動改為已出貨，不用按這裡。
        </p>
      ) : null}
      <OwnerForm
        action={action}
        submit={isCorrection ? '更正' : '標記為已出貨'}
        done="已記下，會員看得到追蹤編號。"
        variant={isCorrection ? 'secondary' : 'primary'}
      >
        <OrderId order={order} />
        <input type="hidden" name="correction" value={isCorrection ? 'yes' : 'no'} />
        <CarrierField id="carrier" value={parcel?.carrier ?? usualCarrier(order)} />
        <TextField
          id="trackingNumber"
          label="追蹤編號"
          defaultValue={parcel?.trackingNumber}
          autoComplete="off"
          maxLength={60}
        />
        {booked ? (
          <label className={styles.pick}>
            <input type="checkbox" name="despiteBooking" value="yes" />
            不用綠界的寄件，改用上面填的包裹
          </label>
        ) : null}
      </OwnerForm>
    </Panel>
  )
}

/** Completes a shipped order. */
export function Complete({ order, action }: Tool) {
  return (
    <Panel title="標記為已完成" isOpen>
      <OwnerForm action={action} submit="標記為已完成" done="已完成。">
        <OrderId order={order} />
        <p className={styles.soft}>包裹送達後按下；七天退貨期從這一天算起。</p>
      </OwnerForm>
    </Panel>
  )
}

/** Adds a note that the shopper never sees. */
export function Note({ order, action }: Tool) {
  return (
    <Panel title="加備註">
      <OwnerForm action={action} submit="加備註" done="已加上，只有店主看得到。">
        <OrderId order={order} />
        <TextAreaField id="note-text" name="text" label="備註" maxLength={500} />
      </OwnerForm>
    </Panel>
  )
}

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
      {isToShip(order) || isShipped ? <Ship order={order} action={actions.ship} /> : null}
      <TakeBackShipping order={order} takeBack={actions.takeBack} />
      {isShipped && order.payment?.state !== 'refunded' ? (
        <Complete order={order} action={actions.complete} />
      ) : null}
      <Note order={order} action={actions.note} />
    </section>
  )
}
