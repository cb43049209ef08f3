import { isRestocked } from '#lib/inventory/restock.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { refundsUnderWay } from '#lib/payment/refund/refund-record.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { cameBack } from './came-back.ts'

/**
 * Whether an order's parcel came back after its money had: then its goods are all that is left to decide. The alarm
 * stands until that is done.
 */
export function asksRestock(order: Order): boolean {
  const { payment, parcelAlarm } = order
  const isPaidBack =
    (payment?.refundedAmount ?? 0) > 0 || (payment && refundsUnderWay(payment).length > 0)
  return cameBack(order) && parcelAlarm === 'came-back' && isPaidBack === true
}

/** The change that answers whether the goods of a parcel that came back go back to the stock. */
export function restockParcel(
  order: Order,
  { restock }: { readonly restock: boolean },
  context: ChangeContext,
): Result<OrderChange | undefined, 'no-such-move'> {
  if (!cameBack(order)) return fail('no-such-move')
  if (!asksRestock(order)) return ok(undefined)
  const units = order.items.map(({ quantity }) => quantity)
  return ok({
    events: [
      ...(restock && !isRestocked(order) ? [newEvent('items.restocked', { units }, context)] : []),
      newEvent('parcel.settled', { alarm: 'came-back' }, context),
    ],
  })
}
