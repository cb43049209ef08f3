import 'server-only'

import { execute, executeShipping } from '../order/execute.ts'
import { type FulfilmentRefusal, type Parcel, correctParcel, ship } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import { fail, ok, type Result } from '../result.ts'
import { areDisputesKnown } from './ask-disputes.ts'
import { changeContext, findNumberedOrder, type OwnerContext } from './change-numbered-order.ts'
import { isWaiting } from './order-views.ts'
import { type OrderParcel, readPastedParcels } from './pasted-parcels.ts'
import { CARRIER_BY_ORDER, ordersOfParcels, withCarrier } from './preview-parcels.ts'

type Answer = Promise<Result<Order, ShipFailure | 'unknown-order'>>

/** Why goods can't leave: the order forbids it, or the provider did not say how its disputes stand. */
export type ShipFailure = FulfilmentRefusal | 'disputes-unanswered'

/**
 * Ships an order after a dispute check. The same parcel is idempotent, another needs
 * `isCorrection`. Throws DatabaseUnavailable.
 */
export async function shipOrder({
  orderId,
  carrier,
  trackingNumber,
  isCorrection = false,
  context,
}: Parcel & {
  readonly orderId: string
  readonly isCorrection?: boolean | undefined
  readonly context: OwnerContext
}): Answer {
  const order = await findNumberedOrder(orderId)
  if (!order) return fail('unknown-order')
  if (!isCorrection && !(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const parcel = { carrier, trackingNumber }
  const change = changeContext(context)
  return isCorrection
    ? executeShipping(order.id, (stored) => correctParcel(stored, parcel, change))
    : execute(order.id, (stored) => ship(stored, parcel, change))
}

/** Ships orders one by one and returns each result. Idempotent. Throws DatabaseUnavailable. */
export async function shipOrders({
  parcels,
  context,
}: {
  readonly parcels: readonly OrderParcel[]
  readonly context: OwnerContext
}): Promise<readonly { readonly orderId: string; readonly answer: Awaited<Answer> }[]> {
  const answers = []
  for (const parcel of parcels) {
    answers.push({ orderId: parcel.orderId, answer: await shipOrder({ ...parcel, context }) })
  }
  return answers
}

/** Maximum orders per call, which takes well under a minute. */
const MOST_PARCELS = 200

/** An order of a list that was not shipped, and why. */
export type ShipRefusal = {
  readonly orderId: string
  readonly code: ShipFailure | 'unknown-order' | 'preorder-waits' | 'unpaid'
}

/** The result of a list: how many orders are shipped, which are not, and lines that can't be read. */
export type ShippedList = {
  readonly shipped: number
  readonly refused: readonly ShipRefusal[]
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

/**
 * Ships a carrier's list (`readPastedParcels`); early pre-orders only if `ships` allows.
 * Idempotent. Throws DatabaseUnavailable.
 */
export async function shipPasted(
  { text, carrier, ships = 'due' }: PastedList,
  context: OwnerContext,
): Promise<Result<ShippedList, 'nothing-to-ship' | 'too-many-parcels'>> {
  const { parcels, unclear } = readPastedParcels(text, carrier || CARRIER_BY_ORDER)
  if (parcels.length === 0) return fail('nothing-to-ship')
  if (parcels.length > MOST_PARCELS) return fail('too-many-parcels')
  const orders = await ordersOfParcels(parcels)
  const waits = ({ orderId }: OrderParcel) => {
    const order = orders.get(orderId)
    return ships === 'due' && order?.status === '已付款' && isWaiting(order, context.at)
  }
  const answers = await shipOrders({
    parcels: parcels
      .filter((parcel) => !waits(parcel))
      .map((parcel) => withCarrier(parcel, orders.get(parcel.orderId))),
    context,
  })
  const refused = answers.flatMap(({ orderId, answer }) =>
    answer.ok
      ? []
      : [{ orderId, code: isUnpaid(orders.get(orderId)) ? 'unpaid' : answer.code } as const],
  )
  const waiting = parcels.filter(waits).map(({ orderId }) => {
    return { orderId, code: 'preorder-waits' } as const
  })
  const shipped = answers.length - refused.length
  return ok({ shipped, refused: [...refused, ...waiting], unclear })
}

const isUnpaid = (order: Order | undefined) => order?.status === '待付款'

/** A pasted list, the carrier of lines without one, and whether pre-orders leave before their day. */
type PastedList = {
  readonly text: string
  readonly carrier: string
  readonly ships?: 'due' | 'early' | undefined
}
