import { storeFrom } from '../../delivery/recipient.ts'
import { moneyProblem, type MoneyProblem } from '../fulfilment.ts'
import type { Order } from '../order.ts'
import type { ParcelCarrier } from './carrier.ts'
import {
  homeDestination,
  isParcelName,
  mobileNumber,
  parcelName,
} from '../../delivery/parcel-recipient.ts'

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
