import { nextCheck } from './payment/sweep-schedule.ts'
import { APPLY_ATTEMPTS } from './apply-attempts.ts'
import { APPLY_FULFILMENT } from './apply-fulfilment.ts'
import { APPLY_MONEY } from './apply-money.ts'
import { withCheck } from './apply-payment.ts'
import { APPLY_RETURNS } from './apply-returns.ts'
import { APPLY_REVIEW } from './apply-review.ts'
import type { EventOf, EventType, OrderEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'
import { defined } from '../defined.ts'

type Apply<Type extends EventType> = (order: Order, event: EventOf<Type>) => Order

const same = (order: Order) => order

// A draft's first event says nothing of what is ordered yet.
function place(order: Order, { at, data }: EventOf<'order.placed'>): Order {
  const { items, recipient, hold, cancelRights } = data
  if (!items || !recipient) return order
  const placed: Order = {
    ...withoutHold(order),
    status: '待付款',
    items,
    recipient,
    ...(hold ? { hold } : {}),
    ...(cancelRights ? { cancelRights } : {}),
  }
  return withCheck(placed, nextCheck(placed, new Date(at), 0))
}

// A paid or cancelled order has no hold.
function withoutHold({ hold: _hold, ...order }: Order): Order {
  return order
}

function pay(order: Order, { at, data }: EventOf<'order.paid'>): Order {
  const { details } = data
  const paid: Order = {
    ...withoutHold(order),
    status: '已付款',
    paidAt: at,
    ...defined({ paymentDetails: details }),
  }
  return withCheck(paid, nextCheck(paid, new Date(at), 0))
}

function cancel(order: Order, { at }: EventOf<'order.cancelled'>): Order {
  return withCheck({ ...withoutHold(order), status: '已取消', cancelledAt: at }, null)
}

function lapse(order: Order, { at }: EventOf<'hold.lapsed'>): Order {
  const lapsed = { ...order, hold: { lapsedAt: at } }
  return withCheck(lapsed, nextCheck(lapsed, new Date(at), order.check?.looks ?? 0))
}

function retake(order: Order, { at, data }: EventOf<'hold.retaken'>): Order {
  const { products = [...new Set(order.items.map(({ id }) => id))] } = data
  return { ...order, hold: { until: at, products } }
}

const endInvoiceAlarm = (order: Order): Order => ({ ...order, invoiceAlarm: null })

// Alarms follow from events; OrderChange carries the rest of a carrier's or an issuer's work.
const CARRIER_WORK = {
  'parcel.requested': same,
  'parcel.booked': same,
  'parcel.refused': same,
  'parcel.missing': same,
  'parcel.unknown-code': same,
  'parcel.charged': same,
  'parcel.alarmed': (order: Order, { data }: EventOf<'parcel.alarmed'>): Order => {
    return { ...order, parcelAlarm: data.alarm }
  },
  'parcel.settled': (order: Order): Order => ({ ...order, parcelAlarm: null }),
  'store.requested': same,
  'invoice.dropped': endInvoiceAlarm,
  'invoice.voided': endInvoiceAlarm,
  'invoice.allowed': endInvoiceAlarm,
  'invoice.found-void': endInvoiceAlarm,
  'invoice.alarmed': (order: Order, { data }: EventOf<'invoice.alarmed'>): Order => {
    return { ...order, invoiceAlarm: data.alarm }
  },
  'invoice.settled': endInvoiceAlarm,
}

const APPLY: { readonly [Type in EventType]: Apply<Type> } = {
  'order.placed': place,
  'order.paid': pay,
  'order.cancelled': cancel,
  'hold.lapsed': lapse,
  'hold.retaken': retake,
  'note.added': same,
  ...APPLY_FULFILMENT,
  ...CARRIER_WORK,
  ...APPLY_RETURNS,
  ...APPLY_ATTEMPTS,
  ...APPLY_MONEY,
  ...APPLY_REVIEW,
  'payment.reminded': same,
  'refunds.unwatched': (order) => withCheck(order, null),
  other: same,
}

function changeBy<Type extends EventType>(order: Order, event: EventOf<Type>): Order {
  return APPLY[event.type](order, event)
}

/** The order after an event, which joins its history. Every event can be applied to every order. */
export function apply(order: Order, event: OrderEvent): Order {
  return { ...changeBy(order, event), history: [...order.history, event] }
}

/** The order after these events, one after the other. */
export function applyEvents(order: Order, events: readonly OrderEvent[]): Order {
  return events.reduce(apply, order)
}

/** The order after a change. */
export function applyChange(order: Order, { events, ...work }: OrderChange): Order {
  return { ...applyEvents(order, events), ...work }
}

/** The fields of an order that a change wrote anew; what it took away is undefined. */
export function changedFields(before: Order, after: Order): Readonly<Record<string, unknown>> {
  const old = new Map<string, unknown>(Object.entries(before))
  const next = new Map<string, unknown>(Object.entries(after))
  const names = [...new Set([...old.keys(), ...next.keys()])]
  const changed = names.filter((name) => old.get(name) !== next.get(name))
  return Object.fromEntries(changed.map((name) => [name, next.get(name)]))
}
