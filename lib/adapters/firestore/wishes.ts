import 'server-only'

import { invoiceWish } from '../../invoice/next-step.ts'
import { applyEvents } from '../../order/apply.ts'
import type { Order, OrderChange } from '../../order/order.ts'
import { parcelWish } from '../../parcel/booking.ts'
import { hasCarrier, hasIssuer } from '../../settings/ecpay-products.ts'

/** What is paid or given back is work for the carrier and the issuer: written down with its event, in its transaction. */
export function wishesOf(order: Order, change: OrderChange): Partial<OrderChange> {
  const at = change.events.at(-1)?.at ?? order.createdAt
  const after = applyEvents(order, change.events)
  return {
    ...(hasCarrier() ? parcelWish(order, after, at) : {}),
    ...(hasIssuer() ? invoiceWish(order, after, at) : {}),
  }
}
