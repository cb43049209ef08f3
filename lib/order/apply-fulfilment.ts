import { EMPTY_RECIPIENT } from '../delivery/recipient.ts'
import { isStanding } from './parcel/order-parcel.ts'
import type { CancelRight } from './cancel-right-schema.ts'
import { isAwaited } from './awaited.ts'
import type { EventOf } from './events.ts'
import type { Order } from './order.ts'
import { defined } from '../defined.ts'

function editRecipient(order: Order, { data }: EventOf<'recipient.edited'>): Order {
  const { after = {} } = data
  // The owner chose another store for the shopper who was asked for one.
  const isAnswered = order.storeChoice && 'store' in after
  const answered = isAnswered ? { storeChoice: null, parcelAlarm: null } : {}
  return { ...order, recipient: { ...order.recipient, ...after }, ...answered }
}

function moveDate(order: Order, { data }: EventOf<'ship-date.changed'>): Order {
  const { product, shipsAbout } = data
  return {
    ...order,
    items: order.items.map((item) =>
      item.id === product && isAwaited(item)
        ? { ...item, preorder: { ...item.preorder, shipsAbout } }
        : item,
    ),
  }
}

function bringGoods(order: Order, { data }: EventOf<'goods.arrived'>): Order {
  return {
    ...order,
    items: order.items.map((item) =>
      item.id === data.product && isAwaited(item)
        ? { ...item, preorder: { ...item.preorder, fromStock: true, isHere: true } }
        : item,
    ),
  }
}

function changeRight(order: Order, product: string, change: Partial<CancelRight>): Order {
  const { cancelRights = [] } = order
  return {
    ...order,
    cancelRights: cancelRights.map((right) =>
      right.product === product ? { ...right, ...change } : right,
    ),
  }
}

const asCancelRequest =
  (state: 'asked' | 'withdrawn') =>
  (order: Order, { at }: { readonly at: string }): Order => ({
    ...order,
    cancelRequest: { state, changedAt: at },
  })

function ship(order: Order, { at, data }: EventOf<'parcel.shipped'>): Order {
  return { ...order, status: '已出貨', shipment: { ...data.parcel, shippedAt: at } }
}

function correctParcel(order: Order, { data }: EventOf<'parcel.corrected'>): Order {
  return order.shipment ? { ...order, shipment: { ...order.shipment, ...data.parcel } } : order
}

function unship({ shipment: _shipment, ...order }: Order): Order {
  return { ...order, status: '已付款' }
}

function changeItems(order: Order, { data }: EventOf<'items.changed'>): Order {
  const { items = order.items, removed } = data
  return { ...order, items, ...defined({ removed }) }
}

function complete(order: Order, { at }: EventOf<'order.completed'>): Order {
  return { ...order, status: '已完成', completedAt: at }
}

// A wrong scan takes back that the buyer has it; an alarm about the state before is over.
function moveParcel(order: Order, { data }: EventOf<'parcel.moved'>): Order {
  const { status, parcelAlarm: alarm } = order
  const parcelAlarm = isStanding(alarm) ? alarm : null
  const isBack = data.from === 'picked-up' && status === '已完成'
  return { ...order, parcelAlarm, status: isBack ? '已出貨' : status }
}

function erase(order: Order, { data }: EventOf<'person.erased'>): Order {
  const { returns, recipient } = order
  const plain = {
    ...order,
    recipient: { ...recipient, note: '' },
    ...(returns ? { returns: returns.map((one) => ({ ...one, reason: '', contact: '' })) } : {}),
  }
  if (data.extent === 'kept') return plain
  return { ...plain, uid: '', email: '', recipient: EMPTY_RECIPIENT, invoice: { kind: 'email' } }
}

/** Changes made by each event of a recipient, a parcel and an invoice's number. */
export const APPLY_FULFILMENT = {
  'order.completed': complete,
  'recipient.edited': editRecipient,
  'invoice.recorded': (order: Order, { data }: EventOf<'invoice.recorded'>): Order => {
    return { ...order, invoiceNumber: data.invoiceNumber }
  },
  'invoice.issued': (order: Order, { data }: EventOf<'invoice.issued'>): Order => {
    // The owner's own number stays.
    const { invoiceNumber = data.invoiceNumber } = order
    return { ...order, invoiceNumber, invoiceAlarm: null }
  },
  'items.changed': changeItems,
  'ship-date.changed': moveDate,
  'goods.arrived': bringGoods,
  'facts.published': (order: Order, { data }: EventOf<'facts.published'>): Order => {
    const { product, on: publishedOn, until } = data
    return changeRight(order, product, { publishedOn, until })
  },
  'facts-day.changed': (order: Order, { data }: EventOf<'facts-day.changed'>): Order => {
    const { product, by: factsBy, until } = data
    return changeRight(order, product, { factsBy, until })
  },
  'cancellation.requested': asCancelRequest('asked'),
  'cancellation.withdrawn': asCancelRequest('withdrawn'),
  'parcel.shipped': ship,
  'parcel.corrected': correctParcel,
  'parcel.unshipped': unship,
  'parcel.moved': moveParcel,
  'store.chosen': (order: Order, { data }: EventOf<'store.chosen'>): Order => {
    return { ...order, recipient: { ...order.recipient, store: data.store }, parcelAlarm: null }
  },
  'person.erased': erase,
}
