import 'server-only'

import type { Recipient } from '#lib/delivery/recipient.ts'
import { plainRecipient } from '#lib/delivery/typed-recipient.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { type EditFailure, editRecipientChange } from '#lib/order/edit-recipient.ts'
import { changeContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import { fail, ok } from '#lib/result.ts'
import { checkDestination, type DestinationRefusal } from './check-destination.ts'
import type { OrderEdit, OrderEditResult } from './order-edit.ts'

const PLACE = ['zipcode', 'city', 'area'] as const

/**
 * Gives an order another recipient, until it is shipped; what is typed is read and checked as a
 * buyer's is. Throws DatabaseUnavailable.
 */
export async function editRecipient({
  orderId,
  recipient,
  placeConfirmed = false,
  context,
}: OrderEdit & {
  readonly recipient: Recipient
  readonly placeConfirmed?: boolean
}): OrderEditResult<EditFailure | DestinationRefusal> {
  const order = await readOrder(orderId)
  if (!order) return fail('unknown-order')
  const typed = plainRecipient(recipient)
  // A place that stands so on the order was confirmed by its buyer.
  const isKept = PLACE.every((name) => typed[name] === order.recipient[name])
  const isSameStore = order.shippingMethod === 'store' && typed.store === order.recipient.store
  const checked = isSameStore
    ? ok(typed)
    : await checkDestination(typed, order.shippingMethod, isKept || placeConfirmed)
  if (!checked.ok) return checked
  return applyDecision(orderId, (stored) =>
    editRecipientChange(stored, checked.data, changeContext(context)),
  )
}
