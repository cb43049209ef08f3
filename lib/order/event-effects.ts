import { apply } from './apply.ts'
import { type EventOf, eventsSince, type EventType, type OrderEvent } from './events.ts'
import {
  book,
  bookFee,
  bookWonBack,
  type LedgerEntry,
  orderEntries,
  providerTaking,
  type StoredMovement,
} from './movements.ts'
import type { Order } from './order.ts'
import type { OrderItem } from './order-item.ts'
import { type StockMove, stockOf } from './stock.ts'
import { arrive, changeItems, comeBack, exchange, giveBack, restock, take } from './stock-moves.ts'

/** Pieces that an event takes, below zero when given back, and the money that it books. */
type Effects<Type extends EventType> = {
  readonly stock: (event: EventOf<Type>, before: Order) => readonly OrderItem[]
  readonly ledger: (event: EventOf<Type>, before: Order, after: Order) => readonly LedgerEntry[]
}

const none = () => []
const nothing = { stock: none, ledger: none }

const EFFECTS: { readonly [Type in EventType]: Effects<Type> } = {
  // The transaction that places an order takes its pieces itself.
  'order.placed': nothing,
  'order.paid': { stock: take, ledger: book },
  'order.cancelled': { stock: giveBack, ledger: none },
  'order.completed': nothing,
  'parcel.requested': nothing,
  'parcel.booked': nothing,
  'parcel.refused': nothing,
  'parcel.missing': nothing,
  'parcel.moved': nothing,
  'parcel.unknown-code': nothing,
  'parcel.charged': { stock: none, ledger: bookFee },
  'parcel.alarmed': nothing,
  'parcel.settled': nothing,
  'store.requested': nothing,
  'store.chosen': nothing,
  'invoice.issued': nothing,
  'invoice.dropped': nothing,
  'invoice.voided': nothing,
  'invoice.allowed': nothing,
  'invoice.found-void': nothing,
  'invoice.alarmed': nothing,
  'invoice.settled': nothing,
  'hold.lapsed': { stock: giveBack, ledger: none },
  'hold.retaken': { stock: take, ledger: none },
  'recipient.edited': nothing,
  'note.added': nothing,
  'items.changed': { stock: changeItems, ledger: none },

  'invoice.recorded': nothing,
  'ship-date.changed': nothing,
  'goods.arrived': { stock: arrive, ledger: none },
  'facts.published': nothing,
  'facts-day.changed': nothing,
  'cancellation.requested': nothing,
  'cancellation.withdrawn': nothing,
  'person.erased': nothing,
  'parcel.shipped': nothing,
  'parcel.corrected': nothing,
  'parcel.unshipped': nothing,
  'return.requested': nothing,
  'return.accepted': nothing,
  'return.refused': nothing,
  'return.received': { stock: comeBack, ledger: none },
  'return.exchanged': { stock: exchange, ledger: none },
  'exchange.corrected': nothing,
  'goods.restocked': { stock: restock, ledger: none },
  'attempt.started': nothing,
  'attempt.opened': nothing,
  'attempt.approved': nothing,
  'attempt.missing': nothing,
  'attempt.found': nothing,
  'attempt.refused': nothing,
  'attempt.closed': nothing,
  'capture.claimed': nothing,
  'capture.released': nothing,
  'capture.pending': nothing,
  'capture.refused': nothing,
  'money.captured': { stock: none, ledger: book },
  'money.refunded': { stock: none, ledger: book },
  'money.reversed': { stock: none, ledger: book },
  'money.won-back': { stock: none, ledger: bookWonBack },
  'money.handed-back': { stock: none, ledger: book },
  'money.noted': { stock: none, ledger: book },
  'payment.reminded': nothing,
  'refund.requested': nothing,
  'refund.sent': nothing,
  'refund.not-seen': nothing,
  'refund.pending': nothing,
  'refund.done': nothing,
  'refund.refused': nothing,
  'refunds.unwatched': nothing,
  'dispute.opened': nothing,
  'dispute.won': nothing,
  'dispute.lost': nothing,
  'review.opened': { stock: none, ledger: book },
  'review.changed': nothing,
  'review.closed': { stock: none, ledger: book },
  other: nothing,
}

const effectsOf = <Type extends EventType>(type: Type): Effects<Type> => EFFECTS[type]

type Step = { readonly event: OrderEvent; readonly before: Order; readonly after: Order }

/** Each event with the order before and after it. */
function stepsOf(order: Order, events: readonly OrderEvent[]): readonly Step[] {
  let after = order
  return events.map((event) => {
    const before = after
    after = apply(before, event)
    return { event, before, after }
  })
}

function itemsOf<Type extends EventType>(event: EventOf<Type>, before: Order) {
  return effectsOf(event.type).stock(event, before)
}

function entriesOf<Type extends EventType>(event: EventOf<Type>, before: Order, after: Order) {
  return effectsOf(event.type).ledger(event, before, after)
}

/**
 * Returns the stock changes of events, product by product. `order` is the order before the change.
 */
export function stockMoves(order: Order, events: readonly OrderEvent[]): readonly StockMove[] {
  const moved = stepsOf(order, events).flatMap(({ event, before }) => itemsOf(event, before))
  return stockOf(moved.filter(({ quantity }) => quantity !== 0))
}

function movementOf(order: Order, { transaction, ...entry }: LedgerEntry, capture: string) {
  return {
    provider: providerTaking(order),
    ...(order.manualSale ? { fee: 0 } : {}),
    ...entry,
    id: [order.id, String(order.history.length), transaction]
      .filter(Boolean)
      .map(encodeURIComponent)
      .join('-'),
    orderId: order.id,
    orderNumber: order.orderNumber,
    isSale: entry.kind === 'sale' && entry.amount > 0,
    refs: { capture, transaction },
  }
}

/**
 * Returns the money movements of a change, or of a whole order without `before`. Their ids follow
 * from the events.
 */
export function movementsBetween(before: Order | undefined, after: Order): StoredMovement[] {
  const capture = after.payment?.captureId ?? before?.payment?.captureId ?? ''
  if (!before) return orderEntries(after).map((entry) => movementOf(after, entry, capture))
  return stepsOf(before, eventsSince(before, after)).flatMap((step) =>
    entriesOf(step.event, step.before, step.after).map((one) =>
      movementOf(step.after, one, capture),
    ),
  )
}
