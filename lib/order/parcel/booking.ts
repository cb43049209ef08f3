import {
  homeDestination,
  isParcelName,
  mobileNumber,
  parcelName,
} from '../../delivery/parcel-recipient.ts'
import { storeFrom } from '../../delivery/recipient.ts'
import { doLooksAgree, isInFlight } from '../../operation/timing.ts'
import { linePaid } from '../../price/price.ts'
import { defined, fail, ok, type Result } from '../../result.ts'
import { taipeiDay } from '../../time/taipei-time.ts'
import { applyEvents } from '../apply.ts'
import {
  type ChangeContext,
  newEvent,
  type OrderEvent,
  piecesToExchange,
  type ReturnRequest,
} from '../events.ts'
import { moneyProblem, type MoneyProblem, complete, ship } from '../fulfilment.ts'
import type { Order, OrderChange, OrderItem } from '../order.ts'
import { exchangeLeft } from '../return-answer.ts'
import { itemsOf } from '../stock.ts'
import {
  type ParcelCarrier,
  type ParcelChain,
  type ParcelIds,
  type ParcelToBook,
  exchangeToSend,
  liveParcel,
  liveParcels,
  type OrderParcel,
  MISSING_FOR,
  type ParcelRecord,
  hasLeft,
  isOver,
  isStanding,
  type ParcelAlarm,
  shipmentOf,
  canMove,
  type ParcelState,
} from './order-parcel.ts'

/** Days between booking and the deadline for handing over a parcel. */
const DAYS_TO_HAND_OVER: Readonly<Record<ParcelChain, number>> = { '7-11': 6, 全家: 6, 黑貓: 20 }
const DAY = 24 * 60 * 60 * 1000

/** The last day (YYYY-MM-DD, Taipei) on which a booked parcel may be handed over. */
export function handOverBy(bookedAt: Date, chain: ParcelChain): string {
  return taipeiDay(new Date(bookedAt.getTime() + DAYS_TO_HAND_OVER[chain] * DAY))
}

/**
 * Returns a parcel's unique alphanumeric number of at most 20. `attempt` counts an order's parcels
 * from 1.
 */
export function parcelNumber(orderNumber: string, attempt: number): string {
  const digits = orderNumber.replaceAll(/\D/g, '')
  return `OT${digits}L${String(attempt).padStart(2, '0')}`.slice(-20)
}

/** Why no parcel is booked for an order by the shop's own rules. */
export type BookingRefusal =
  | 'no-such-move'
  | MoneyProblem
  | 'not-to-store'
  | 'store-recipient'
  | 'home-recipient'
  | 'booking-under-way'

/** Destinations of a carrier besides stores. */
export type Reach = Pick<ParcelCarrier, 'sendsHome'>

/** Whether something of an order waits to be sent: all of it, or the exchange of a return. */
export function isToSend(order: Order): boolean {
  return order.status === '已付款' || exchangeToSend(order) !== undefined
}

/** The pieces that an order's next parcel carries: its own, or those of an exchange, in their sizes. */
export function itemsToSend(order: Order): readonly OrderItem[] {
  const number = exchangeToSend(order)
  const request = order.returns?.find((one) => one.number === number)
  return request ? itemsOf(order, piecesToExchange(request)) : order.items
}

/** Why no parcel may be booked for an order; undefined when one may. */
export function bookingProblem(
  order: Order,
  { sendsHome }: Reach,
): Exclude<BookingRefusal, 'booking-under-way'> | undefined {
  if (!isToSend(order)) return 'no-such-move'
  const problem = moneyProblem(order)
  if (problem) return problem
  const { recipient } = order
  if (order.shippingMethod === 'home' && sendsHome) {
    return homeDestination(recipient) ? undefined : 'home-recipient'
  }
  const { number } = storeFrom(recipient.store)
  if (order.shippingMethod !== 'store' || number === '') return 'not-to-store'
  const isTaken = isParcelName(parcelName(recipient)) && mobileNumber(recipient.phone)
  return isTaken ? undefined : 'store-recipient'
}

/** The most that a chain takes as a parcel's value, in TWD. */
const MOST_VALUE = 20_000

/**
 * Returns the change that claims a booking, new or abandoned, before the request. Undefined if
 * booked.
 */
export function claimBooking(
  order: Order,
  { claim, sendsHome }: Reach & { readonly claim: string },
  context: ChangeContext,
): Result<OrderChange | undefined, BookingRefusal> {
  const live = liveParcel(order)
  if (live?.claim === claim) return ok(undefined)
  if (live && live.state !== 'booking') return ok(undefined)
  if (live && isInFlight(live.sentAt, context.now)) return fail('booking-under-way')
  const problem = bookingProblem(order, { sendsHome })
  if (problem && !live) return fail(problem)
  const chosen = storeFrom(order.recipient.store)
  const isHome = order.shippingMethod === 'home'
  const worth = itemsToSend(order).reduce((total, item) => total + linePaid(item), 0)
  const parcel = live ?? {
    number: parcelNumber(order.orderNumber, (order.parcels?.length ?? 0) + 1),
    chain: isHome ? '黑貓' : chosen.chain,
    store: isHome ? '' : chosen.number,
    value: Math.min(Math.max(worth, 1), MOST_VALUE),
  }
  const { number, chain, store, value } = parcel
  const exchange = exchangeToSend(order)
  const data = { parcel: number, claim, chain, store, value, ...defined({ exchange }) }
  return ok({ events: [newEvent('parcel.requested', data, context)] })
}

/** Returns the booking request of an order's parcel. */
export function bookingOf(order: Order, parcel: OrderParcel): ParcelToBook {
  const { number, chain, store, value, sentAt } = parcel
  const {
    zipcode = '',
    address = '',
    phone = '',
  } = chain === '黑貓' ? (homeDestination(order.recipient) ?? {}) : {}
  const items = itemsToSend(order)
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    number,
    destination: chain === '黑貓' ? { chain, zipcode, address } : { chain, store },
    value,
    goods: `${items[0]?.title ?? ''} ${pieces}件`,
    recipient: {
      name: parcelName(order.recipient),
      phone: mobileNumber(order.recipient.phone) ?? phone,
    },
    bookedAt: new Date(sentAt),
  }
}

const isOpenBooking = (order: Order, number: string) =>
  order.parcels?.some((one) => one.number === number && one.state === 'booking') === true

/** The change that stores the ids of a booked parcel; nothing when they are stored. */
export function bookingDone(
  order: Order,
  number: string,
  { chain: _chain, ...ids }: ParcelIds,
  context: ChangeContext,
): OrderChange | undefined {
  if (!isOpenBooking(order, number)) return undefined
  return { events: [newEvent('parcel.booked', { parcel: number, ids }, context)] }
}

/** The change that ends a booking which the carrier refused; nothing when another request has it now. */
export function bookingRefused(
  order: Order,
  {
    number,
    claim,
    issue,
  }: { readonly number: string; readonly claim: string; readonly issue: string },
  context: ChangeContext,
): OrderChange | undefined {
  const isOurs = order.parcels?.some((one) => one.number === number && one.claim === claim)
  if (!isOurs || !isOpenBooking(order, number)) return undefined
  return { events: [newEvent('parcel.refused', { parcel: number, issue }, context)] }
}

/** The change that notes when the carrier first had none of a parcel; nothing when it is noted. */
export function bookingMissing(
  order: Order,
  number: string,
  context: ChangeContext,
): OrderChange | undefined {
  const parcel = order.parcels?.find((one) => one.number === number)
  if (!isOpenBooking(order, number) || parcel?.missingAt !== undefined) return undefined
  return { events: [newEvent('parcel.missing', { parcel: number }, context)] }
}

/** Whether the carrier had none of a parcel so long that its number may be sent again. */
export function mayBookAgain({ missingAt }: OrderParcel, now: Date): boolean {
  return doLooksAgree(missingAt, now, MISSING_FOR)
}

/** States that alarm the owner on arrival. */
const ALARMING = [
  'mis-scanned',
  'unclaimed',
  'back-in-store',
  'uncollected',
  'sent-home',
  'store-closed',
  'damaged',
  'lost',
  'expired',
  'destroyed',
] as const satisfies readonly ParcelState[]

const NOTHING: readonly OrderEvent[] = []

// Moves the order's status when its parcel leaves and arrives; a wrong scan that is taken back moves nothing here.
function statusEvents(
  order: Order,
  parcel: OrderParcel,
  news: readonly OrderEvent[],
  context: ChangeContext,
): readonly OrderEvent[] {
  const { state, exchange } = parcel
  if (exchange !== undefined) {
    return hasLeft(state) ? exchangeLeft(order, exchange, shipmentOf(parcel), context) : NOTHING
  }
  if (news.some((event) => event.type === 'parcel.moved' && event.data.from)) return NOTHING
  if (!hasLeft(state) || order.shipment !== undefined) {
    return state === 'picked-up' ? arrival(order, context) : NOTHING
  }
  const left = ship(order, { ...shipmentOf(parcel), isDespiteBooking: true }, context)
  const gone = left.ok ? left.data?.events : undefined
  if (!gone) return NOTHING
  return state === 'picked-up' ? [...gone, ...arrival(applyEvents(order, gone), context)] : gone
}

function arrival(order: Order, context: ChangeContext): readonly OrderEvent[] {
  const arrived = complete(order, context)
  return (arrived.ok ? arrived.data?.events : undefined) ?? NOTHING
}

function alarmOf(order: Order, { state, exchange, collect }: OrderParcel): ParcelAlarm | null {
  if (collect !== undefined) return 'collects'
  const mustNotShip = moneyProblem(order) !== undefined
  const isHere = state === 'booked' || state === 'booking'
  const isUnsent =
    exchange === undefined ? order.status === '已付款' : exchangeToSend(order) === exchange
  // Not shipped yet, or shipped wrongly.
  if (mustNotShip && (isHere || (hasLeft(state) && isUnsent))) return 'unshippable'
  if (state === 'collected') return mustNotShip ? null : 'came-back'
  return ALARMING.find((one) => one === state) ?? null
}

/** Whether an order's newest parcel came back to the shop, and nothing else was done since. */
export function cameBack(order: Order): boolean {
  const newest = order.parcels?.at(-1)
  if (newest?.state !== 'collected' || newest.exchange !== undefined) return false
  return order.status === '已出貨' && order.shipment !== undefined
}

/** The return whose exchange came back to the shop, where nothing else was done since. */
export function exchangeBack({ parcels, returns }: Order): ReturnRequest | undefined {
  const newest = parcels?.at(-1)
  if (newest?.state !== 'collected' || newest.exchange === undefined) return undefined
  return returns?.find(({ number, state }) => number === newest.exchange && state === 'exchanged')
}

/** Where a parcel that came back is sent again. */
export const SEND_AGAIN = ['same', 'other-store'] as const

/**
 * The change that has a parcel sent again which came back: the order is to be shipped once more, and
 * its buyer is asked for another store where one is wanted. `token` opens the link of that mail.
 */
export function sendAgain(
  order: Order,
  { to, token }: { readonly to: (typeof SEND_AGAIN)[number]; readonly token: string },
  context: ChangeContext,
): Result<OrderChange | undefined, 'no-such-move' | MoneyProblem> {
  const { parcelAlarm, recipient, shippingMethod } = order
  const isToHome = to === 'other-store' && shippingMethod !== 'store'
  const exchange = exchangeBack(order)
  const sent = cameBack(order) ? order.shipment : exchange?.parcel
  if (!sent || isToHome) return fail('no-such-move')
  const problem = moneyProblem(order)
  if (problem) return fail(problem)
  const { carrier, trackingNumber } = sent
  const parcel = { carrier, trackingNumber }
  const { store } = recipient
  const data = { store, number: storeFrom(store).number, token, isBack: true } as const
  const kept = to === 'same' ? { toSameStore: true as const } : {}
  return ok({
    events: [
      exchange
        ? newEvent('exchange.unsent', { number: exchange.number, parcel, ...kept }, context)
        : newEvent('parcel.unshipped', { parcel, ...kept }, context),
      ...(parcelAlarm ? [newEvent('parcel.settled', { alarm: parcelAlarm }, context)] : []),
      ...(to === 'other-store' ? [newEvent('store.requested', data, context)] : []),
    ],
  })
}

// The fee and what would be collected, where a record says anything new of them; in whole TWD.
function newCharge(parcel: OrderParcel, record: ParcelRecord) {
  const known = { fee: parcel.fee ?? 0, collect: parcel.collect ?? 0 }
  const fee = record.fee > 0 ? record.fee : known.fee
  const collect = record.collect > 0 ? record.collect : known.collect
  return fee === known.fee && collect === known.collect ? undefined : { fee, collect }
}

// What a record says that the order does not know yet.
function reportEvents(
  parcel: OrderParcel,
  record: ParcelRecord,
  context: ChangeContext,
): readonly OrderEvent[] {
  const { number, ids, state: known, unknownCodes = [] } = parcel
  const { code, words } = record
  const { paymentNo, validation } = record.ids
  const reported = { parcel: number, code, words }
  const isNumbered = ids?.paymentNo === '' && paymentNo !== ''
  const charge = newCharge(parcel, record)
  // States move only as the table allows.
  const state = record.state && canMove(known, record.state) ? record.state : undefined
  const left = known === 'picked-up' ? { from: known } : {}
  const isUnknown = record.state === undefined && code !== '' && !unknownCodes.includes(code)
  return [
    ...(isNumbered
      ? [newEvent('parcel.numbered', { parcel: number, paymentNo, validation }, context)]
      : []),
    ...(charge ? [newEvent('parcel.charged', { parcel: number, ...charge }, context)] : []),
    ...(state ? [newEvent('parcel.moved', { ...reported, ...left, state }, context)] : []),
    ...(isUnknown ? [newEvent('parcel.unknown-code', reported, context)] : []),
  ]
}

// What is to be told of a parcel. What lasts is told again only once the parcel has moved since the owner settled it.
function untoldAlarm(order: Order, parcel: OrderParcel): ParcelAlarm | null {
  const alarm = alarmOf(order, parcel)
  if (!isStanding(alarm)) return alarm
  const settled = order.history.findLast(
    ({ type, by }) => type === 'parcel.settled' && by === 'owner',
  )
  const isSame = settled?.type === 'parcel.settled' && settled.data.alarm === alarm
  return isSame && settled.at >= (parcel.sightings.at(-1)?.at ?? '') ? null : alarm
}

// An alarm that stands comes first; then the new state's, then that of a code, each of which is told.
function alarmEvents(
  order: Order,
  parcel: OrderParcel,
  news: readonly OrderEvent[],
  context: ChangeContext,
): readonly OrderEvent[] {
  const before = order.parcelAlarm ?? null
  // What lasts of another parcel of the order stands before what this one says.
  const others = liveParcels(order).filter(({ number }) => number !== parcel.number)
  const lasting = others.map((one) => untoldAlarm(order, one)).find(isStanding)
  const own = lasting ?? untoldAlarm(order, parcel)
  const isMoved = news.some(({ type }) => type === 'parcel.moved')
  const isCode = news.some(({ type }) => type === 'parcel.unknown-code')
  const isOwn = isStanding(own) || isMoved
  const alarm = isOwn ? own : isCode ? 'unknown-code' : isStanding(before) ? null : before
  if (alarm === null) {
    return isStanding(before) ? [newEvent('parcel.settled', { alarm: before }, context)] : []
  }
  const isTold = alarm === before && !(isCode && alarm === 'unknown-code')
  return isTold ? [] : [newEvent('parcel.alarmed', { parcel: parcel.number, alarm }, context)]
}

/**
 * Returns the change for a carrier's record, or undefined without news. States move only as the
 * table allows.
 */
export function followParcel(
  order: Order,
  record: ParcelRecord,
  context: ChangeContext,
): OrderChange | undefined {
  const before = order.parcels?.find(({ number }) => number === record.number)
  if (before === undefined || before.ids === undefined || isOver(before)) return undefined
  const news = reportEvents(before, record, context)
  const after = applyEvents(order, news).parcels?.find(({ number }) => number === record.number)
  const parcel = after ?? before
  const alarms = alarmEvents(order, parcel, news, context)
  if (news.length === 0 && alarms.length === 0) return undefined
  const isStoreChanged = news.some(
    (one) => one.type === 'parcel.moved' && one.data.state === 'store-changed',
  )
  // The store that was wished for is the one to which the carrier sends it on, also where its answer was lost.
  const wish = isStoreChanged ? order.storeChoice?.wish : undefined
  const { store: old } = order.recipient
  const chosen = wish
    ? [newEvent('store.chosen', { store: wish.store, number: wish.number, before: old }, context)]
    : []
  const status = statusEvents(order, parcel, news, context)
  return { events: [...news, ...status, ...alarms, ...chosen] }
}
