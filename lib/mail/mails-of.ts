import { eventsSince } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import type { MailDraft } from './mail.ts'
import { orderValues, recipientName } from './mail-values.ts'
import { type Notification, notificationsOf } from './notifications.ts'

// Before the payment a mail goes to the account's address alone; a recipient's may be anybody's.
function addressee(order: Order) {
  const address = order.paidAt === undefined ? order.email : order.email || order.recipient.email
  return { address, name: recipientName(order) }
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
    number: order.orderId,
    to: { address: order.email, name: '' },
    values: { order_number: order.orderId },
  }
}

function draftsOf(order: Order, one: Notification): readonly MailDraft[] {
  if (one.kind.startsWith('owner-')) return [draftOf(order, one)]
  const isUnpaid = order.paidAt === undefined
  if (isUnpaid && order.email === '') return []
  if (!isUnpaid || !order.emailUnverified) return [draftOf(order, one)]
  return one.event === 'placed' ? [toUnverified(order, one)] : []
}

function draftOf(order: Order, { event, kind, values }: Notification): MailDraft {
  return {
    // The ids of a provider's refunds and disputes stand in it; Firestore takes no slash.
    id: `${order.id}-${event}`.replaceAll(/[^\w-]/g, '_'),
    event,
    kind,
    order: order.id,
    number: order.orderId,
    ...(kind.startsWith('owner-') ? {} : { to: addressee(order) }),
    values: { ...orderValues(order), ...values },
  }
}

/**
 * The mails that a change of an order calls for, by the events that it added; each once, so what the order has told
 * already is left out. It is asked where orders are written, so that no use case can forget a mail.
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
  return mails.map(({ event }) => event)
}
