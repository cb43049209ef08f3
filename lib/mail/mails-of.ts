import type { Order, OrderItem } from '../order/order.ts'
import { formatDay } from '../site/taipei-time.ts'
import type { Shipment } from '../order/return-request.ts'
import type { Attempt } from '../payment/payment.ts'
import { OUT_OF_STOCK, providerTitle } from '../payment/payment-status.ts'
import { reviewReasonWords } from '../payment/review-reason.ts'
import { disputeMails } from './dispute-mails.ts'
import { type Change, type MailDraft, numbered, type Told } from './mail.ts'
import {
  cancelledBecause,
  exchangedPieces,
  orderValues,
  parcelValues,
  recipientName,
} from './mail-values.ts'
import { invoiceMails } from './invoice-mails.ts'
import { parcelMails } from './parcel-mails.ts'
import { refundMails } from './refund-mails.ts'

function statusMails(change: Change): readonly Told[] {
  const { before, after } = change
  if (!before) return [{ event: 'placed', kind: 'placed' }]
  if (before.status === after.status) return []
  if (after.status === '已取消') {
    const values = { cancelled_because: cancelledBecause(after) }
    return [{ event: 'cancelled', kind: 'cancelled', values }]
  }
  if (after.status !== '已付款') return []
  return [
    { event: 'paid', kind: 'paid' },
    { event: 'owner-paid', kind: 'owner-paid' },
  ]
}

function isSameParcel(parcel: Shipment, known: Shipment | undefined): boolean {
  return known?.carrier === parcel.carrier && known.trackingNumber === parcel.trackingNumber
}

function shipmentMails(change: Change): readonly Told[] {
  const { before, after } = change
  const { shipment } = after
  if (!shipment || isSameParcel(shipment, before?.shipment)) return []
  return [{ event: numbered(change, 'shipped'), kind: 'shipped', values: parcelValues(shipment) }]
}

// What is sent for pieces that came back is told as a parcel of its own, and again when its number is corrected.
function exchangeMails(change: Change): readonly Told[] {
  const { before, after } = change
  return (after.returns ?? []).flatMap((request) => {
    const { number, parcel } = request
    const known = before?.returns?.find((one) => one.number === number)?.parcel
    if (!parcel || isSameParcel(parcel, known)) return []
    const values = parcelValues(parcel, exchangedPieces(after, request))
    return [{ event: numbered(change, `exchange-${number}`), kind: 'shipped', values }]
  })
}

const isRefused = ({ state, reason }: Attempt) => state === 'closed' && reason === OUT_OF_STOCK

// An approval that was not captured because the pieces were gone is told once: the buyer may be away.
function outOfStockMails({ before, after }: Change): readonly Told[] {
  return (after.payment?.attempts ?? []).filter(isRefused).flatMap(({ number }) => {
    const known = before?.payment?.attempts.find((one) => one.number === number)
    const event = `out-of-stock-${number}`
    return known && !isRefused(known) ? [{ event, kind: 'out-of-stock' }] : []
  })
}

function reviewMails(change: Change): readonly Told[] {
  const { before, after } = change
  const review = after.payment?.review
  if (!review || before?.payment?.review) return []
  const values = { review_reason: reviewReasonWords(review.reason, providerTitle(after.payment)) }
  return [{ event: numbered(change, 'review'), kind: 'owner-review', values }]
}

function isMoved(item: OrderItem, known: OrderItem | undefined): boolean {
  return item.preorder !== undefined && item.preorder.shipsAbout !== known?.preorder?.shipsAbout
}

const words = (day: string | undefined) => (day === undefined ? '未定' : formatDay(day))

function dateMails(change: Change): readonly Told[] {
  const { before, after } = change
  if (!before) return []
  const moved = after.items.flatMap((item, index) => {
    const known = before.items[index]
    return isMoved(item, known) ? [{ item, old: known?.preorder?.shipsAbout }] : []
  })
  const [first] = moved
  if (!first) return []
  const values = {
    moved_products: [...new Set(moved.map(({ item }) => item.title))].join('、'),
    old_date: words(first.old),
    new_date: words(first.item.preorder?.shipsAbout),
    date_reason: after.history.at(-1)?.note ?? '',
  }
  return [{ event: numbered(change, 'date'), kind: 'date-changed', values }]
}

// Before the payment a mail goes to the account's address alone; a recipient's may be anybody's.
function addressee(order: Order) {
  const address = order.paidAt === undefined ? order.email : order.email || order.recipient.email
  return { address, name: recipientName(order) }
}

/**
 * What an address that nobody has proven is told of an unpaid order: that it was placed, with its number and a link,
 * and nothing that the buyer wrote.
 */
function toUnverified(order: Order, { event }: Told): MailDraft {
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

function draftsOf(order: Order, told: Told): readonly MailDraft[] {
  if (told.kind.startsWith('owner-')) return [draftOf(order, told)]
  const isUnpaid = order.paidAt === undefined
  if (isUnpaid && order.email === '') return []
  if (!isUnpaid || !order.emailUnverified) return [draftOf(order, told)]
  return told.event === 'placed' ? [toUnverified(order, told)] : []
}

function draftOf(order: Order, { event, kind, values }: Told): MailDraft {
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
 * The mails that a change of an order calls for, each event once: what the order has told already is left out.
 * It is asked where orders are written, in the same transaction, so that no use case can forget a mail.
 */
export function mailsOf(before: Order | undefined, after: Order): readonly MailDraft[] {
  const change = { before, after }
  const told = [
    ...statusMails(change),
    ...shipmentMails(change),
    ...exchangeMails(change),
    ...refundMails(change),
    ...dateMails(change),
    ...outOfStockMails(change),
    ...reviewMails(change),
    ...disputeMails(change),
    ...parcelMails(change),
    ...invoiceMails(change),
  ]
  const known = new Set(before?.told)
  return told.filter(({ event }) => !known.has(event)).flatMap((one) => draftsOf(after, one))
}

/** The events that these mails tell of, for the order to remember. */
export function eventsOf(mails: readonly MailDraft[]): readonly string[] {
  return mails.map(({ event }) => event)
}
