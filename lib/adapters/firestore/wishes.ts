import 'server-only'

import { invoiceWish } from '../../order/invoice/issuing.ts'
import { applyEvents } from '../../order/apply.ts'
import type { Order, OrderChange } from '../../order/order.ts'
import { parcelWish } from '../../order/parcel/booking.ts'
import { hasCarrier, hasIssuer } from '../../settings/ecpay-products.ts'

/**
 * Schedules carrier and issuer work with the payment's or refund's event, in the same transaction.
 */
export function wishesOf(order: Order, change: OrderChange): Partial<OrderChange> {
  const at = change.events.at(-1)?.at ?? order.createdAt
  const after = applyEvents(order, change.events)
  return {
    ...(hasCarrier() ? parcelWish(order, after, at) : {}),
    ...(hasIssuer() ? invoiceWish(order, after, at) : {}),
  }
}
