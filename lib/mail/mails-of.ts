import { eventsSince } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import type { MailDraft } from './mail.ts'
import { orderAddresses } from './mail-address.ts'
import { orderValues, recipientName } from './mail-values.ts'
import { type Notification, notificationsOf } from './notifications.ts'

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
    number: order.orderId,
    to: { address: order.email, name: '' },
    values: { order_number: order.orderId },
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

/** The outbox's id of an order's mail. A provider's ids stand in some; Firestore takes no slash. */
export function mailIdOf(order: Pick<Order, 'id'>, event: string): string {
  return `${order.id}-${event}`.replaceAll(/[^\w-]/g, '_')
}

function draftOf(order: Order, { event, kind, values, notBefore }: Notification): MailDraft {
  return {
    id: mailIdOf(order, event),
    event,
    kind,
    order: order.id,
    number: order.orderId,
    values: { ...orderValues(order), ...values },
    ...(notBefore === undefined ? {} : { notBefore }),
  }
}

/**
 * Returns the mails for an order's new events, each once. Called where orders are written, so no
 * use case can forget one.
 */
export function mailsOf(before: Order | undefined, after: Order): readonly MailDraft[] {
  const known = [...(before?.told ?? [])]
  const nextNumbered = (name: string) => {
    return `${name}-${known.filter((one) => one.startsWith(`${name}-`)).length + 1}`
  }
  const mails: MailDraft[] = []
  for (const event of eventsSince(before, after)) {
    const news = notificationsOf(event, { order: after, numbered: nextNumbered })
    const untold = news.filter((one) => !known.includes(one.event))
    known.push(...untold.map((one) => one.event))
    mails.push(...untold.flatMap((one) => draftsOf(after, one)))
  }
  return mails
}

/** The events that these mails tell of, for the order to remember. */
export function eventsOf(mails: readonly MailDraft[]): readonly string[] {
  return [...new Set(mails.map(({ event }) => event))]
}
