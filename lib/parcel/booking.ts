import {
  homeDestination,
  isParcelName,
  mobileNumber,
  parcelName,
} from '#lib/delivery/parcel-recipient.ts'
import { storeFrom } from '#lib/delivery/recipient.ts'
import { itemsOf } from '#lib/inventory/exchange-stock.ts'
import { doLookupsAgree, isInFlight } from '#lib/operation/timing.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { unitsToExchange } from '#lib/order/return/return-record.ts'
import { moneyProblem, type MoneyProblem } from '#lib/payment/money-problem.ts'
import { linePaid } from '#lib/price/price.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import type { ParcelCarrier, ParcelChain, ParcelIds, ParcelToBook } from './carrier.ts'
import { exchangeToSend, liveParcel, type OrderParcel } from './order-parcel.ts'
import { MISSING_FOR } from './parcel-checks.ts'

/** Days between booking and the deadline for handing over a parcel. */
const DROP_OFF_DAYS: Readonly<Record<ParcelChain, number>> = { '7-11': 6, 全家: 6, 黑貓: 20 }
const DAY = 24 * 60 * 60 * 1000

/** The last day (YYYY-MM-DD, Taipei) on which a booked parcel may be handed over. */
export function dropOffBy(bookedAt: Date, chain: ParcelChain): string {
  return taipeiDay(new Date(bookedAt.getTime() + DROP_OFF_DAYS[chain] * DAY))
}

/**
 * Returns a parcel's unique alphanumeric number. `attempt` counts an order's parcels from 1. The year has two digits,
 * so that six digits of an hour's sequence fit into ECPay's 20 behind a prefix of three.
 */
export function parcelNumber(orderNumber: string, attempt: number): string {
  const digits = orderNumber.replaceAll(/\D/g, '').slice(2)
  return `OT${digits}L${attempt.toString(36).toUpperCase().padStart(2, '0')}`
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

/** The units that an order's next parcel carries: its own, or those of an exchange, in their sizes. */
export function itemsToSend(order: Order): readonly OrderItem[] {
  const number = exchangeToSend(order)
  const request = order.returns?.find((one) => one.number === number)
  return request ? itemsOf(order, unitsToExchange(request)) : order.items
}

/** Why no parcel may be booked for an order, or undefined when one may. */
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
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    number,
    destination: chain === '黑貓' ? { chain, zipcode, address } : { chain, store },
    value,
    goods: `${items[0]?.title ?? ''} ${units}件`,
    recipient: {
      name: parcelName(order.recipient),
      phone: mobileNumber(order.recipient.phone) ?? phone,
    },
    bookedAt: new Date(sentAt),
  }
}

const isOpenBooking = (order: Order, number: string) =>
  order.parcels?.some((parcel) => parcel.number === number && parcel.state === 'booking') === true

/** The change that stores the ids of a booked parcel, or undefined when they are stored. */
export function bookingDone(
  order: Order,
  number: string,
  { chain: _chain, ...ids }: ParcelIds,
  context: ChangeContext,
): OrderChange | undefined {
  if (!isOpenBooking(order, number)) return undefined
  return { events: [newEvent('parcel.booked', { parcel: number, ids }, context)] }
}

/** The change that ends a booking which the carrier refused, or undefined when another request has it now. */
export function bookingRefused(
  order: Order,
  {
    number,
    claim,
    issue,
  }: { readonly number: string; readonly claim: string; readonly issue: string },
  context: ChangeContext,
): OrderChange | undefined {
  const isOurs = order.parcels?.some((parcel) => parcel.number === number && parcel.claim === claim)
  if (!isOurs || !isOpenBooking(order, number)) return undefined
  return { events: [newEvent('parcel.refused', { parcel: number, issue }, context)] }
}

/** The change that notes when the carrier first had none of a parcel, or undefined when it is noted. */
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
  return doLookupsAgree(missingAt, now, MISSING_FOR)
}
