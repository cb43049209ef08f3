import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import type { Parcel } from '#lib/order/entered-parcel.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import type { FulfilmentRefusal } from '#lib/order/move-refusal.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { correctParcel, ship } from '#lib/order/ship-order.ts'
import { applyShippingDecision } from '#lib/order/shipping-decision.ts'
import { fail, type Result } from '#lib/result.ts'
import { areDisputesKnown } from './book-parcels.ts'

type ShipAnswer = Promise<Result<Order, ShipFailure | 'unknown-order'>>

/** Why goods can't leave: the order forbids it, or the provider did not say how its disputes stand. */
export type ShipFailure = FulfilmentRefusal | 'disputes-unanswered'

type ShipInput = Parcel & {
  readonly isCorrection?: boolean | undefined
  readonly isDespiteBooking?: boolean | undefined
  readonly context: OwnerContext
}

export async function shipKnown(
  order: Order,
  { carrier, trackingNumber, isCorrection = false, isDespiteBooking, context }: ShipInput,
): ShipAnswer {
  if (!isCorrection && !(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const parcel = { carrier, trackingNumber, isDespiteBooking }
  const change = changeContext(context)
  return isCorrection
    ? applyShippingDecision(order.id, (stored) => correctParcel(stored, parcel, change))
    : applyDecision(order.id, (stored) => ship(stored, parcel, change))
}

/**
 * Ships an order after a dispute check. The same parcel is idempotent, another needs
 * `isCorrection`. Throws DatabaseUnavailable.
 */
export async function shipOrder({
  orderId,
  ...parcel
}: ShipInput & { readonly orderId: string }): ShipAnswer {
  const order = await readOrder(orderId)
  return order ? shipKnown(order, parcel) : fail('unknown-order')
}
