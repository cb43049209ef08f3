import 'server-only'

import { ordersNumbered } from '../adapters/firestore/owner-orders.ts'
import { fullName } from '../delivery/full-name.ts'
import type { Order } from '../order/order.ts'
import { fail, ok, type Result } from '../result.ts'
import { isToShip } from '../order/ship-queue.ts'
import { isWaiting } from './order-views.ts'
import { itemsText } from './order-text.ts'
import { type OrderParcel, readPastedParcels } from './pasted-parcels.ts'
import { isOtherWay, usualCarrier } from './usual-carrier.ts'

/** Label of the option that ships each order by its own carrier. */
export const CARRIER_BY_ORDER = '依訂單的配送方式'

/** Warnings before shipping a parcel. */
export type ParcelWarning = 'unknown-order' | 'not-to-ship' | 'waiting' | 'other-way' | 'repeated'

/** A parcel of a list beside its order: who gets it, what is in it, and what is odd about it. */
export type ParcelPreview = OrderParcel & {
  readonly name: string
  readonly items: string
  readonly warnings: readonly ParcelWarning[]
}

/** The orders of a list of parcels, by their numbers. Throws DatabaseUnavailable. */
export async function ordersOfParcels(
  parcels: readonly OrderParcel[],
): Promise<ReadonlyMap<string, Order>> {
  const orders = await ordersNumbered([...new Set(parcels.map(({ orderId }) => orderId))])
  return new Map(orders.map((order) => [order.orderId, order]))
}

/** A parcel with the carrier that goes where its order goes, where the list names none. */
export function withCarrier(parcel: OrderParcel, order: Order | undefined): OrderParcel {
  if (parcel.carrier !== CARRIER_BY_ORDER) return parcel
  return { ...parcel, carrier: order ? usualCarrier(order) : '' }
}

function warningsOf(
  parcel: OrderParcel,
  order: Order | undefined,
  { now, isRepeated }: { readonly now: Date; readonly isRepeated: boolean },
): readonly ParcelWarning[] {
  if (!order) return ['unknown-order']
  const isDone = order.shipment?.trackingNumber === parcel.trackingNumber
  return [
    ...(isRepeated ? (['repeated'] as const) : []),
    ...(isToShip(order) || isDone ? [] : (['not-to-ship'] as const)),
    ...(isToShip(order) && isWaiting(order, now) ? (['waiting'] as const) : []),
    ...(isOtherWay(order, parcel.carrier) ? (['other-way'] as const) : []),
  ]
}

/** Each parcel beside its order, in the order of the list. */
export function parcelPreviews(
  parcels: readonly OrderParcel[],
  orders: ReadonlyMap<string, Order>,
  now: Date,
): readonly ParcelPreview[] {
  return parcels.map((input, index) => {
    const order = orders.get(input.orderId)
    const parcel = withCarrier(input, order)
    const isRepeated = parcels.findIndex(({ orderId }) => orderId === input.orderId) < index
    const { recipient } = order ?? {}
    return {
      ...parcel,
      name: recipient ? fullName(recipient) : '',
      items: order ? itemsText(order) : '',
      warnings: warningsOf(parcel, order, { now, isRepeated }),
    }
  })
}

/** Returns what a pasted list would ship, without changes. Throws DatabaseUnavailable. */
export async function previewParcels(
  { text, carrier }: { readonly text: string; readonly carrier: string },
  now: Date,
): Promise<Result<readonly ParcelPreview[], 'too-many-parcels'>> {
  const { parcels } = readPastedParcels(text, carrier || CARRIER_BY_ORDER)
  if (parcels.length > 200) return fail('too-many-parcels')
  return ok(parcelPreviews(parcels, await ordersOfParcels(parcels), now))
}
