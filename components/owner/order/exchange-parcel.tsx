import styles from '#components/owner/owner.module.css'
import { TextField } from '#components/ui/field.tsx'
import type { Order } from '#lib/order/order.ts'
import type { Shipment } from '#lib/order/shipment.ts'
import { usualCarrier } from '#lib/owner/usual-carrier.ts'
import { liveParcel, shipmentOf } from '#lib/parcel/order-parcel.ts'
import { CarrierField } from './carrier-field.tsx'

function bookedExchange(order: Order) {
  const live = liveParcel(order)
  return live?.exchange !== undefined && live.ids ? shipmentOf(live) : undefined
}

export function ExchangeParcel({
  order,
  parcel = bookedExchange(order),
}: {
  order: Order
  parcel?: Pick<Shipment, 'carrier' | 'trackingNumber'> | undefined
}) {
  return (
    <>
      <p className={styles.soft}>寄出換貨時，請填包裹：</p>
      <CarrierField id="exchange-carrier" value={parcel?.carrier ?? usualCarrier(order)} />
      <TextField
        id="exchange-tracking"
        name="trackingNumber"
        label="換貨的追蹤編號"
        defaultValue={parcel?.trackingNumber}
        autoComplete="off"
        maxLength={60}
      />
    </>
  )
}
