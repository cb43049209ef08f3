import 'server-only'

import { readOrder } from '../adapters/firestore/orders.ts'
import { execute, executeShipping } from '../order/execute.ts'
import { type FulfilmentRefusal, type Parcel, correctParcel, ship } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import { fail, ok, type Result } from '../result.ts'
import { areDisputesKnown } from './ask-disputes.ts'
import { isWaiting } from '../order/view.ts'
import { changeEach, findOrdersByNumber, type OrderListResult } from './order-lists.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import { readPastedParcels } from './pasted-parcels.ts'
import { CARRIER_BY_ORDER, withCarrier } from './preview-parcels.ts'

type Answer = Promise<Result<Order, ShipFailure | 'unknown-order'>>

/** Why goods can't leave: the order forbids it, or the provider did not say how its disputes stand. */
export type ShipFailure = FulfilmentRefusal | 'disputes-unanswered'

type ShipInput = Parcel & {
  readonly isCorrection?: boolean | undefined
  readonly context: OwnerContext
}

async function shipKnown(
  order: Order,
  { carrier, trackingNumber, isCorrection = false, context }: ShipInput,
): Answer {
  if (!isCorrection && !(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const parcel = { carrier, trackingNumber }
  const change = changeContext(context)
  return isCorrection
    ? executeShipping(order.id, (stored) => correctParcel(stored, parcel, change))
    : execute(order.id, (stored) => ship(stored, parcel, change))
}

/**
 * Ships an order after a dispute check. The same parcel is idempotent, another needs
 * `isCorrection`. Throws DatabaseUnavailable.
 */
export async function shipOrder({
  orderId,
  ...input
}: ShipInput & { readonly orderId: string }): Answer {
  const order = await readOrder(orderId)
  return order ? shipKnown(order, input) : fail('unknown-order')
}

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
