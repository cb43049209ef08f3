import 'server-only'

import {
  incompleteRecipient,
  type Recipient,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeDelivery, type EditFailure } from '#lib/order/edit-recipient.ts'
import { changeContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import { fail } from '#lib/result.ts'
import { checkDestination, type DestinationRefusal } from './check-destination.ts'
import type { OrderEdit, OrderEditResult } from './order-edit.ts'

/**
 * Changes the way in which an order is delivered, until it is shipped; where it goes is read and
 * checked as a buyer's is. Throws DatabaseUnavailable.
 */
export async function changeOrderDelivery({
  orderId,
  to,
  place,
  placeConfirmed = false,
  context,
}: OrderEdit & {
  readonly to: ShippingMethod
  readonly place: Pick<Recipient, 'zipcode' | 'city' | 'area' | 'address' | 'store'>
  readonly placeConfirmed?: boolean
}): OrderEditResult<EditFailure | DestinationRefusal> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const typed = typedRecipient({ ...order.recipient, ...place }, to)
  const incomplete = incompleteRecipient(typed, to)
  if (incomplete) return incomplete
  const checked = await checkDestination(typed, to, placeConfirmed)
  if (!checked.ok) return checked
  return applyDecision(orderId, (stored) =>
    changeDelivery(stored, { to, recipient: checked.data }, changeContext(context)),
  )
}
