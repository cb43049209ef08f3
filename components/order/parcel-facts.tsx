import { type Fact, FactList, knownFacts } from '#components/ui/facts.tsx'
import { SHIPPING_LABELS } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { parcelsFor } from '#lib/parcel/order-parcel.ts'
import { buyerParcelText } from '#lib/parcel/parcel-labels.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './order-detail.module.css'
import { TrackingNumber } from './tracking-number.tsx'

export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const known = knownFacts(facts)
  if (known.length === 0) return null
  return (
    <section className={styles.facts}>
      <h3>{title}</h3>
      <FactList facts={known} />
    </section>
  )
}

/** Label and text of the delivery place: an address or a convenience store. */
export function placeFact({ recipient, shippingMethod }: Order): readonly [string, string] {
  if (shippingMethod === 'store') return ['取貨門市', recipient.store]
  const { zipcode, city, area, address } = recipient
  return ['地址', `${zipcode} ${city}${area}${address}`.trim()]
}

/** How an order travels, and with which parcel. */
export function ParcelFacts({ order }: { order: Order }) {
  const { shipment } = order
  return (
    <Facts
      title="出貨資訊"
      facts={[
        ['配送方式', SHIPPING_LABELS[order.shippingMethod]],
        ['物流公司', shipment?.carrier],
        ['追蹤編號', shipment ? <TrackingNumber {...shipment} key="number" /> : ''],
        ['包裹', buyerParcelText(parcelsFor(order))],
        ['出貨時間', shipment ? formatTime(new Date(shipment.shippedAt)) : ''],
      ]}
    />
  )
}
