import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeContext } from '#lib/order/events.ts'
import { restockParcel } from '#lib/parcel/restock-parcel.ts'
import type { OrderEdit } from './order-edit.ts'

/** Answers whether the goods of a parcel that came back after its money had go back to the stock. Throws DatabaseUnavailable. */
export function restockReturnedParcel({
  orderId,
  restock,
  context,
}: OrderEdit & { readonly restock: boolean }) {
  return applyDecision(orderId, (order) =>
    restockParcel(order, { restock }, changeContext(context)),
  )
}
