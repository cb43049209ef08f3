import { type Order, removedAmount } from '../order/order.ts'
import { formatPrice } from '../price/price.ts'
import type { MailKind } from './placeholders.ts'
import { type MailValues, type MailDraft, orderAddresses } from './mail.ts'
import type { EventOf, ReturnRequest, OrderEvent, EventType } from '../order/events.ts'
import {
  plainTyped,
  exchangedPieces,
  parcelValues,
  INVOICE_MAILS,
  PARCEL_MAILS,
  CANCEL_CAUSE_WORDS,
  orderValues,
  recipientName,
} from './mail-values.ts'
import { shippingUndoEnds } from '../order/fulfilment.ts'
import { defined } from '../defined.ts'
import { isAwaited } from '../order/awaited.ts'
import { HANDLING_WORDS } from '../order/ship-promise.ts'
import { isDisputed, reviewReasonWords } from '../order/payment/payment.ts'
import { providerTitle } from '../order/payment/payment-status.ts'
import { formatDay } from '../time/taipei-time.ts'

/** Returns a mail's values about refunded money. */
export function moneyValues({ payment, totalAmount }: Order, amount: number): MailValues {
  return {
    refund_amount: formatPrice(amount),
    refund_extent: amount >= totalAmount ? '全額' : '部分',
    refunded_total: formatPrice(payment?.refundedAmount ?? 0),
  }
}

/** Says to the owner that money which a bank or a provider took leaves the order's invoice as it is. */
export function invoiceStays({ invoicing }: Order): MailValues {
  const isIssued = invoicing?.state === 'issued'
  const text = `發票 ${invoicing?.number ?? ''} 不會自動作廢或開立折讓單，要不要處理請和會計師確認。`
  return { invoice_stays: isIssued ? text : '' }
}

type MoneyMail = {
  readonly event: string
  readonly kinds: readonly [shopper: MailKind, owner: MailKind]
  readonly amount: number
  /** Whether the owner did it, or saw it at the end of a review. */
  readonly isKnown: boolean
}

/** The mails of money that went back: to the shopper, and to an owner who did not do it. */
export function moneyMails(order: Order, { event, kinds, amount, isKnown }: MoneyMail) {
  const [shopper, owner] = kinds
  const values = moneyValues(order, amount)
  const result: Notification = { event, kind: shopper, values }
  const ownerValues = { ...values, ...invoiceStays(order) }
  return isKnown
    ? [result]
    : [result, { event: `owner-${event}`, kind: owner, values: ownerValues }]
}

type ReturnEvent = EventOf<
  'return.requested' | 'return.accepted' | 'return.refused' | 'return.received'
>

function pieceLines({ items }: Pick<Order, 'items'>, request: ReturnRequest): string {
  const lines = request.items.flatMap(({ index, quantity, size }) => {
    const item = items[index]
    const wish = size === undefined ? '退款' : `換 ${size}`
    return item ? [`${item.title}（${item.size}）× ${quantity}，${wish}`] : []
  })
  return lines.join('、')
}

function mailsOfReturn(
  { data: { number } }: ReturnEvent,
  { order }: NotificationContext,
  kinds: readonly MailKind[],
): readonly Notification[] {
  const request = order.returns?.find((one) => one.number === number)
  if (!request) return []
  const values = {
    return_pieces: pieceLines(order, request),
    return_reason: plainTyped(request.reason),
    return_contact: plainTyped(request.contact),
    return_answer: plainTyped(request.answer ?? ''),
  }
  return kinds.map((kind) => ({ event: `${kind}-${number}`, kind, values }))
}

const result =
  (...kinds: readonly MailKind[]) =>
  (event: ReturnEvent, context: NotificationContext) =>
    mailsOfReturn(event, context, kinds)

/** The mails of a return: to the buyer at each step, and to the owner when the buyer asks. */
export const RETURN_MAILS = {
  'return.requested': (
    event: EventOf<'return.requested'>,
    context: NotificationContext,
  ): readonly Notification[] => {
    const isOwners = event.by === 'owner'
    return mailsOfReturn(
      event,
      context,
      isOwners ? ['return-requested'] : ['return-requested', 'owner-return'],
    )
  },
  'return.accepted': result('return-accepted'),
  'return.refused': result('return-refused'),
  'return.received': result('return-received'),
}

function parcelMails(
  _event: OrderEvent,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const { shipment } = order
  if (!shipment) return []
  const values = parcelValues(shipment)
  const ends = shippingUndoEnds(order)?.toISOString()
  const wait = defined({ notBefore: ends })
  return [{ event: numbered('shipped'), kind: 'shipped', values, ...wait }]
}

// An exchange parcel has its own mail, and another on correction.
function exchangeMails(
  { data: { number } }: EventOf<'return.exchanged' | 'exchange.corrected'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const request = order.returns?.find((one) => one.number === number)
  if (!request?.parcel) return []
  const values = parcelValues(request.parcel, exchangedPieces(order, request))
  return [{ event: numbered(`exchange-${number}`), kind: 'shipped', values }]
}

function itemsMails(
  { data: { before } }: EventOf<'items.changed'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const removed = removedAmount(order)
  const values = {
    old_pieces: before.map((one) => `${one.title}（${one.size}）× ${one.quantity}`).join('、'),
    removed_amount: removed === 0 ? '' : formatPrice(removed),
  }
  return [{ event: numbered('items'), kind: 'order-changed', values }]
}

/** Mails about an order's goods: pieces, parcels and returns. */
export const GOODS_MAILS = {
  'items.changed': itemsMails,
  'parcel.shipped': parcelMails,
  'parcel.corrected': parcelMails,
  'parcel.unshipped': () => [],
  ...RETURN_MAILS,
  'return.exchanged': exchangeMails,
  'exchange.corrected': exchangeMails,
}

/** A mail that an event calls for: its name within the order, its template, and what it says besides the order. */
export type Notification = {
  readonly event: string
  readonly kind: MailKind
  readonly values?: MailValues
  /** Earliest delivery (ISO 8601): after the event can no longer be undone. */
  readonly notBefore?: string
}

/** An order after an event, and a name for what may happen to it more than once. */
export type NotificationContext = {
  readonly order: Order
  readonly numbered: (name: string) => string
}

const wasPending = ({ history }: Order, captureRef: string) =>
  history.some((one) => one.type === 'capture.pending' && one.data.captureRef === captureRef)

type Rule<Type extends EventType> = (
  event: EventOf<Type>,
  context: NotificationContext,
) => readonly Notification[]

const none = () => []

const DISPUTE_NEXT = {
  open: '這筆訂單還有另一件爭議沒有結束，先不要出貨。',
  over: '這筆訂單沒有其他進行中的爭議。',
} as const

const dispute =
  (state: 'open' | 'won' | 'lost', kind: MailKind) =>
  ({ data }: { readonly data: { readonly dispute: string } }, { order }: NotificationContext) => {
    const next = DISPUTE_NEXT[isDisputed(order.payment) ? 'open' : 'over']
    const values = { dispute_id: data.dispute, dispute_next: next, ...invoiceStays(order) }
    return [{ event: `dispute-${data.dispute}-${state}`, kind, values }]
  }

const day = (date: string | undefined) => (date === undefined ? '未定' : formatDay(date))

function dateMails(
  { data, note = '' }: EventOf<'ship-date.changed'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const moved = order.items.filter(({ id, preorder }) => id === data.product && preorder)
  const values = {
    moved_products: [...new Set(moved.map(({ title }) => title))].join('、'),
    old_date: day(data.before),
    new_date: day(data.shipsAbout),
    date_reason: note,
  }
  return [{ event: numbered('date'), kind: 'date-changed', values }]
}

// Once nothing of a paid order is awaited any more.
function arrivalMails(
  _event: EventOf<'goods.arrived'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  if (order.paidAt === undefined || order.items.some(isAwaited)) return []
  const titles = order.items.flatMap(({ title, preorder }) => (preorder ? [title] : []))
  const values = { arrived_products: [...new Set(titles)].join('、'), handling: HANDLING_WORDS }
  return [{ event: numbered('arrived'), kind: 'goods-arrived', values }]
}

const factsValues = ({ cancelRights = [] }: Order, product: string) => ({
  facts_product: cancelRights.find((right) => right.product === product)?.title ?? product,
})

function factsMails(
  { data }: EventOf<'facts.published'>,
  { order }: NotificationContext,
): readonly Notification[] {
  const values = factsValues(order, data.product)
  return [{ event: `facts-${data.product}-${data.on}`, kind: 'facts-published', values }]
}

const REVERSED = {
  reversal: ['reversed', 'owner-reversal'],
  chargeback: ['charged-back', 'owner-chargeback'],
} as const

/** The mails that each event calls for. */
const RULES: { readonly [Type in EventType]: Rule<Type> } = {
  'order.placed': (_, { order }) => (order.manualSale ? [] : [{ event: 'placed', kind: 'placed' }]),
  // The owner who entered the order needs no mail.
  'order.paid': (_, { order }) => [
    { event: 'paid', kind: 'paid' },
    ...(order.manualSale ? [] : [{ event: 'owner-paid', kind: 'owner-paid' } as const]),
  ],
  'order.cancelled': ({ data }) => {
    const values = { cancelled_because: CANCEL_CAUSE_WORDS[data.cause] }
    return [{ event: 'cancelled', kind: 'cancelled', values }]
  },
  'order.completed': none,
  'hold.lapsed': none,
  'hold.retaken': none,
  'recipient.edited': none,
  'note.added': none,
  ...INVOICE_MAILS,
  ...PARCEL_MAILS,
  'invoice.recorded': none,
  'ship-date.changed': dateMails,
  'goods.arrived': arrivalMails,
  'facts.published': factsMails,
  'facts-day.changed': ({ data, note = '' }, { order, numbered }) => {
    const values = {
      ...factsValues(order, data.product),
      old_date: formatDay(data.before),
      new_date: formatDay(data.by),
      date_reason: note,
    }
    return [{ event: numbered('facts-day'), kind: 'facts-day-changed', values }]
  },
  'cancellation.requested': (_, { numbered }) => {
    const event = numbered('cancel')
    return [
      { event, kind: 'cancel-requested' },
      { event: `owner-${event}`, kind: 'owner-cancel' },
    ]
  },
  'cancellation.withdrawn': none,
  'person.erased': none,
  ...GOODS_MAILS,
  'goods.restocked': none,
  'attempt.started': none,
  'attempt.opened': none,
  'attempt.approved': none,
  'attempt.missing': none,
  'attempt.found': none,
  'attempt.refused': none,
  // An approval that was not captured because the pieces were gone: the buyer may be away.
  'attempt.closed': ({ data: { attempt, cause } }) =>
    cause === 'out-of-stock' ? [{ event: `out-of-stock-${attempt}`, kind: 'out-of-stock' }] : [],
  'capture.claimed': none,
  'capture.released': none,
  'capture.pending': ({ data: { captureRef } }) => [
    { event: `payment-pending-${captureRef}`, kind: 'payment-pending' },
  ],
  // A refusal at the page is read there; after days of waiting nobody looks at the page.
  'capture.refused': ({ data: { captureRef } }, { order }) =>
    captureRef !== undefined && wasPending(order, captureRef)
      ? [{ event: `payment-denied-${captureRef}`, kind: 'payment-denied' }]
      : [],
  'money.captured': none,
  'money.refunded': ({ data }, { order }) =>
    moneyMails(order, {
      event: `refund-${data.refundRef}`,
      kinds: ['refunded', 'owner-refund'],
      amount: data.amount,
      isKnown: data.origin === 'shop' || data.inReview,
    }),
  'money.reversed': ({ data }, { order }) =>
    moneyMails(order, {
      event: `${data.kind}-${data.refundRef}`,
      kinds: REVERSED[data.kind],
      amount: data.amount,
      isKnown: data.inReview,
    }),
  'money.won-back': ({ data }, { order, numbered }) =>
    data.inReview
      ? []
      : moneyMails(order, {
          event: numbered('won-back'),
          kinds: ['won-back', 'owner-won-back'],
          amount: data.amount,
          isKnown: false,
        }),
  'money.handed-back': none,
  'money.noted': none,
  'payment.reminded': () => [{ event: 'payment-reminder', kind: 'payment-reminder' }],
  'refund.requested': none,
  'refund.sent': none,
  'refund.not-seen': none,
  'refund.pending': none,
  'refund.done': none,
  // An owner who asks for a refund sees at once that it was refused, unless that comes later.
  'refund.refused': ({ by, data }) => {
    const values = { refund_amount: formatPrice(data.amount) }
    const event = `owner-refund-failed-${data.number}`
    return by === 'owner' ? [] : [{ event, kind: 'owner-refund-failed', values }]
  },
  'refunds.unwatched': none,
  'dispute.opened': dispute('open', 'owner-dispute'),
  'dispute.won': dispute('won', 'owner-dispute-won'),
  'dispute.lost': dispute('lost', 'owner-dispute-lost'),
  'review.opened': ({ data }, { order, numbered }) => {
    const values = { review_reason: reviewReasonWords(data.reason, providerTitle(order.payment)) }
    return [{ event: numbered('review'), kind: 'owner-review', values }]
  },
  'review.changed': none,
  'review.closed': none,
  other: none,
}

/** The mails that an event calls for; `order` is the order after it. */
export function notificationsOf<Type extends EventType>(
  event: EventOf<Type>,
  context: NotificationContext,
): readonly Notification[] {
  return RULES[event.type](event, context)
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
