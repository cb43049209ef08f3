import type { EventOf } from './events.ts'
import type { Order } from './order.ts'
import {
  piecesToExchange,
  type ReturnedPieces,
  type ReturnRequest,
  type ReturnState,
} from './return-request.ts'

type Answer = EventOf<'return.accepted' | 'return.refused' | 'return.received' | 'return.exchanged'>

function request(order: Order, { at, note = '', data }: EventOf<'return.requested'>): Order {
  const { number, items = [], contact = '' } = data
  const input: ReturnRequest = {
    number,
    state: 'asked',
    items,
    reason: note,
    contact,
    askedAt: at,
    changedAt: at,
  }
  return { ...order, returns: [...(order.returns ?? []), input], returnState: 'asked' }
}

function withReturn(
  { returns = [] }: Order,
  number: number,
  change: (request: ReturnRequest) => ReturnRequest,
): ReturnRequest[] {
  return returns.map((one) => (one.number === number ? change(one) : one))
}

// Adds these pieces to each item's count, at most those ordered.
function countPieces(
  { items }: Order,
  before: readonly number[] | undefined,
  pieces: readonly ReturnedPieces[],
): number[] {
  return items.map(({ quantity }, index) => {
    const more = pieces.find((one) => one.index === index)?.quantity ?? 0
    return Math.min(quantity, (before?.[index] ?? 0) + more)
  })
}

// The owner's answer to the member, else the event's note.
function wordsOf(event: Answer): string {
  const answer = event.type === 'return.exchanged' ? event.data.answer : undefined
  return (answer ?? event.note ?? '').trim()
}

function applyAnswer(request: ReturnRequest, event: Answer, state: ReturnState): ReturnRequest {
  const words = wordsOf(event)
  return {
    ...request,
    state,
    changedAt: event.at,
    ...(words === '' ? {} : { answer: words }),
    ...(event.type === 'return.exchanged'
      ? { parcel: { ...event.data.parcel, shippedAt: event.at } }
      : {}),
  }
}

// Pieces that return to the stock and pieces that leave it.
function withPieces(order: Order, event: Answer): Order {
  const { number } = event.data
  const request = order.returns?.find((one) => one.number === number)
  if (!request || event.type === 'return.accepted' || event.type === 'return.refused') return order
  const isExchange = event.type === 'return.exchanged'
  return {
    ...order,
    ...(event.data.restock
      ? { restocked: countPieces(order, order.restocked, request.items) }
      : {}),
    ...(isExchange ? { resent: countPieces(order, order.resent, piecesToExchange(request)) } : {}),
  }
}

const answer =
  (state: ReturnState) =>
  (order: Order, event: Answer): Order => ({
    ...withPieces(order, event),
    returns: withReturn(order, event.data.number, (one) => applyAnswer(one, event, state)),
    returnState: state,
  })

function correct(order: Order, { data }: EventOf<'exchange.corrected'>): Order {
  const returns = withReturn(order, data.number, (one) =>
    one.parcel ? { ...one, parcel: { ...one.parcel, ...data.parcel } } : one,
  )
  return { ...order, returns }
}

/** Changes made by each event of a return. */
export const APPLY_RETURNS = {
  'return.requested': request,
  'return.accepted': answer('accepted'),
  'return.refused': answer('refused'),
  'return.received': answer('received'),
  'return.exchanged': answer('exchanged'),
  'exchange.corrected': correct,
  'goods.restocked': (order: Order, { data }: EventOf<'goods.restocked'>): Order => {
    return { ...order, restocked: data.pieces }
  },
}
