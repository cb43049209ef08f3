import {
  incompleteRecipient,
  type Recipient,
  type RecipientField,
  SHIPPING_LABELS,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { exchangeToSend, liveParcel } from '#lib/parcel/order-parcel.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'

/** Reasons why an order's recipient, texts or invoice number can't be edited. */
export type EditFailure =
  | 'shipped-already'
  | 'recipient-incomplete'
  | 'parcel-booked'
  | 'no-text'
  | 'no-invoice-number'
  | 'invoice-issued'

/** The change of an order's recipient, until it is shipped. The history keeps the old one. Nothing for the same. */
export function editRecipientChange(
  order: Order,
  recipient: Recipient,
  context: ChangeContext,
): AnswerEdits {
  const isToLeave = order.status === '待付款' || order.status === '已付款'
  if (!isToLeave && exchangeToSend(order) === undefined) return fail('shipped-already')
  const incomplete = incompleteRecipient(recipient, order.shippingMethod)
  if (incomplete) return incomplete
  const names = Object.keys(recipient).filter(
    (name): name is RecipientField => name in order.recipient,
  )
  const edited = names.filter((name) => recipient[name] !== order.recipient[name])
  if (edited.length === 0) return ok(undefined)
  if (liveParcel(order)) return fail('parcel-booked')
  const before = Object.fromEntries(edited.map((name) => [name, order.recipient[name]]))
  const after = Object.fromEntries(edited.map((name) => [name, recipient[name]]))
  return ok({ events: [newEvent('recipient.edited', { before, after }, context)] })
}

/**
 * The change of the way in which an order is delivered, until it is shipped; both ways cost the same.
 * Nothing for the same way.
 */
export function changeDelivery(
  order: Order,
  { to, recipient }: { readonly to: ShippingMethod; readonly recipient: Recipient },
  context: ChangeContext,
): AnswerEdits {
  const { status, shippingMethod: from } = order
  if (status !== '待付款' && status !== '已付款') return fail('shipped-already')
  if (from === to) return ok(undefined)
  if (liveParcel(order)) return fail('parcel-booked')
  const incomplete = incompleteRecipient(recipient, to)
  if (incomplete) return incomplete
  const { zipcode, city, area, address, store } = order.recipient
  const place = from === 'store' ? store : `${zipcode} ${city}${area}${address}`.trim()
  const before = `${SHIPPING_LABELS[from]} ${place}`.trim()
  return ok({ events: [newEvent('delivery.changed', { from, to, recipient, before }, context)] })
}

/** The change that adds the owner's note to the history. */
export function noteChange(text: string, context: ChangeContext): AnswerEdits {
  const reason = text.trim()
  if (reason === '') return fail('no-text')
  return ok({ events: [newEvent('note.added', {}, { ...context, reason })] })
}

export type AnswerEdits = Result<OrderChange | undefined, EditFailure>
