import { isAwaited } from '../order/awaited.ts'
import { HANDLING_WORDS } from '../order/ship-promise.ts'
import type { EventOf, EventType } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { isDisputed } from '../order/payment/disputes.ts'
import { providerTitle } from '../order/payment/payment-status.ts'
import { reviewReasonWords } from '../order/payment/review-reason.ts'
import { formatPrice } from '../price/price.ts'
import { formatDay } from '../time/taipei-time.ts'
import { INVOICE_MAILS } from './invoice-mails.ts'
import type { MailKind } from './mail-kinds.ts'
import { invoiceStays, moneyMails } from './money-mails.ts'
import type { MailValues } from './mail.ts'
import { PARCEL_MAILS } from './parcel-mails.ts'
import { GOODS_MAILS } from './goods-mails.ts'
import { CANCEL_CAUSE_WORDS } from './mail-values.ts'

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
  'capture.pending': none,
  'capture.refused': none,
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
