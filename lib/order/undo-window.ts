import { openReturn } from '#lib/order/return/return-rules.ts'
import type { Order } from './order.ts'

/** For so long the owner can take a shipping back, in milliseconds; its mail waits as long. */
export const UNDO_SHIPPING_FOR = 10 * 60 * 1000

/** Returns the end of the time to undo a shipping by the owner; undefined once a return is open or goods are back in the stock. */
export function shippingUndoEnds(order: Order): Date | undefined {
  const { status, shipment, history, restocked } = order
  const by = history.findLast(({ type }) => type === 'parcel.shipped')?.by
  if (
    restocked !== undefined ||
    status !== '已出貨' ||
    !shipment ||
    by !== 'owner' ||
    openReturn(order)
  )
    return undefined
  return new Date(Date.parse(shipment.shippedAt) + UNDO_SHIPPING_FOR)
}
