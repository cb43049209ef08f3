import { TextField } from '#components/ui/field.tsx'
import type { Order } from '#lib/order/order.ts'

/** The number of the order that a form changes. */
export function OrderNumber({ order }: { order: Order }) {
  return <input type="hidden" name="orderId" value={order.orderId} />
}

/** What carriers deliver for small shops in Taiwan; any other can be typed. */
const CARRIERS = ['黑貓宅急便', '7-11 交貨便', '全家店到店', '中華郵政', '新竹物流'] as const

/** The carrier of a parcel, to choose or to type. */
export function CarrierField({ id, value }: { id: string; value?: string | undefined }) {
  return (
    <>
      <TextField
        id={id}
        name="carrier"
        label="物流公司"
        list={`${id}-list`}
        defaultValue={value ?? CARRIERS[0]}
        maxLength={40}
      />
      <datalist id={`${id}-list`}>
        {CARRIERS.map((carrier) => (
          <option key={carrier}>{carrier}</option>
        ))}
      </datalist>
    </>
  )
}
