import { fullName, SHIPPING_LABELS } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { trackingPage } from '#lib/order/tracking-links.ts'
import { parcelsFor } from '#lib/parcel/order-parcel.ts'
import { buyerParcelText } from '#lib/parcel/parcel-labels.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { toSingleLine } from '#lib/text/plain-text.ts'
import { itemsText } from './items-text.ts'
import { destination, time } from './order-text.ts'

type ProofRow = readonly [name: string, value: string | undefined]

/** Rows of a proof in one text to copy, without those that are empty. */
export function proofText(rows: readonly ProofRow[]): string {
  return rows
    .flatMap(([name, value]) => (value ? [`${name}：${toSingleLine(value)}`] : []))
    .join('\n')
}

/** What was ordered and paid, as rows of a proof. */
export const orderedRows = (order: Order): readonly ProofRow[] => [
  ['訂單編號', order.orderNumber],
  ['下單時間', time(order.createdAt)],
  ['付款時間', order.paidAt && time(order.paidAt)],
  ['商品', itemsText(order)],
  ['總金額', formatPrice(order.totalAmount)],
]

/** What proves to a provider that an order was sent, in one text to copy; empty before it was. */
export function shippingProof(order: Order): string {
  const { shipment, recipient, completedAt } = order
  if (!shipment) return ''
  const parcels = parcelsFor(order)
  // When the parcel came to the buyer, as the carrier or the owner said it.
  const pickedUp = parcels
    .flatMap((parcel) => parcel.sightings)
    .findLast(({ state }) => state === 'picked-up')
  const delivered = pickedUp?.at ?? completedAt
  return proofText([
    ...orderedRows(order),
    ['收件人', fullName(recipient)],
    ['手機', recipient.phone],
    ['Email', recipient.email],
    [SHIPPING_LABELS[order.shippingMethod], destination(order)],
    ['物流公司', shipment.carrier],
    ['追蹤編號', shipment.trackingNumber],
    ['物流公司查詢', trackingPage(shipment.carrier, shipment.trackingNumber)],
    ['出貨時間', time(shipment.shippedAt)],
    ['包裹現況', buyerParcelText(parcels)],
    ['送達或取件時間', delivered && time(delivered)],
  ])
}
