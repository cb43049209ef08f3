import 'server-only'

import type { Parcel } from '#lib/order/entered-parcel.ts'
import type { OwnerContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { isWaiting } from '#lib/order/shipping-date.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { changeEach, findOrdersByNumber, type OrderListResult } from './change-orders.ts'
import { CARRIER_BY_ORDER, withCarrier } from './parcel-preview.ts'
import { readPastedParcels } from './pasted-parcels.ts'
import { type ShipFailure, shipKnown } from './ship-order.ts'

/** Maximum orders per call, which takes well under a minute. */
const MOST_PARCELS = 200

type ListFailure = ShipFailure | 'preorder-waits' | 'unpaid'

/** Result of a list: how many orders are shipped, which are not, and lines that can't be read. */
export type ShippedList = OrderListResult<ListFailure> & {
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

/** A pasted list, the carrier of lines without one, and whether pre-orders leave before their day. */
type PastedList = {
  readonly text: string
  readonly carrier: string
  readonly ships?: 'due' | 'early' | undefined
  readonly context: OwnerContext
}

/**
 * Ships a carrier's list (`readPastedParcels`); early pre-orders only if `ships` allows.
 * Idempotent. Throws DatabaseUnavailable.
 */
export async function shipPasted({
  text,
  carrier,
  ships = 'due',
  context,
}: PastedList): Promise<Result<ShippedList, 'nothing-to-ship' | 'too-many-parcels'>> {
  const { parcels, unclear } = readPastedParcels(text, carrier || CARRIER_BY_ORDER)
  if (parcels.length === 0) return fail('nothing-to-ship')
  if (parcels.length > MOST_PARCELS) return fail('too-many-parcels')
  const orders = await findOrdersByNumber(parcels.map(({ orderNumber }) => orderNumber))
  const entries = parcels.map((parcel) => ({ ...parcel, order: orders.get(parcel.orderNumber) }))
  const shipOne = async (
    order: Order,
    parcel: Parcel,
  ): Promise<Result<Order, ListFailure | 'unknown-order'>> => {
    if (order.status === '待付款') return fail('unpaid')
    const isEarly = order.status === '已付款' && isWaiting(order)
    if (ships === 'due' && isEarly) return fail('preorder-waits')
    return shipKnown(order, { ...withCarrier(parcel, order), context })
  }
  return ok({ ...(await changeEach(entries, shipOne)), unclear })
}
