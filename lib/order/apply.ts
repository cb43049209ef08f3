import { EMPTY_RECIPIENT, type Recipient } from '../delivery/recipient.ts'
import { ownNumber } from './invoice/invoice-words.ts'
import { isStanding } from './parcel/order-parcel.ts'
import {
  type CancelRight,
  type EventOf,
  piecesToExchange,
  type ReturnedPieces,
  type ReturnRequest,
  type ReturnState,
  type EventType,
  type OrderEvent,
} from './events.ts'
import { isAwaited } from './awaited.ts'
import type { Order, OrderChange } from './order.ts'
import { defined } from '../defined.ts'
import type { Attempt, Payment } from './payment/payment.ts'
import {
  withAttempt,
  withPayment,
  APPLY_ATTEMPTS,
  APPLY_MONEY,
  withCheck,
} from './apply-payment.ts'
import { nextCheck } from './payment/sweep-schedule.ts'

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

// Earlier recipients, the owner's notes and a member's reasons; what the owner said to an event of the order stays.
function withoutPerson(event: OrderEvent, recipient: Recipient): OrderEvent {
  switch (event.type) {
    case 'order.placed':
      return event.data.recipient ? { ...event, data: { ...event.data, recipient } } : event
    case 'recipient.edited':
      return { ...event, data: { before: {} } }
    case 'note.added': {
      const { note: _note, ...kept } = event
      return kept
    }
    case 'return.requested': {
      const { note: _note, ...kept } = event
      const { contact: _contact, ...data } = event.data
      return { ...kept, data }
    }
    case 'other':
      return {
        ...event,
        data: { stored: { type: event.data.stored.type, at: event.at, by: event.by } },
      }
    default:
      return event
  }
}

// The person leaves the earlier events too: no later reader finds them there.
function erase(order: Order, { data }: EventOf<'person.erased'>): Order {
  const { returns, recipient } = order
  const kept = { ...recipient, note: '' }
  const named = data.extent === 'kept' ? kept : EMPTY_RECIPIENT
  const plain = {
    ...order,
    recipient: kept,
    history: order.history.map((one) => withoutPerson(one, named)),
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

type ReviewOpening = EventOf<'review.opened' | 'review.changed'>

// The capture of a second payment does not pay the order; any other is what the owner looks at.
function withMoney(payment: Payment, { at, data }: ReviewOpening): Payment {
  const { reason, money } = data
  if (!money) return payment
  const { attempt, state, captureRef, issue } = money
  const known = withAttempt(payment, attempt, (one) => ({
    ...one,
    reason: issue,
    ...defined({ state, captureId: captureRef }),
    changedAt: at,
  }))
  const captureId = payment.captureId ?? captureRef
  return reason === 'second-capture' || captureId === undefined ? known : { ...known, captureId }
}

function open(order: Order, event: ReviewOpening): Order {
  const { payment } = order
  if (!payment) return order
  const review = { reason: event.data.reason, at: event.at }
  return withPayment(order, { ...withMoney(payment, event), review }, event)
}

// After a review exactly the attempt whose money is kept, or was given back, is captured.
function endAttempt(attempt: Attempt, { at, data }: EventOf<'review.closed'>): Attempt {
  const ended = { ...attempt, changedAt: at }
  if (attempt.number !== data.attempt) return { ...ended, state: 'closed', reason: 'reviewed' }
  return data.captureRef === undefined
    ? { ...ended, state: 'captured', reason: 'reviewed' }
    : { ...ended, state: 'captured', captureId: data.captureRef }
}

function close(order: Order, event: EventOf<'review.closed'>): Order {
  if (!order.payment) return order
  const { review: _review, captureId: before, unlisted, ...payment } = order.payment
  const attempts = payment.attempts.map((one) => endAttempt(one, event))
  if (event.data.end === 'expired') {
    return withPayment(order, { ...payment, attempts, refundedAmount: 0, refunds: [] }, event)
  }
  const captureId = event.data.captureRef ?? before
  const next = {
    ...payment,
    attempts,
    ...defined({ captureId, unlisted }),
  }
  return withPayment(order, next, event)
}

/** Changes made by each event of a review. */
export const APPLY_REVIEW = {
  'review.opened': open,
  'review.changed': open,
  'review.closed': close,
}

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

// Two invoices of one sale stay told while there are two (rule 1100).
function endPaperAlarm(order: Order): Order {
  const isTwo = order.invoicing?.state === 'issued' && ownNumber(order) !== undefined
  return { ...order, invoiceAlarm: isTwo ? 'two-invoices' : null }
}

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
  'invoice.allowed': endPaperAlarm,
  'invoice.found-void': endInvoiceAlarm,
  'invoice.alarmed': (order: Order, { data }: EventOf<'invoice.alarmed'>): Order => {
    return { ...order, invoiceAlarm: data.alarm }
  },
  'invoice.settled': endPaperAlarm,
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
  const changed = changeBy(order, event)
  return { ...changed, history: [...changed.history, event] }
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
