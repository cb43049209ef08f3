import type { EventOf, OrderEvent } from './events.ts'
import { countsPieces } from './hold.ts'
import { takesPreorder } from './awaited.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { piecesToExchange, type ReturnedPieces } from './return-request.ts'

/** Takes an order's pieces, unless it counts them. */
export const take = (_event: OrderEvent, order: Order) => (countsPieces(order) ? [] : order.items)

/** Gives an order's pieces back, if it counts them. */
export function giveBack(_event: OrderEvent, order: Order): readonly OrderItem[] {
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

/** Gives the pieces of a return back. */
export function comeBack(
  { data: { number, restock } }: EventOf<'return.received' | 'return.exchanged'>,
  order: Order,
): readonly OrderItem[] {
  const request = order.returns?.find((one) => one.number === number)
  if (!request || !restock) return []
  return countMoved(order, order.restocked, request.items).map(({ item, more }) => {
    return { ...item, quantity: 0 - more }
  })
}

/** Gives the pieces of a return back, and takes those sent for them. */
export function exchange(event: EventOf<'return.exchanged'>, order: Order): readonly OrderItem[] {
  const request = order.returns?.find((one) => one.number === event.data.number)
  const sent = countMoved(order, order.resent, request ? piecesToExchange(request) : [])
  return [
    ...comeBack(event, order),
    ...sent.map(({ item, piece, more }) => {
      return { ...item, size: piece.size ?? item.size, quantity: more }
    }),
  ]
}

/** Gives an order's pieces back and takes those that it has now. */
export function changeItems(
  { data }: EventOf<'items.changed'>,
  { items }: Order,
): readonly OrderItem[] {
  const taken = data.after.flatMap(({ id, size, quantity, isPreorder }) => {
    const item = items.find((one) => one.id === id && (one.preorder !== undefined) === isPreorder)
    return item ? [{ ...item, size, quantity }] : []
  })
  return [...items.map((item) => ({ ...item, quantity: 0 - item.quantity })), ...taken]
}

/** Moves pieces that came from the pre-order's count to the stock's. */
export function arrive(
  { data: { product } }: EventOf<'goods.arrived'>,
  order: Order,
): readonly OrderItem[] {
  if (!countsPieces(order)) return []
  const came = order.items.filter((item) => item.id === product && takesPreorder(item))
  return came.flatMap((item) => [
    { ...item, quantity: 0 - item.quantity },
    { ...item, preorder: { ...item.preorder, fromStock: true } },
  ])
}

/** Gives the rest of each item back. */
export function restock(
  { data: { pieces } }: EventOf<'goods.restocked'>,
  { items, restocked }: Order,
): readonly OrderItem[] {
  return items.map((item, index) => {
    return { ...item, quantity: (restocked?.[index] ?? 0) - (pieces[index] ?? 0) }
  })
}
