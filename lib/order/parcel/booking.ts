import { storeFrom } from '../../delivery/recipient.ts'
import { moneyProblem, type MoneyProblem, complete, ship } from '../fulfilment.ts'
import type { Order, OrderChange } from '../order.ts'
import {
  type ParcelCarrier,
  type ParcelIds,
  type ParcelToBook,
  liveParcel,
  type OrderParcel,
  type ParcelChange,
  withParcel,
  MISSING_FOR,
  nextParcelCheck,
  parcelNumber,
  type ParcelRecord,
  hasLeft,
  isOver,
  isStanding,
  type ParcelAlarm,
  shipmentOf,
  canMove,
  type ParcelState,
  withSighting,
} from './order-parcel.ts'
import {
  homeDestination,
  isParcelName,
  mobileNumber,
  parcelName,
} from '../../delivery/parcel-recipient.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import { fail, ok, type Result } from '../../result.ts'
import { applyEvents } from '../apply.ts'
import { doLooksAgree, isInFlight } from '../../operation/timing.ts'

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

/** Why no parcel may be booked for an order; undefined when one may. */
export function bookingProblem(
  order: Order,
  { sendsHome }: Reach,
): Exclude<BookingRefusal, 'booking-under-way'> | undefined {
  if (order.status !== '已付款') return 'no-such-move'
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

const MOST_VALUE = 20_000

/** Declared value within a chain's limits: 1 to 20,000 TWD. */
function goodsValue({ items }: Pick<Order, 'items'>): number {
  const sum = items.reduce((total, { price, quantity }) => total + price * quantity, 0)
  return Math.min(Math.max(sum, 1), MOST_VALUE)
}

function withClaim(parcel: OrderParcel, claim: string, { now }: ChangeContext): OrderParcel {
  return { ...parcel, claim, sentAt: now.toISOString() }
}

function destinationOf({ shippingMethod, recipient }: Order) {
  const { chain, number: store } = storeFrom(recipient.store)
  return shippingMethod === 'home' ? { chain: '黑貓' as const, store: '' } : { chain, store }
}

function newParcel(order: Order, claim: string, { now }: ChangeContext): OrderParcel {
  return {
    number: parcelNumber(order.orderNumber, (order.parcels?.length ?? 0) + 1),
    ...destinationOf(order),
    value: goodsValue(order),
    state: 'booking',
    claim,
    sentAt: now.toISOString(),
    sightings: [],
  }
}

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
  const parcel = live ? withClaim(live, claim, context) : newParcel(order, claim, context)
  const parcels = live
    ? withParcel(order, live.number, () => parcel)
    : [...(order.parcels ?? []), parcel]
  const { parcelRefs = [] } = order
  return ok({
    parcels,
    parcelRefs: [...new Set([...parcelRefs, parcel.number])],
    parcelCheckAt: nextParcelCheck({ ...order, parcels }, context.now),
    events: [newEvent('parcel.requested', { parcel: parcel.number }, context)],
  })
}

/** Returns the booking request of an order's parcel. */
export function bookingOf(order: Order, parcel: OrderParcel): ParcelToBook {
  const { number, chain, store, value, sentAt } = parcel
  const {
    zipcode = '',
    address = '',
    phone = '',
  } = chain === '黑貓' ? (homeDestination(order.recipient) ?? {}) : {}
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    number,
    destination: chain === '黑貓' ? { chain, zipcode, address } : { chain, store },
    value,
    goods: `${order.items[0]?.title ?? ''} ${pieces}件`,
    recipient: {
      name: parcelName(order.recipient),
      phone: mobileNumber(order.recipient.phone) ?? phone,
    },
    bookedAt: new Date(sentAt),
  }
}

function changeBooking(
  order: Order,
  number: string,
  change: (parcel: OrderParcel) => OrderParcel,
  { context, event }: { readonly context: ChangeContext; readonly event: OrderEvent },
): OrderChange {
  const parcels = withParcel(order, number, change)
  const parcelCheckAt = nextParcelCheck({ ...order, parcels }, context.now)
  return { parcels, parcelCheckAt, events: [event] }
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
  const event = newEvent('parcel.booked', { parcel: number }, context)
  const book = (parcel: OrderParcel) => withIds(parcel, ids, context)
  const change = changeBooking(order, number, book, { context, event })
  return { ...change, parcelRefs: [...new Set([...(order.parcelRefs ?? []), ids.carrierId])] }
}

function withIds(
  { missingAt: _missing, ...parcel }: OrderParcel,
  ids: NonNullable<OrderParcel['ids']>,
  { now }: ChangeContext,
): OrderParcel {
  const at = now.toISOString()
  const sighting = { state: 'booked' as const, code: '300', at }
  return { ...parcel, ids, state: 'booked', bookedAt: at, sightings: [sighting] }
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
  const event = newEvent('parcel.refused', { parcel: number, issue }, context)
  const refuse = (parcel: OrderParcel): OrderParcel => ({ ...parcel, state: 'refused', issue })
  return changeBooking(order, number, refuse, { context, event })
}

/** The change that notes when the carrier first had none of a parcel; nothing when it is noted. */
export function bookingMissing(
  order: Order,
  number: string,
  context: ChangeContext,
): OrderChange | undefined {
  const parcel = order.parcels?.find((one) => one.number === number)
  if (!isOpenBooking(order, number) || parcel?.missingAt !== undefined) return undefined
  const event = newEvent('parcel.missing', { parcel: number }, context)
  const missing = { missingAt: context.now.toISOString() }
  return changeBooking(order, number, (one) => ({ ...one, ...missing }), { context, event })
}

/** Whether the carrier had none of a parcel so long that its number may be sent again. */
export function mayBookAgain({ missingAt }: OrderParcel, now: Date): boolean {
  return doLooksAgree(missingAt, now, MISSING_FOR)
}

/** Returns the change that schedules a parcel check after a money or status change. */
export function parcelWish(before: Order, after: Order, at: string): ParcelChange {
  const isPaid = after.status === '已付款' && before.status !== '已付款'
  const isToSend = isPaid && before.shippingMethod === 'store'
  const isBooked = after.payment !== before.payment && liveParcel(before) !== undefined
  return isToSend || isBooked ? { parcelCheckAt: at } : {}
}

/** States that alarm the owner on arrival. */
const ALARMING: ReadonlySet<ParcelState> = new Set<ParcelState>([
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
])

const NOTHING: readonly OrderEvent[] = []

type ParcelPair = { readonly before: OrderParcel; readonly after: OrderParcel }

// Moves the order's status when its parcel leaves and arrives.
function statusEvents(
  order: Order,
  { before, after: parcel }: ParcelPair,
  context: ChangeContext,
): readonly OrderEvent[] {
  const { state } = parcel
  if (before.state === 'picked-up' && state !== 'picked-up') return NOTHING
  if (!hasLeft(state) || order.shipment !== undefined) {
    return state === 'picked-up' ? arrival(order, context) : NOTHING
  }
  const left = ship(order, shipmentOf(parcel), context)
  if (!left.ok || left.data === undefined) return NOTHING
  const gone = left.data.events
  return state === 'picked-up' ? [...gone, ...arrival(applyEvents(order, gone), context)] : gone
}

function arrival(order: Order, context: ChangeContext): readonly OrderEvent[] {
  const arrived = complete(order, context)
  return arrived.ok && arrived.data ? arrived.data.events : NOTHING
}

// True for an unshipped or wrongly shipped parcel of an order that must not ship.
function isUnshippable(order: Order, { state }: OrderParcel): boolean {
  const isHere = state === 'booked' || state === 'booking'
  const isAway = hasLeft(state) && order.status === '已付款'
  return (isHere || isAway) && moneyProblem(order) !== undefined
}

function alarmOf(order: Order, parcel: OrderParcel): ParcelAlarm | null {
  if (parcel.collect !== undefined) return 'collects'
  if (isUnshippable(order, parcel)) return 'unshippable'
  const { state } = parcel
  if (state === 'booking' || state === 'refused') return null
  return ALARMING.has(state) ? state : null
}

function seenState(parcel: OrderParcel, record: ParcelRecord, { now }: ChangeContext): OrderParcel {
  const { state, code } = record
  if (state === undefined || parcel.state === state) return parcel
  if (parcel.state !== 'booking' && parcel.state !== 'refused' && !canMove(parcel.state, state)) {
    return parcel
  }
  const seen = { state, code, at: now.toISOString() }
  const { history } = withSighting(parcel.sightings, seen)
  return { ...parcel, state, sightings: [...history] }
}

function seenFacts(parcel: OrderParcel, record: ParcelRecord, { now }: ChangeContext): OrderParcel {
  const { fee, collect, code, state } = record
  const feeAt = { fee, feeAt: now.toISOString() }
  const known = parcel.unknownCodes ?? []
  const isNew = state === undefined && code !== '' && !known.includes(code)
  const { paymentNo, validation } = record.ids
  // A parcel home gets its number from 黑貓 after it was booked.
  const isNumbered = parcel.ids?.paymentNo === '' && paymentNo !== ''
  return {
    ...parcel,
    ...(isNumbered ? { ids: { ...parcel.ids, paymentNo, validation } } : {}),
    ...(fee > 0 && fee !== parcel.fee ? feeAt : {}),
    ...(collect > 0 ? { collect } : {}),
    ...(isNew ? { unknownCodes: [...known, code] } : {}),
  }
}

function newsOf({ before, after }: ParcelPair, record: ParcelRecord, context: ChangeContext) {
  const { code, words } = record
  const reported = { parcel: after.number, code, words }
  const { state } = after
  const left = before.state === 'picked-up' ? { from: before.state } : {}
  const isMoved = before.state !== state && state !== 'booking' && state !== 'refused'
  const isUnknown = before.unknownCodes?.length !== after.unknownCodes?.length
  const isCharged = before.fee !== after.fee || before.collect !== after.collect
  const charge = { parcel: after.number, fee: after.fee ?? 0, collect: after.collect ?? 0 }
  return [
    ...(isCharged ? [newEvent('parcel.charged', charge, context)] : []),
    ...(isMoved ? [newEvent('parcel.moved', { ...reported, ...left, state }, context)] : []),
    ...(isUnknown ? [newEvent('parcel.unknown-code', reported, context)] : []),
  ]
}

function nextAlarm(order: Order, { before, after }: ParcelPair): ParcelAlarm | null {
  const alarm = alarmOf(order, after)
  if (isStanding(alarm) || before.state !== after.state) return alarm
  if (before.unknownCodes?.length !== after.unknownCodes?.length) return 'unknown-code'
  return isStanding(order.parcelAlarm) ? null : (order.parcelAlarm ?? null)
}

// Each unknown code is a separate event.
function alarmEvents(order: Order, seen: ParcelPair, context: ChangeContext): OrderEvent[] {
  const alarm = nextAlarm(order, seen)
  const before = order.parcelAlarm ?? null
  const { number: parcel, unknownCodes } = seen.after
  const isCode = alarm === 'unknown-code' && seen.before.unknownCodes !== unknownCodes
  if (alarm !== null) {
    return alarm === before && !isCode
      ? []
      : [newEvent('parcel.alarmed', { parcel, alarm }, context)]
  }
  return isStanding(before) ? [newEvent('parcel.settled', { alarm: before }, context)] : []
}

const isStoreChanged = (event: OrderEvent) =>
  event.type === 'parcel.moved' && event.data.state === 'store-changed'

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
  const after = seenState(seenFacts(before, record, context), record, context)
  const seen = { before, after }
  const news = newsOf(seen, record, context)
  const alarms = alarmEvents(order, seen, context)
  const isNumbered = before.ids.paymentNo !== after.ids?.paymentNo
  if (news.length === 0 && !isNumbered && alarms.length === 0) return undefined
  // The store that was wished for is the one to which the carrier sends it on, also where its answer was lost.
  const wish = news.some(isStoreChanged) ? order.storeChoice?.wish : undefined
  const parcel = wish ? { ...after, store: wish.number } : after
  const chosen = wish
    ? [newEvent('store.chosen', { store: wish.store, before: order.recipient.store }, context)]
    : []
  const parcels = withParcel(order, before.number, () => parcel)
  const status = statusEvents(order, seen, context)
  const events = [...news, ...status, ...alarms, ...chosen]
  const settled = wish ? { storeChoice: null } : {}
  const moved = { ...applyEvents(order, events), ...settled, parcels }
  return { ...settled, parcels, parcelCheckAt: nextParcelCheck(moved, context.now), events }
}
