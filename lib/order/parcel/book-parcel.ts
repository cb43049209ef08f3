import 'server-only'

import {
  changeOrder,
  decideOrder,
  findParcelOrder,
  parcelsDue,
  postponeParcel,
} from '../../adapters/firestore/orders.ts'
import { logFailure, log } from '../../log/log.ts'
import type { ChangeContext } from '../events.ts'
import type { Order } from '../order.ts'
import {
  bookingDone,
  bookingMissing,
  bookingOf,
  bookingRefused,
  mayBookAgain,
  bookingProblem,
  claimBooking,
  type BookingRefusal,
  followParcel,
} from './booking.ts'
import {
  CarrierProblem,
  type ParcelCarrier,
  type ParcelIds,
  type OrderParcel,
  liveParcel,
  nextParcelCheck,
} from './order-parcel.ts'
import { fail, ok, type Result } from '../../result.ts'
import { storeFrom } from '../../delivery/recipient.ts'
import { findStore } from './choose-store.ts'
import { storeAsked } from './store.ts'
import { carrier } from '../../adapters/ecpay/carrier.ts'
import { findCities } from '../../delivery/find-cities.ts'

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

/** Why a parcel is not booked, or not for certain: `booking-unknown` is finished by the sweep. */
export type BookFailure = BookingRefusal | 'booking-refused' | 'booking-unknown'

const readsStock = () => false

type Press = {
  readonly carrier: ParcelCarrier
  readonly order: Pick<Order, 'id'>
  readonly context: ChangeContext
}

// Answers the claimed parcel, and whether its number is new and nothing was sent for it.
async function claim({ carrier, order, context }: Press) {
  const { sendsHome } = carrier
  const claimId = crypto.randomUUID()
  const decided = await decideOrder(order.id, {
    readsStock,
    decide: (stored) => {
      const claimed = claimBooking(stored, { claim: claimId, sendsHome }, context)
      // A transaction that runs again finds its own claim, for which nothing was sent: asking first is safe.
      const answer = { claimed, isNew: liveParcel(stored) === undefined }
      return claimed.ok && claimed.data ? { change: claimed.data, answer } : { answer }
    },
  })
  const parcel = decided && liveParcel(decided.order)
  return { ...decided, parcel, isOurs: parcel?.claim === claimId && parcel.state === 'booking' }
}

function answerOf(outcome: BookingOutcome): Result<Order, BookFailure> {
  switch (outcome.kind) {
    case 'booked':
      return ok(outcome.order)
    case 'unknown':
      return fail('booking-unknown')
    case 'refused':
      return { ok: false, code: 'booking-refused', detail: outcome.issue }
  }
}

/**
 * Books an order's parcel once; its number is stored before the request. Throws
 * DatabaseUnavailable.
 */
export async function bookOrderParcel(
  carrier: ParcelCarrier,
  order: Order,
  context: ChangeContext,
): Promise<Result<Order, BookFailure>> {
  const { order: after, answer, parcel, isOurs } = await claim({ carrier, order, context })
  if (!after || !answer) return fail('no-such-move')
  if (!answer.claimed.ok) return answer.claimed
  if (!parcel || !isOurs) return ok(after)
  const booking = { carrier, order: after, parcel, context }
  return answerOf(await (answer.isNew ? sendBooking(booking) : resumeBooking(booking)))
}

/**
 * True if the order's store left its chain's list; unknown without a list. Throws
 * DatabaseUnavailable.
 */
export async function isStoreGone({ recipient }: Pick<Order, 'recipient'>): Promise<boolean> {
  const { chain, number } = storeFrom(recipient.store)
  return number !== '' && (await findStore(chain, number)) === undefined
}

/** Asks the shopper for another store by mail, once for a store that is gone. Throws DatabaseUnavailable. */
export async function askForStore(order: Order, context: ChangeContext): Promise<void> {
  const token = crypto.randomUUID() + crypto.randomUUID()
  await changeOrder(order.id, (stored) => storeAsked(stored, token, context))
}

/** Orders per sweep, and the milliseconds after which no other starts. */
const BATCH = 50
const ENOUGH = 30_000

/** Delay after a failed query, in milliseconds. */
const PAUSE = 30 * 60_000

/** Counts of queried, changed and failed orders of a parcel sweep. */
export type ParcelSweep = {
  readonly request: number
  readonly moved: number
  readonly failed: number
}

type Run = { readonly carrier: ParcelCarrier; readonly context: ChangeContext }

// Schedules the next sweep, even if a push names a just-queried parcel.
const later = (now: Date) => new Date(now.getTime() + PAUSE).toISOString()

async function postpone(order: Order, next: string | null): Promise<void> {
  if (order.parcelCheckAt) await postponeParcel(order.id, order.parcelCheckAt, next)
}

async function checkStore(order: Order, { context }: Run): Promise<Order> {
  const isWaiting = order.status === '已付款' && order.shippingMethod === 'store'
  if (isWaiting && !order.storeChoice && (await isStoreGone(order)))
    await askForStore(order, context)
  return order
}

async function follow(order: Order, number: string, { carrier: request, context }: Run) {
  const record = await request.find(number)
  if (!record) {
    log('parcel-missing', { order: order.orderNumber, number }, 'ERROR')
    return order
  }
  const after = await changeOrder(order.id, (stored) => followParcel(stored, record, context))
  const isClosed = after && liveParcel(after)?.state === 'store-closed'
  if (isClosed && !after.storeChoice) await askForStore(after, context)
  return after ?? order
}

async function advance(order: Order, run: Run): Promise<Order> {
  const live = liveParcel(order)
  if (live === undefined) return checkStore(order, run)
  if (live.state !== 'booking') return follow(order, live.number, run)
  const booked = await bookOrderParcel(run.carrier, order, run.context)
  return booked.ok ? booked.data : order
}

async function sweepOrder(order: Order, run: Run): Promise<'moved' | 'same' | 'failed'> {
  try {
    const after = await advance(order, run)
    // A changed order has its own schedule.
    await postpone(order, nextParcelCheck(after, run.context.now))
    return after.history.length === order.history.length ? 'same' : 'moved'
  } catch (error) {
    logFailure('parcels', error, { order: order.orderNumber })
    await postpone(order, later(run.context.now))
    if (error instanceof CarrierProblem && error.kind === 'throttled') throw error
    return 'failed'
  }
}

/**
 * Updates due parcels, bookings and stores; undefined without a carrier. Throws
 * DatabaseUnavailable.
 */
export async function followParcels(now: Date): Promise<ParcelSweep | undefined> {
  const input = carrier(findCities())
  if (input === undefined) return undefined
  const began = performance.now()
  const run: Run = { carrier: input, context: { now, by: 'sweep' } }
  const { orders, unreadable } = await parcelsDue(now, BATCH)
  const outcomes: string[] = unreadable.map(() => 'failed')
  for (const order of orders) {
    if (performance.now() - began > ENOUGH) break
    try {
      outcomes.push(await sweepOrder(order, run))
    } catch (error) {
      if (!(error instanceof CarrierProblem)) throw error
      outcomes.push('failed')
      break
    }
  }
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  return { request: outcomes.length, moved: count('moved'), failed: count('failed') }
}

/** Result of a push: `noted`, even for an unknown parcel, or unsigned. */
export type PushAnswer = 'noted' | 'forged' | 'no-carrier'

/**
 * Treats a push as a hint: schedules its order's next query and changes nothing else. Throws
 * DatabaseUnavailable.
 */
export async function receivePush(body: string, now: Date): Promise<PushAnswer> {
  const input = carrier(findCities())
  if (input === undefined) return 'no-carrier'
  const push = input.readPush(body)
  if (push === undefined) return 'forged'
  const order = await findParcelOrder(push.kind === 'status' ? push.number : push.carrierId)
  if (order && liveParcel(order) && (order.parcelCheckAt ?? '') > now.toISOString()) {
    await postpone(order, now.toISOString())
  }
  return 'noted'
}
