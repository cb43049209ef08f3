import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { TextField } from '#components/ui/field.tsx'
import { usualCarrier } from '#lib/owner/usual-carrier.ts'
import { liveParcel, shipmentOf, trackingNumber } from '#lib/parcel/order-parcel.ts'
import { parcelText } from '#lib/parcel/parcel-labels.ts'
import { CarrierField } from './carrier-field.tsx'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'

/** Ships an order, or corrects its parcel. */
export function ShipOrder({ order, action }: OrderTool) {
  const { shipment } = order
  const isCorrection = shipment !== undefined
  const booked = isCorrection ? undefined : liveParcel(order)
  const parcel = shipment ?? (booked && shipmentOf(booked))
  return (
    <Panel title={isCorrection ? '更正物流資料' : '標記為已出貨'} isOpen={!isCorrection}>
      {booked ? (
        <p>
          {parcelText(booked)}・寄件編號 {trackingNumber(booked) || '等候綠界回覆'}
          。交寄後會自動改為已出貨，無須按這裡。
        </p>
      ) : null}
      <OwnerForm
        action={action}
        submit={isCorrection ? '更正' : '標記為已出貨'}
        done="已登記，會員看得到追蹤編號。"
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
