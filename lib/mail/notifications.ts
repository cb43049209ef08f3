import type { Order } from '../order/order.ts'
import { defined } from '../result.ts'
import { effectsOf } from '../order/events/all.ts'
import type { MailContext, Notification } from '../order/events/entry.ts'
import type { EventOf, EventType } from '../order/events.ts'
import { type MailDraft, orderAddresses } from './mail.ts'
import { orderValues, recipientName } from './mail-values.ts'

/** The mails that an event calls for; `order` is the order after it. */
export function notificationsOf<Type extends EventType>(
  event: EventOf<Type>,
  context: MailContext,
) {
  return effectsOf(event.type).mail?.(event, context) ?? []
}

/**
 * Mail about an unpaid order to an unverified address: that it was placed, with its number and a link,
 * and nothing that the buyer wrote.
 */
function toUnverified(order: Order, { event }: Notification): MailDraft {
  return {
    id: `${order.id}-${event}`,
    event,
    kind: 'unverified',
    order: order.id,
    number: order.orderNumber,
    to: { address: order.email, name: '' },
    values: { order_number: order.orderNumber },
  }
}

function draftsOf(order: Order, one: Notification): readonly MailDraft[] {
  const draft = draftOf(order, one)
  if (one.kind.startsWith('owner-')) return [draft]
  const addresses = orderAddresses(order)
  if (order.paidAt === undefined && order.emailUnverified) {
    return addresses.length > 0 && one.event === 'placed' ? [toUnverified(order, one)] : []
  }
  const name = recipientName(order)
  return addresses.map((address, index) => ({
    ...draft,
    id: index === 0 ? draft.id : `${draft.id}-copy`,
    to: { address, name },
  }))
}

function draftOf(order: Order, { event, kind, values, notBefore }: Notification): MailDraft {
  return {
    // A provider's ids stand in some; Firestore takes no slash.
    id: `${order.id}-${event}`.replaceAll(/[^\w-]/g, '_'),
    event,
    kind,
    order: order.id,
    number: order.orderNumber,
    values: { ...orderValues(order), ...values },
    ...defined({ notBefore }),
  }
}

// The mails that each event of an order calls for, without those that an earlier one called for.
function notificationsIn(order: Order): readonly (readonly Notification[])[] {
  const known: string[] = []
  const nextNumbered = (name: string) =>
    `${name}-${known.filter((one) => one.startsWith(`${name}-`)).length + 1}`
  return order.history.map((event) => {
    const news = notificationsOf(event, { order, numbered: nextNumbered })
    const untold = news.filter((one) => !known.includes(one.event))
    known.push(...untold.map((one) => one.event))
    return untold
  })
}

/**
 * Returns the mails for an order's new events, each once. Called where orders are written, so no
 * use case can forget one.
 */
export function mailsOf(before: Order | undefined, after: Order): readonly MailDraft[] {
  const news = notificationsIn(after).slice(before?.history.length ?? 0)
  return news.flat().flatMap((one) => draftsOf(after, one))
}

/** The id of the newest mail about an order's parcel; undefined where there is none. */
export function shippingMail(order: Order): string | undefined {
  const mails = notificationsIn(order).flat()
  const newest = mails.findLast(({ event }) => event.startsWith('shipped-'))
  return newest && draftsOf(order, newest)[0]?.id
}
