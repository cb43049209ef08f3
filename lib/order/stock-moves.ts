import type { EventOf, EventType, OrderEvent } from './events.ts'
import { countsPieces } from './hold.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { piecesToExchange, type ReturnedPieces } from './return-request.ts'
import { type StockMove, stockOf } from './stock.ts'

/**
 * Pieces that an event takes from stock, below zero when returned. `order` is the order before it.
 */
type Entry<Type extends EventType> = (event: EventOf<Type>, order: Order) => readonly OrderItem[]

const nothing = () => []

const take = (_event: OrderEvent, order: Order) => (countsPieces(order) ? [] : order.items)

function giveBack(_event: OrderEvent, order: Order): readonly OrderItem[] {
  if (!countsPieces(order)) return []
  return order.items.map((item) => ({ ...item, quantity: 0 - item.quantity }))
}

// Returns the pieces that an event newly counts, never above the quantity ordered.
function countMoved(
  { items }: Order,
  before: readonly number[] | undefined,
  pieces: readonly ReturnedPieces[],
): readonly { readonly item: OrderItem; readonly more: number; readonly piece: ReturnedPieces }[] {
  return pieces.flatMap((piece) => {
    const item = items[piece.index]
    const known = before?.[piece.index] ?? 0
    return item ? [{ item, piece, more: Math.min(piece.quantity, item.quantity - known) }] : []
  })
}

function comeBack(
  { data: { number, restock } }: EventOf<'return.received' | 'return.exchanged'>,
  order: Order,
): readonly OrderItem[] {
  const request = order.returns?.find((one) => one.number === number)
  if (!request || !restock) return []
  return countMoved(order, order.restocked, request.items).map(({ item, more }) => {
    return { ...item, quantity: 0 - more }
  })
}

function exchange(event: EventOf<'return.exchanged'>, order: Order): readonly OrderItem[] {
  const request = order.returns?.find((one) => one.number === event.data.number)
  const sent = countMoved(order, order.resent, request ? piecesToExchange(request) : [])
  return [
    ...comeBack(event, order),
    ...sent.map(({ item, piece, more }) => {
      return { ...item, size: piece.size ?? item.size, quantity: more }
    }),
  ]
}

function changeItems({ data }: EventOf<'items.changed'>, { items }: Order): readonly OrderItem[] {
  const taken = data.after.flatMap(({ id, size, quantity, isPreorder }) => {
    const item = items.find((one) => one.id === id && (one.preorder !== undefined) === isPreorder)
    return item ? [{ ...item, size, quantity }] : []
  })
  return [...items.map((item) => ({ ...item, quantity: 0 - item.quantity })), ...taken]
}

// No parcel or invoice moves pieces.
const ON_PAPER = {
  'parcel.requested': nothing,
  'parcel.booked': nothing,
  'parcel.refused': nothing,
  'parcel.missing': nothing,
  'parcel.moved': nothing,
  'parcel.unknown-code': nothing,
  'parcel.charged': nothing,
  'parcel.alarmed': nothing,
  'parcel.settled': nothing,
  'store.requested': nothing,
  'store.chosen': nothing,
  'invoice.issued': nothing,
  'invoice.dropped': nothing,
  'invoice.voided': nothing,
  'invoice.allowed': nothing,
  'invoice.alarmed': nothing,
  'invoice.settled': nothing,
}

const MOVES: { readonly [Type in EventType]: Entry<Type> } = {
  // The transaction that places an order takes its pieces itself.
  'order.placed': nothing,
  'order.paid': take,
  'order.cancelled': giveBack,
  'order.completed': nothing,
  ...ON_PAPER,
  'hold.lapsed': giveBack,
  'hold.retaken': take,
  'recipient.edited': nothing,
  'items.changed': changeItems,
  'note.added': nothing,
  'invoice.recorded': nothing,
  'ship-date.changed': nothing,
  'person.erased': nothing,
  'parcel.shipped': nothing,
  'parcel.corrected': nothing,
  'parcel.unshipped': nothing,
  'return.requested': nothing,
  'return.accepted': nothing,
  'return.refused': nothing,
  'return.received': comeBack,
  'return.exchanged': exchange,
  'exchange.corrected': nothing,
  'goods.restocked': ({ data: { pieces } }, { items, restocked }) =>
    items.map((item, index) => {
      return { ...item, quantity: (restocked?.[index] ?? 0) - (pieces[index] ?? 0) }
    }),
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
  'money.captured': nothing,
  'money.refunded': nothing,
  'money.reversed': nothing,
  'money.won-back': nothing,
  'money.handed-back': nothing,
  'money.noted': nothing,
  'payment.reminded': nothing,
  'payment.noted': nothing,
  'refund.requested': nothing,
  'refund.sent': nothing,
  'refund.not-seen': nothing,
  'refund.pending': nothing,
  'refund.refused': nothing,
  'refunds.unwatched': nothing,
  'dispute.opened': nothing,
  'dispute.won': nothing,
  'dispute.lost': nothing,
  'review.opened': nothing,
  'review.changed': nothing,
  'review.refund-sent': nothing,
  'review.closed': nothing,
  other: nothing,
}

function itemsOf<Type extends EventType>(event: EventOf<Type>, order: Order) {
  return MOVES[event.type](event, order)
}

/**
 * Returns the stock changes of events, product by product. `order` is the order before the change.
 */
export function stockMoves(order: Order, events: readonly OrderEvent[]): readonly StockMove[] {
  const moved = events.flatMap((event) => itemsOf(event, order))
  return stockOf(moved.filter(({ quantity }) => quantity !== 0))
}
