import { fail, ok, type Result } from '#lib/result.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'
import { shippingUndoEnds } from './undo-window.ts'

/** Why a shipping can't be taken back: nothing was shipped, its time is over, or its mail has left. */
export type UndoShippingRefusal = 'nothing-shipped' | 'undo-over'

/** Whether the shipping of an order can still be taken back, unless its mail has left. */
export function canUndoShipping(order: Order, now = new Date()): boolean {
  const ends = shippingUndoEnds(order)
  return ends !== undefined && now < ends
}

/** The change that makes a shipped order 已付款 again, while the mail about its parcel has not left. */
export function undoShipping(
  order: Order,
  { isMailWaiting }: { readonly isMailWaiting: boolean },
  context: ChangeContext,
): Result<OrderChange | undefined, UndoShippingRefusal> {
  const ends = shippingUndoEnds(order)
  if (!ends || !order.shipment) return fail('nothing-shipped')
  if (!isMailWaiting || context.now >= ends) return fail('undo-over')
  const { carrier, trackingNumber } = order.shipment
  const parcel = { carrier, trackingNumber }
  return ok({ events: [newEvent('parcel.unshipped', { parcel }, context)] })
}
