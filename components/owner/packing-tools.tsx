import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { isToShip } from '#lib/order/view.ts'
import type { Order } from '#lib/order/order.ts'
import {
  liveParcel,
  parcelText,
  shipmentOf,
  trackingNumber,
} from '#lib/order/parcel/order-parcel.ts'
import { usualCarrier } from '#lib/owner/owner-context.ts'

import { TakeBackShipping } from './new-shippings.tsx'
import { CarrierField, OrderId } from './order-fields.tsx'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import { Panel } from './panel.tsx'

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
