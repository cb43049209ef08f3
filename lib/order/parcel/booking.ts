import { storeFrom } from '../../delivery/recipient.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { fail, ok, type Result } from '../../result.ts'
import { bookingProblem, type BookingRefusal, type Reach } from './booking-problem.ts'
import type { ParcelIds, ParcelToBook } from './carrier.ts'
import { liveParcel, type OrderParcel, type ParcelChange, withParcel } from './order-parcel.ts'
import { IN_FLIGHT } from '../payment/payment.ts'
import { MISSING_FOR, nextParcelCheck } from './parcel-check.ts'
import { parcelNumber } from './parcel-number.ts'
import { homeDestination, mobileNumber, parcelName } from '../../delivery/parcel-recipient.ts'

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

/** Whether nothing of a booking can be on its way any more, so that another request may finish it. */
function isAbandoned({ sentAt }: OrderParcel, { now }: ChangeContext): boolean {
  return now.getTime() - Date.parse(sentAt) >= IN_FLIGHT
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
  if (live && !isAbandoned(live, context)) return fail('booking-under-way')
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
  return missingAt !== undefined && now.getTime() - Date.parse(missingAt) >= MISSING_FOR
}

/** Returns the change that schedules a parcel check after a money or status change. */
export function parcelWish(before: Order, after: Order, at: string): ParcelChange {
  const isPaid = after.status === '已付款' && before.status !== '已付款'
  const isToSend = isPaid && before.shippingMethod === 'store'
  const isBooked = after.payment !== before.payment && liveParcel(before) !== undefined
  return isToSend || isBooked ? { parcelCheckAt: at } : {}
}
