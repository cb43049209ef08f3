import type { MailKind } from '#lib/mail/placeholders.ts'
import { fromStock } from '#lib/order/delivery-estimate.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import {
  unitsToExchange,
  type ReturnedUnits,
  type ReturnRequest,
  type ReturnState,
} from '#lib/order/return/return-record.ts'
import { defined } from '#lib/result.ts'
import { plainTyped } from '#lib/text/plain-text.ts'
import { RETURN_EVENT_DATA } from './data/return.ts'
import {
  effectsFor,
  type Happened,
  keptStore,
  type MailContext,
  none,
  type Notification,
} from './entry.ts'
import { correctedText, shipmentValues } from './item.ts'

/** Events of what comes back, and of what is sent for it. */
export const RETURN_EVENTS = effectsFor(RETURN_EVENT_DATA, {
  'return.requested': {
    apply(order, { at, note = '', data }) {
      const { number, items = [], contact = '' } = data
      const request: ReturnRequest = {
        number,
        state: 'requested',
        items,
        reason: note,
        contact,
        requestedAt: at,
        changedAt: at,
      }
      return { ...order, returns: [...(order.returns ?? []), request], returnState: 'requested' }
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
  'return.accepted': {
    apply(order, event) {
      const { answer = event.note } = event.data
      return answered(order, { ...event, note: answer }, 'accepted')
    },
    words: () => ({ what: '同意退換貨' }),
    mail: returnMails('return-accepted'),
    stock: none,
    ledger: none,
  },
  'return.refused': {
    apply: (order, event) => answered(order, event, 'refused'),
    words: () => ({ what: '不同意退換貨' }),
    mail: returnMails('return-refused'),
    stock: none,
    ledger: none,
  },
  'return.received': {
    apply: (order, event) => restocked(answered(order, event, 'received'), event),
    words: restockedLabel('收到退貨'),
    mail: returnMails('return-received'),
    stock: comeBack,
    ledger: none,
  },
  'exchange.prepared': {
    apply: (order, event) => unitsExchanged(order, event, 'preparing'),
    words: restockedLabel('收到退貨，準備換貨'),
    mail: returnMails('return-received'),
    stock: exchangeMoves,
    ledger: none,
  },
  'return.exchanged': {
    apply(order, event) {
      const { number, parcel, isPrepared, answer = event.note } = event.data
      const next = isPrepared
        ? answered(order, { ...event, note: answer }, 'exchanged')
        : unitsExchanged(order, event, 'exchanged')
      const sent = { ...parcel, shippedAt: event.at }
      return withReturn(next, number, (one) => ({ ...one, parcel: sent }))
    },
    words: (data) =>
      data.isPrepared ? { what: '寄出換貨' } : restockedLabel('收到退貨，寄出換貨')(data),
    mail: exchangeMails,
    stock: (event, order) => (event.data.isPrepared ? [] : exchangeMoves(event, order)),
    ledger: none,
  },
  'exchange.withdrawn': {
    apply(order, event) {
      const request = returnOf(order, event.data.number)
      const gone = request ? unitsToExchange(request) : []
      const resent = order.resent?.map((count, index) => {
        return count - (gone.find((one) => one.index === index)?.quantity ?? 0)
      })
      return { ...answered(order, event, 'received'), ...defined({ resent }) }
    },
    words: () => ({ what: '不寄換貨，改為退款' }),
    mail: (event, context) =>
      returnMails('return-received')(event, context).map((mail) => {
        return { ...mail, event: `return-refund-${event.data.number}` }
      }),
    stock({ data }, order) {
      const request = returnOf(order, data.number)
      return (request ? unitsToExchange(request) : []).flatMap(({ index, quantity, size }) => {
        const item = sentFrom(data, order.items, index)
        return item ? [{ ...item, size: size ?? item.size, quantity: 0 - quantity }] : []
      })
    },
    ledger: none,
  },
  'exchange.unshipped': {
    apply: (order, { at, data }) => ({
      ...withReturn(order, data.number, ({ parcel: _parcel, ...one }) => ({
        ...one,
        state: 'preparing',
        changedAt: at,
      })),
      returnState: 'preparing',
      ...keptStore(order, data.toSameStore),
    }),
    words: ({ parcel: { carrier, trackingNumber } }) => ({
      what: '換貨要再寄一次',
      why: `${carrier} ${trackingNumber}`,
    }),
  },
  'exchange.corrected': {
    apply: (order, { data }) =>
      withReturn(order, data.number, (one) =>
        one.parcel ? { ...one, parcel: { ...one.parcel, ...data.parcel } } : one,
      ),
    words: correctedText('更正換貨的包裹'),
    mail: exchangeMails,
  },
})

function restockedLabel(what: string) {
  return ({ restock }: { readonly restock: boolean }) =>
    restock ? { what, why: '商品已放回庫存' } : { what }
}

type OfReturn = Happened<{ readonly number: number }>

// An exchange parcel has its own mail, and another on correction.
function exchangeMails(
  { data: { number } }: OfReturn,
  { order, numbered }: MailContext,
): Notification[] {
  const request = returnOf(order, number)
  if (!request?.parcel) return []
  const exchanged = unitsToExchange(request).flatMap(({ index, quantity, size = '' }) => {
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
  return { ...order, restocked: countUnits(order, order.restocked, request.items) }
}

type Exchange = Happened<{
  readonly number: number
  readonly restock: boolean
  readonly answer?: string | undefined
  readonly fromStock?: readonly number[] | undefined
}>

// A line of an order as what is sent in exchange for it is counted.
function sentFrom(
  { fromStock: ofStock }: Pick<Exchange['data'], 'fromStock'>,
  items: readonly OrderItem[],
  index: number,
): OrderItem | undefined {
  const item = items[index]
  return item && ofStock?.includes(index) ? fromStock(item) : item
}

// Counts what came back for the stock, and what is sent for it.
function unitsExchanged(order: Order, event: Exchange, state: 'preparing' | 'exchanged'): Order {
  const { number, answer = event.note } = event.data
  const request = returnOf(order, number)
  const next = restocked(answered(order, { ...event, note: answer }, state), event)
  const resent = request && countUnits(order, order.resent, unitsToExchange(request))
  return { ...next, ...defined({ resent }) }
}

// Gives the units of the return back, and takes those sent for them.
function exchangeMoves(event: Exchange, order: Order): readonly OrderItem[] {
  const request = returnOf(order, event.data.number)
  const sent = countMoved(order, order.resent, request ? unitsToExchange(request) : [])
  return [
    ...comeBack(event, order),
    ...sent.map(({ item, unit, more }) => ({
      ...(sentFrom(event.data, order.items, unit.index) ?? item),
      size: unit.size ?? item.size,
      quantity: more,
    })),
  ]
}

// Adds these units to each item's count, at most those ordered.
function countUnits(
  { items }: Order,
  before: readonly number[] | undefined,
  counted: readonly ReturnedUnits[],
): number[] {
  return items.map(({ quantity }, index) => {
    const more = counted.find((one) => one.index === index)?.quantity ?? 0
    return Math.min(quantity, (before?.[index] ?? 0) + more)
  })
}

// The units that an event newly counts, never above the quantity ordered.
function countMoved(
  { items }: Order,
  before: readonly number[] | undefined,
  counted: readonly ReturnedUnits[],
): readonly { readonly item: OrderItem; readonly more: number; readonly unit: ReturnedUnits }[] {
  return counted.flatMap((unit) => {
    const item = items[unit.index]
    const known = before?.[unit.index] ?? 0
    return item ? [{ item, unit, more: Math.min(unit.quantity, item.quantity - known) }] : []
  })
}

// Gives the units of a return back.
function comeBack({ data: { number, restock } }: Restocking, order: Order): readonly OrderItem[] {
  const request = returnOf(order, number)
  if (!request || !restock) return []
  return countMoved(order, order.restocked, request.items).map(({ item, more }) => ({
    ...item,
    quantity: 0 - more,
  }))
}
