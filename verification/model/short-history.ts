import { notificationsOf } from '#lib/mail/order-mails.ts'
import type { Order } from '#lib/order/order.ts'

// Events that the owner's actions read again.
const READ_AGAIN: ReadonlySet<string> = new Set([
  'parcel.shipped',
  'items.changed',
  'money.refunded-by-hand',
])

const shortHistories = new WeakMap<Order, Order>()

/** Keeps what actions and mails read again; the rest would make equal states differ. */
export function withShortHistory(order: Order): Order {
  const known = shortHistories.get(order)
  if (known) return known
  const last = order.history.findLast(({ type }) => READ_AGAIN.has(type))
  const history = order.history.flatMap((event) => {
    if (event === last) return [event]
    const mails = notificationsOf(event, { order, numbered: String })
    const by = event.type === 'refund.refused' ? event.by : 'sweep'
    return mails.length === 0 ? [] : [{ ...event, at: order.createdAt, by }]
  })
  const kept = { ...order, history }
  shortHistories.set(order, kept)
  return kept
}
