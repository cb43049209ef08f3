import 'server-only'

import { isListedPlace } from '#lib/delivery/districts.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import {
  incompleteRecipient,
  type Recipient,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { plainRecipient, typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import {
  changeDelivery,
  type EditFailure,
  editRecipientChange,
  noteChange,
} from '#lib/order/edit-recipient.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { checkStore } from '#lib/parcel/choose-store.ts'
import { type SEND_AGAIN, sendAgain } from '#lib/parcel/send-again.ts'
import type { StoreRefusal } from '#lib/parcel/store.ts'
import { fail, ok, type Result } from '#lib/result.ts'

/** Why an order can't go where the owner typed. */
export type DestinationRefusal = StoreRefusal | 'place-unlisted'

/**
 * Checks where the owner sends an order as a buyer's is checked; the recipient with the
 * store's official name. `isConfirmed`: the owner has said that an unlisted place is right. Throws
 * DatabaseUnavailable.
 */
export async function checkDestination(
  recipient: Recipient,
  method: ShippingMethod,
  isConfirmed: boolean,
): Promise<Result<Recipient, DestinationRefusal>> {
  if (method === 'store') return checkStore(recipient, method)
  return isConfirmed || isListedPlace(findCities(), recipient)
    ? ok(recipient)
    : fail('place-unlisted')
}

export type Edit = { readonly orderId: string; readonly context: OwnerContext }
export type Answer<Code extends string> = Promise<Result<Order, Code | 'unknown-order'>>

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
}: Edit & {
  readonly recipient: Recipient
  readonly placeConfirmed?: boolean
}): Answer<EditFailure | DestinationRefusal> {
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
}: Edit & {
  readonly to: ShippingMethod
  readonly place: Pick<Recipient, 'zipcode' | 'city' | 'area' | 'address' | 'store'>
  readonly placeConfirmed?: boolean
}): Answer<EditFailure | DestinationRefusal> {
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

/** Has a parcel that came back sent again, to its store or to one that the buyer is asked for. Throws DatabaseUnavailable. */
export function sendParcelAgain({
  orderId,
  to,
  context,
}: Edit & { readonly to: (typeof SEND_AGAIN)[number] }) {
  const token = crypto.randomUUID() + crypto.randomUUID()
  return applyDecision(orderId, (order) => sendAgain(order, { to, token }, changeContext(context)))
}

/** Adds a note of the owner's to an order's history; its member never sees it. Throws DatabaseUnavailable. */
export function addNote({
  orderId,
  text,
  context,
}: Edit & { readonly text: string }): Answer<EditFailure> {
  return applyDecision(orderId, () => noteChange(text, changeContext(context)))
}
