import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext } from '#lib/order/events.ts'
import { type SEND_AGAIN, sendAgain } from '#lib/parcel/send-again.ts'
import type { OrderEdit } from './order-edit.ts'

/** Has a parcel that came back sent again, to its store or to one that the buyer is asked for. Throws DatabaseUnavailable. */
export function sendParcelAgain({
  orderId,
  to,
  context,
}: OrderEdit & { readonly to: (typeof SEND_AGAIN)[number] }) {
  const token = crypto.randomUUID() + crypto.randomUUID()
  return applyDecision(orderId, (order) => sendAgain(order, { to, token }, changeContext(context)))
}
