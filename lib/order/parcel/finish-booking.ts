import 'server-only'

import { changeOrder } from '../../adapters/firestore/orders.ts'
import { logFailure } from '../../log/log.ts'
import type { ChangeContext } from '../events.ts'
import type { Order } from '../order.ts'
import { bookingDone, bookingMissing, bookingOf, bookingRefused, mayBookAgain } from './booking.ts'
import { bookingProblem } from './booking-problem.ts'
import { CarrierProblem, type ParcelCarrier, type ParcelIds } from './carrier.ts'
import type { OrderParcel } from './order-parcel.ts'

type Booking = {
  readonly carrier: ParcelCarrier
  readonly order: Order
  readonly parcel: OrderParcel
  readonly context: ChangeContext
}

/** Outcome of a booking: ids, the carrier's refusal, or unknown. */
export type BookingOutcome =
  | { readonly kind: 'booked'; readonly order: Order }
  | { readonly kind: 'refused'; readonly issue: string }
  | { readonly kind: 'unknown' }

const UNKNOWN = { kind: 'unknown' } as const

async function storeIds({ order, parcel, context }: Booking, ids: ParcelIds) {
  const change = (stored: Order) => bookingDone(stored, parcel.number, ids, context)
  const after = (await changeOrder(order.id, change)) ?? order
  return { kind: 'booked', order: after } as const
}

async function storeRefusal({ order, parcel, context }: Booking, issue: string) {
  const { number, claim } = parcel
  await changeOrder(order.id, (stored) => bookingRefused(stored, { number, claim, issue }, context))
  return { kind: 'refused', issue } as const
}

async function noteMissing({ order, parcel, context }: Booking): Promise<BookingOutcome> {
  await changeOrder(order.id, (stored) => bookingMissing(stored, parcel.number, context))
  return UNKNOWN
}

// Looks the number up first: a refusal may mean that it was booked before.
async function afterProblem(booking: Booking, problem: CarrierProblem): Promise<BookingOutcome> {
  logFailure('parcel', problem, { order: booking.order.orderNumber })
  if (problem.kind === 'throttled' || problem.kind === 'not-set') return UNKNOWN
  const record = await booking.carrier.find(booking.parcel.number)
  if (record) return storeIds(booking, record.ids)
  return problem.kind === 'refused' ? storeRefusal(booking, problem.issue) : noteMissing(booking)
}

async function guard(work: () => Promise<BookingOutcome>): Promise<BookingOutcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('parcel', error)
    return UNKNOWN
  }
}

/** Books a parcel whose number was just claimed, and stores what comes of it. Throws DatabaseUnavailable. */
export async function sendBooking(booking: Booking): Promise<BookingOutcome> {
  const { carrier, order, parcel } = booking
  return guard(async () => {
    try {
      return await storeIds(booking, await carrier.book(bookingOf(order, parcel), 0))
    } catch (error) {
      if (error instanceof CarrierProblem) return afterProblem(booking, error)
      throw error
    }
  })
}

/**
 * Resumes an abandoned booking. Books again after the carrier lacked it twice, a minute apart.
 * Throws DatabaseUnavailable.
 */
export async function resumeBooking(booking: Booking): Promise<BookingOutcome> {
  const { carrier, order, parcel, context } = booking
  return guard(async () => {
    const record = await carrier.find(parcel.number)
    if (record) return storeIds(booking, record.ids)
    if (!mayBookAgain(parcel, context.now)) return noteMissing(booking)
    const problem = bookingProblem(order, carrier)
    return problem ? storeRefusal(booking, problem) : sendBooking(booking)
  })
}
