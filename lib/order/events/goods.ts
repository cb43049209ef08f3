import { isAwaited, takesPreorder, HANDLING_WORDS } from '../promises.ts'
import type { MailKind } from '../../mail/placeholders.ts'
import {
  piecesToExchange,
  type ReturnedPieces,
  returnedPiecesSchema,
  type ReturnRequest,
  type ReturnState,
  type Shipment,
} from '../events.ts'
import { z } from 'zod'

import { defined } from '../../result.ts'
import { formatPrice } from '../../price/price.ts'
import { SIZES } from '../../product/sizes.ts'
import { plainTyped } from '../../text/plain-text.ts'
import { formatDay, formatTime } from '../../time/taipei-time.ts'
import { trackingPage, shippingUndoEnds } from '../fulfilment.ts'
import {
  countsPieces,
  orderItemSchema,
  type OrderItem,
  type Order,
  removedAmount,
} from '../order.ts'
import {
  storeCheck,
  countedEvent,
  event,
  type Happened,
  type MailContext,
  none,
  type Notification,
} from './entry.ts'

/** Pieces of an item, as an order has them. */
const pieces = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    color: z.string(),
    size: z.enum(SIZES),
    quantity: z.int(),
    isPreorder: z.boolean(),
  }),
)
const items = z.array(orderItemSchema).optional()
const parcel = z.object({ carrier: z.string(), trackingNumber: z.string() })
/** The number of a return. */
const number = z.int().min(1)

/** Events of an order's goods: its pieces, their parcel by hand, and what comes back. */
export const GOODS_EVENTS = {
  'items.changed': event(
    { before: pieces, after: pieces, items, removed: items },
    {
      apply: (order, { data: { items = order.items, removed } }) => ({
        ...order,
        items,
        ...defined({ removed }),
      }),
      words: ({ before, after }) => ({
        what: '更改訂單內容',
        why: `${piecesText(before)} → ${piecesText(after)}`,
      }),
      mail({ data: { before } }, { order, numbered }) {
        const removed = removedAmount(order)
        const values = {
          old_pieces: before
            .map((one) => `${one.title}（${one.size}）× ${one.quantity}`)
            .join('、'),
          removed_amount: removed === 0 ? '' : formatPrice(removed),
        }
        return [{ event: numbered('items'), kind: 'order-changed', values }]
      },
      // Gives the order's pieces back and takes those that it has now.
      stock({ data }, { items }) {
        const taken = data.after.flatMap(({ id, size, quantity, isPreorder }) => {
          const item = items.find(
            (one) => one.id === id && (one.preorder !== undefined) === isPreorder,
          )
          return item ? [{ ...item, size, quantity }] : []
        })
        return [...items.map((item) => ({ ...item, quantity: 0 - item.quantity })), ...taken]
      },
    },
  ),
  'ship-date.changed': event(
    {
      product: z.string(),
      shipsAbout: z.string(),
      before: z.string().optional(),
    },
    {
      apply: (order, { data: { product, shipsAbout } }) => ({
        ...order,
        items: order.items.map((item) =>
          item.id === product && isAwaited(item)
            ? { ...item, preorder: { ...item.preorder, shipsAbout } }
            : item,
        ),
      }),
      words: ({ shipsAbout }) => ({
        what: '更改預計出貨日',
        why: shipsAbout === '' ? '' : formatDay(shipsAbout),
      }),
      mail({ data, note = '' }, { order, numbered }) {
        const moved = order.items.filter(({ id, preorder }) => id === data.product && preorder)
        const values = {
          moved_products: [...new Set(moved.map(({ title }) => title))].join('、'),
          old_date: dayText(data.before),
          new_date: dayText(data.shipsAbout),
          date_reason: note,
        }
        return [{ event: numbered('date'), kind: 'date-changed', values }]
      },
    },
  ),
  'goods.arrived': event(
    { product: z.string() },
    {
      apply: (order, { data: { product } }) => ({
        ...order,
        items: order.items.map((item) =>
          item.id === product && isAwaited(item)
            ? { ...item, preorder: { ...item.preorder, fromStock: true, isHere: true } }
            : item,
        ),
      }),
      words: ({ product }) => ({ what: '貨到了，可以出貨', why: product }),
      // Once nothing of a paid order is awaited any more.
      mail(_, { order, numbered }) {
        if (order.paidAt === undefined || order.items.some(isAwaited)) return []
        const titles = order.items.flatMap(({ title, preorder }) => (preorder ? [title] : []))
        const arrived_products = [...new Set(titles)].join('、')
        const values = { arrived_products, handling: HANDLING_WORDS }
        return [{ event: numbered('arrived'), kind: 'goods-arrived', values }]
      },
      // Moves the pieces from the pre-order's count to the stock's.
      stock({ data: { product } }, order) {
        if (!countsPieces(order)) return []
        const came = order.items.filter((item) => item.id === product && takesPreorder(item))
        return came.flatMap((item) => [
          { ...item, quantity: 0 - item.quantity },
          { ...item, preorder: { ...item.preorder, fromStock: true } },
        ])
      },
    },
  ),
  'parcel.shipped': event(
    { parcel },
    {
      apply: (order, { at, data }) => ({
        ...order,
        status: '已出貨',
        shipment: { ...data.parcel, shippedAt: at },
      }),
      words: () => ({ what: '標記為已出貨' }),
      mail: shipmentMails,
    },
  ),
  'parcel.corrected': event(
    { parcel, before: parcel },
    {
      apply: (order, { data }) =>
        order.shipment ? { ...order, shipment: { ...order.shipment, ...data.parcel } } : order,
      words: correctedWords('更正物流資料'),
      mail: shipmentMails,
    },
  ),
  'parcel.unshipped': event(
    { parcel },
    {
      apply: ({ shipment: _shipment, ...order }, { at }) => ({
        ...order,
        status: '已付款',
        ...storeCheck(order, at),
      }),
      words: ({ parcel: { carrier, trackingNumber } }) => ({
        what: '收回出貨',
        why: `${carrier} ${trackingNumber}`,
      }),
    },
  ),
  'return.requested': countedEvent(
    {
      number,
      items: z.array(returnedPiecesSchema).optional(),
      contact: z.string().optional(),
    },
    {
      apply(order, { at, note = '', data }) {
        const { number, items = [], contact = '' } = data
        const request: ReturnRequest = {
          number,
          state: 'asked',
          items,
          reason: note,
          contact,
          askedAt: at,
          changedAt: at,
        }
        return { ...order, returns: [...(order.returns ?? []), request], returnState: 'asked' }
      },
      words: () => ({ what: '會員申請退換貨' }),
      // An owner who enters it for the buyer needs no mail.
      mail: (event, context) =>
        event.by === 'owner'
          ? returnMails('return-requested')(event, context)
          : returnMails('return-requested', 'owner-return')(event, context),
      stock: none,
      ledger: none,
    },
  ),
  'return.accepted': countedEvent(
    { number },
    {
      apply: (order, event) => answered(order, event, 'accepted'),
      words: () => ({ what: '同意退換貨' }),
      mail: returnMails('return-accepted'),
      stock: none,
      ledger: none,
    },
  ),
  'return.refused': countedEvent(
    { number },
    {
      apply: (order, event) => answered(order, event, 'refused'),
      words: () => ({ what: '不同意退換貨' }),
      mail: returnMails('return-refused'),
      stock: none,
      ledger: none,
    },
  ),
  'return.received': countedEvent(
    { number, restock: z.boolean() },
    {
      apply: (order, event) => restocked(answered(order, event, 'received'), event),
      words: restockedWords('收到退貨'),
      mail: returnMails('return-received'),
      stock: comeBack,
      ledger: none,
    },
  ),
  'return.exchanged': countedEvent(
    {
      number,
      restock: z.boolean(),
      parcel,
      answer: z.string().optional(),
    },
    {
      apply(order, event) {
        const { number, parcel, answer = event.note } = event.data
        const request = returnOf(order, number)
        const next = restocked(answered(order, { ...event, note: answer }, 'exchanged'), event)
        const resent = request && countPieces(order, order.resent, piecesToExchange(request))
        const sent = { ...parcel, shippedAt: event.at }
        return {
          ...withReturn(next, number, (one) => ({ ...one, parcel: sent })),
          ...defined({ resent }),
        }
      },
      words: restockedWords('收到退貨，寄出換貨'),
      mail: exchangeMails,
      // Gives the pieces of the return back, and takes those sent for them.
      stock(event, order) {
        const request = returnOf(order, event.data.number)
        const sent = countMoved(order, order.resent, request ? piecesToExchange(request) : [])
        return [
          ...comeBack(event, order),
          ...sent.map(({ item, piece, more }) => ({
            ...item,
            size: piece.size ?? item.size,
            quantity: more,
          })),
        ]
      },
      ledger: none,
    },
  ),
  'exchange.corrected': event(
    { number, parcel, before: parcel },
    {
      apply: (order, { data }) =>
        withReturn(order, data.number, (one) =>
          one.parcel ? { ...one, parcel: { ...one.parcel, ...data.parcel } } : one,
        ),
      words: correctedWords('更正換貨的包裹'),
      mail: exchangeMails,
    },
  ),
  'goods.restocked': event(
    { pieces: z.array(z.int().min(0)) },
    {
      apply: (order, { data }) => ({ ...order, restocked: data.pieces }),
      words: () => ({ what: '商品已加回庫存' }),
      // Gives the rest of each item back.
      stock: ({ data: { pieces } }, { items, restocked }) =>
        items.map((item, index) => ({
          ...item,
          quantity: (restocked?.[index] ?? 0) - (pieces[index] ?? 0),
        })),
    },
  ),
}

const dayText = (date: string | undefined) => (date === undefined ? '未定' : formatDay(date))

const piecesText = (changed: z.infer<typeof pieces>) =>
  changed
    .map(({ title, color, size, quantity }) => {
      return `${[title, color, size].filter(Boolean).join(' ')} ×${quantity}`
    })
    .join('、')

function correctedWords(what: string) {
  return ({ before }: { readonly before: z.infer<typeof parcel> }) => ({
    what,
    why: `原為 ${before.carrier} ${before.trackingNumber}`,
  })
}

function restockedWords(what: string) {
  return ({ restock }: { readonly restock: boolean }) =>
    restock ? { what, why: '商品已加回庫存' } : { what }
}

// Values of a parcel; `exchanged` names the pieces that it carries in exchange for others.
function shipmentValues({ carrier, trackingNumber, shippedAt }: Shipment, exchanged = '') {
  return {
    carrier,
    tracking_number: trackingNumber,
    tracking_url: trackingPage(carrier, trackingNumber) ?? '',
    shipped_at: formatTime(new Date(shippedAt)),
    exchanged_pieces: exchanged,
  }
}

function shipmentMails(_event: unknown, { order, numbered }: MailContext): Notification[] {
  const { shipment } = order
  if (!shipment) return []
  const values = shipmentValues(shipment)
  const notBefore = shippingUndoEnds(order)?.toISOString()
  return [{ event: numbered('shipped'), kind: 'shipped', values, ...defined({ notBefore }) }]
}

type OfReturn = Happened<{ readonly number: number }>

// An exchange parcel has its own mail, and another on correction.
function exchangeMails(
  { data: { number } }: OfReturn,
  { order, numbered }: MailContext,
): Notification[] {
  const request = returnOf(order, number)
  if (!request?.parcel) return []
  const exchanged = piecesToExchange(request).flatMap(({ index, quantity, size = '' }) => {
    const item = order.items[index]
    return item ? [`${item.title}（${size}）× ${quantity}`] : []
  })
  const values = shipmentValues(request.parcel, exchanged.join('、'))
  return [{ event: numbered(`exchange-${number}`), kind: 'shipped', values }]
}

// To the buyer at each step of a return, and to the owner when the buyer asks.
function returnMails(...kinds: readonly MailKind[]) {
  return ({ data: { number } }: OfReturn, { order }: MailContext): Notification[] => {
    const request = returnOf(order, number)
    if (!request) return []
    const lines = request.items.flatMap(({ index, quantity, size }) => {
      const item = order.items[index]
      const wish = size === undefined ? '退款' : `換 ${size}`
      return item ? [`${item.title}（${item.size}）× ${quantity}，${wish}`] : []
    })
    const values = {
      return_pieces: lines.join('、'),
      return_reason: plainTyped(request.reason),
      return_contact: plainTyped(request.contact),
      return_answer: plainTyped(request.answer ?? ''),
    }
    return kinds.map((kind) => ({ event: `${kind}-${number}`, kind, values }))
  }
}

const returnOf = ({ returns }: Order, number: number) =>
  returns?.find((one) => one.number === number)

function withReturn(
  { returns = [], ...order }: Order,
  number: number,
  change: (request: ReturnRequest) => ReturnRequest,
): Order {
  return { ...order, returns: returns.map((one) => (one.number === number ? change(one) : one)) }
}

// The event's note is the owner's answer to the member.
function answered(order: Order, { at, note = '', data }: OfReturn, state: ReturnState): Order {
  const answer = note.trim()
  const next = withReturn(order, data.number, (one) => ({
    ...one,
    state,
    changedAt: at,
    ...(answer === '' ? {} : { answer }),
  }))
  return { ...next, returnState: state }
}

type Restocking = Happened<{ readonly number: number; readonly restock: boolean }>

function restocked(order: Order, { data: { number, restock } }: Restocking): Order {
  const request = returnOf(order, number)
  if (!request || !restock) return order
  return { ...order, restocked: countPieces(order, order.restocked, request.items) }
}

// Adds these pieces to each item's count, at most those ordered.
function countPieces(
  { items }: Order,
  before: readonly number[] | undefined,
  counted: readonly ReturnedPieces[],
): number[] {
  return items.map(({ quantity }, index) => {
    const more = counted.find((one) => one.index === index)?.quantity ?? 0
    return Math.min(quantity, (before?.[index] ?? 0) + more)
  })
}

// The pieces that an event newly counts, never above the quantity ordered.
function countMoved(
  { items }: Order,
  before: readonly number[] | undefined,
  counted: readonly ReturnedPieces[],
): readonly { readonly item: OrderItem; readonly more: number; readonly piece: ReturnedPieces }[] {
  return counted.flatMap((piece) => {
    const item = items[piece.index]
    const known = before?.[piece.index] ?? 0
    return item ? [{ item, piece, more: Math.min(piece.quantity, item.quantity - known) }] : []
  })
}

// Gives the pieces of a return back.
function comeBack({ data: { number, restock } }: Restocking, order: Order): readonly OrderItem[] {
  const request = returnOf(order, number)
  if (!request || !restock) return []
  return countMoved(order, order.restocked, request.items).map(({ item, more }) => ({
    ...item,
    quantity: 0 - more,
  }))
}
