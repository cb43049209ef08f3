import type { Order } from '#lib/order/order.ts'
import { trackingPage } from '#lib/order/tracking-links.ts'
import { type OrderParcel, parcelsFor, shipmentOf } from '#lib/parcel/order-parcel.ts'
import { parcelText } from '#lib/parcel/parcel-labels.ts'

/** Where a parcel is, as its owner answers a buyer who asks. */
export type ParcelNow = {
  readonly key: string
  /** Its state as text; that of an exchange says so. */
  readonly state: string
  readonly carrier: string
  /** Empty while it has none. */
  readonly number: string
  /** The carrier's page about it, where it has one. */
  readonly page: string | undefined
  /** When its state was seen (ISO 8601). */
  readonly lastSeenAt: string | undefined
}

type Sent = {
  readonly carrier: string
  readonly trackingNumber: string
  readonly shippedAt?: string
}

function parcelNow(
  what: '' | '換貨：',
  { carrier, trackingNumber, shippedAt }: Sent,
  booked?: OrderParcel,
): ParcelNow {
  const seen = booked?.sightings.at(-1)?.at
  return {
    key: `${what}${booked?.number ?? ''}${trackingNumber}`,
    state: what + (booked ? parcelText(booked) : '已出貨'),
    carrier,
    number: trackingNumber,
    page: trackingPage(carrier, trackingNumber),
    lastSeenAt: seen ?? shippedAt,
  }
}

// Of what is booked only the newest is where the goods are; what was typed by hand may be another parcel.
function newest(
  what: '' | '換貨：',
  parcels: readonly OrderParcel[],
  sent: Sent | undefined,
): readonly ParcelNow[] {
  const booked = parcels.at(-1)
  const own = booked && shipmentOf(booked)
  const isOther = sent !== undefined && sent.trackingNumber !== own?.trackingNumber
  return [
    ...(isOther ? [parcelNow(what, sent)] : []),
    ...(booked && own && !(isOther && booked.state === 'booked')
      ? [parcelNow(what, own, booked)]
      : []),
  ]
}

/** Where the parcels of an order are: its own, then those of its exchanges. */
export function parcelsNow(order: Order): readonly ParcelNow[] {
  const exchanges = order.returns ?? []
  return [
    ...newest('', parcelsFor(order), order.shipment),
    ...exchanges.flatMap(({ number, parcel }) =>
      newest('換貨：', parcelsFor(order, number), parcel),
    ),
  ]
}
