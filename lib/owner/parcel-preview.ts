import 'server-only'

import { fullName } from '#lib/delivery/recipient.ts'
import type { Parcel } from '#lib/order/entered-parcel.ts'
import type { Order } from '#lib/order/order.ts'
import { bookedOtherwise } from '#lib/order/ship-order.ts'
import { isToShip, isWaiting } from '#lib/order/shipping-date.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { findOrdersByNumber } from './change-orders.ts'
import { itemsText } from './items-text.ts'
import { type PastedParcel, readPastedParcels } from './pasted-parcels.ts'
import { isOtherWay, usualCarrier } from './usual-carrier.ts'

/** Label of the option that ships each order by its own carrier. */
export const CARRIER_BY_ORDER = '依訂單的配送方式'

/** Warnings before shipping a parcel. */
export type ParcelWarning =
  | 'unknown-order'
  | 'not-to-ship'
  | 'waiting'
  | 'booked'
  | 'other-way'
  | 'repeated'

/** A parcel of a list beside its order: who gets it, what is in it, and what is odd about it. */
export type ParcelPreview = PastedParcel & {
  readonly name: string
  readonly items: string
  readonly warnings: readonly ParcelWarning[]
}

/** A parcel with the carrier that goes where its order goes, where the list names none. */
export function withCarrier<One extends Parcel>(parcel: One, order: Order | undefined): One {
  if (parcel.carrier !== CARRIER_BY_ORDER) return parcel
  return { ...parcel, carrier: order ? usualCarrier(order) : '' }
}

function warningsOf(
  parcel: PastedParcel,
  order: Order | undefined,
  { isRepeated }: { readonly isRepeated: boolean },
): readonly ParcelWarning[] {
  if (!order) return ['unknown-order']
  const isDone = order.shipment?.trackingNumber === parcel.trackingNumber
  return [
    ...(isRepeated ? (['repeated'] as const) : []),
    ...(isToShip(order) || isDone ? [] : (['not-to-ship'] as const)),
    ...(isToShip(order) && isWaiting(order) ? (['waiting'] as const) : []),
    ...(isToShip(order) && bookedOtherwise(order, parcel) ? (['booked'] as const) : []),
    ...(isOtherWay(order, parcel.carrier) ? (['other-way'] as const) : []),
  ]
}

/** Each parcel beside its order, in the order of the list. */
export function parcelPreviews(
  parcels: readonly PastedParcel[],
  orders: ReadonlyMap<string, Order>,
): readonly ParcelPreview[] {
  return parcels.map((pasted, index) => {
    const order = orders.get(pasted.orderNumber)
    const parcel = withCarrier(pasted, order)
    const isRepeated =
      parcels.findIndex(({ orderNumber }) => orderNumber === pasted.orderNumber) < index
    const { recipient } = order ?? {}
    return {
      ...parcel,
      name: recipient ? fullName(recipient) : '',
      items: order ? itemsText(order) : '',
      warnings: warningsOf(parcel, order, { isRepeated }),
    }
  })
}

/** Returns what a pasted list would ship, without changes. Throws DatabaseUnavailable. */
export async function previewParcels({
  text,
  carrier,
}: {
  readonly text: string
  readonly carrier: string
}): Promise<Result<readonly ParcelPreview[], 'too-many-parcels'>> {
  const { parcels } = readPastedParcels(text, carrier || CARRIER_BY_ORDER)
  if (parcels.length > 200) return fail('too-many-parcels')
  const orders = await findOrdersByNumber(parcels.map(({ orderNumber }) => orderNumber))
  return ok(parcelPreviews(parcels, orders))
}
