import 'server-only'

import { carrier } from '../../adapters/ecpay/carrier.ts'
import { findCities } from '../../delivery/find-cities.ts'
import { storeFrom } from '../../delivery/recipient.ts'
import { logFailure, log } from '../../log/log.ts'
import {
  type Answer,
  answered,
  type Claim,
  looked,
  runOperation,
  sweepDue,
  sweepTask,
} from '../../operation/operation.ts'
import { later } from '../../operation/timing.ts'
import { fail, ok, type Result } from '../../result.ts'
import type { ChangeContext } from '../events.ts'
import {
  changeOrder,
  decideOrder,
  findParcelOrder,
  parcelsDue,
  postponeParcel,
} from '../order-store.ts'
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
  type Reach,
} from './booking.ts'
import { findStore } from './choose-store.ts'
import {
  CarrierProblem,
  type ParcelCarrier,
  type ParcelIds,
  type OrderParcel,
  liveParcel,
  liveParcels,
  nextParcelCheck,
} from './order-parcel.ts'
import { storeAsked } from './store.ts'

/** Why a parcel is not booked, or not for certain: `booking-unknown` is finished by the sweep. */
export type BookFailure = BookingRefusal | 'booking-refused' | 'booking-unknown'

type Booking = {
  readonly claim: string
  readonly order: Order
  readonly parcel: OrderParcel
}

type Booked = Result<Order, BookFailure>

// Claims a new parcel, or one that another request has left; says whether anything was sent for it.
async function claimParcel(
  { id }: Order,
  reach: Reach & { readonly claim: string },
  context: ChangeContext,
): Promise<Claim<Booking, Booked>> {
  const decided = await decideOrder(id, {
    readsStock: () => false,
    decide: (stored) => {
      const claimed = claimBooking(stored, reach, context)
      // A transaction that runs again finds its own claim, for which nothing was sent: asking first is safe.
      const answer = { claimed, wasSent: liveParcel(stored) !== undefined }
      return { change: claimed.ok ? claimed.data : undefined, answer }
    },
  })
  if (!decided) return { result: fail('no-such-move') }
  const { order, answer } = decided
  if (!answer.claimed.ok) return { result: answer.claimed }
  const parcel = liveParcel(order)
  const held = parcel?.state === 'booking' ? { claim: parcel.claim, order, parcel } : undefined
  return { held, wasSent: answer.wasSent, result: ok(order) }
}

function problemOf(error: unknown): CarrierProblem | undefined {
  if (!(error instanceof CarrierProblem)) return undefined
  logFailure('parcel', error)
  return error
}

function bookingAnswer(error: unknown): Answer<never, CarrierProblem> | undefined {
  const why = problemOf(error)
  if (!why) return undefined
  if (why.kind === 'throttled' || why.kind === 'not-set') return { kind: 'not-yet', why }
  return { kind: why.kind === 'refused' ? 'refused' : 'perhaps', why }
}

const UNKNOWN = fail('booking-unknown' as const)

/**
 * Books an order's parcel once; its number is stored before the request. Throws
 * DatabaseUnavailable.
 */
export function bookOrderParcel(
  carrier: ParcelCarrier,
  order: Order,
  context: ChangeContext,
): Promise<Booked> {
  const { sendsHome } = carrier
  return runOperation<Booking, ParcelIds, { readonly issue: string }, Booked>({
    claim: (claim) => claimParcel(order, { claim, sendsHome }, context),
    send: async ({ order: claimed, parcel }) => {
      const issue = bookingProblem(claimed, carrier)
      if (issue) return { kind: 'refused', why: { issue }, isOwn: true }
      return answered(() => carrier.book(bookingOf(claimed, parcel), 0), bookingAnswer)
    },
    askBack: {
      find: ({ parcel }) => looked(async () => (await carrier.find(parcel.number))?.ids, problemOf),
      maySendAgain: ({ parcel }) => mayBookAgain(parcel, context.now),
      missing: async ({ parcel: { number } }) => {
        await changeOrder(order.id, (stored) => bookingMissing(stored, number, context))
        return UNKNOWN
      },
    },
    store: async ({ order: claimed, parcel: { number } }, ids) => {
      const change = (stored: Order) => bookingDone(stored, number, ids, context)
      return ok((await changeOrder(order.id, change)) ?? claimed)
    },
    refuse: async ({ claim, parcel: { number } }, { issue }) => {
      const refusal = { number, claim, issue }
      await changeOrder(order.id, (stored) => bookingRefused(stored, refusal, context))
      return { ok: false, code: 'booking-refused', detail: issue }
    },
    // The sweep claims it again once nothing can be on its way any more.
    postpone: () => Promise.resolve(UNKNOWN),
  })
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

/** In milliseconds: a sweep starts no further order after this. */
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

async function postpone(order: Order, next: string | null): Promise<void> {
  if (order.parcelCheckAt) await postponeParcel(order.id, order.parcelCheckAt, next)
}

async function follow(
  order: Order,
  { number }: OrderParcel,
  { carrier: parcelCarrier, context }: Run,
): Promise<Order> {
  const record = await parcelCarrier.find(number)
  if (!record) {
    log('parcel-missing', { order: order.orderNumber, number }, 'ERROR')
    return order
  }
  const after = await changeOrder(order.id, (stored) => followParcel(stored, record, context))
  const isClosed = after && liveParcel(after)?.state === 'store-closed'
  if (isClosed && !after.storeChoice) await askForStore(after, context)
  return after ?? order
}

async function followOrder(order: Order, run: Run): Promise<'moved' | 'same'> {
  const { context } = run
  const all = liveParcels(order)
  const goesToStore = order.status === '已付款' && order.shippingMethod === 'store'
  const isStoreToCheck = all.length === 0 && goesToStore && !order.storeChoice
  if (isStoreToCheck && (await isStoreGone(order))) await askForStore(order, context)
  let after = order
  for (const parcel of all) {
    if (parcel.state !== 'booking') after = await follow(after, parcel, run)
    else if (liveParcel(after)?.number === parcel.number) {
      const booked = await bookOrderParcel(run.carrier, after, context)
      after = booked.ok ? booked.data : after
    }
  }
  // A changed order has its own schedule.
  await postpone(order, nextParcelCheck(after, context.now))
  return after.history.length === order.history.length ? 'same' : 'moved'
}

/**
 * Updates due parcels, bookings and stores; undefined without a carrier. Throws
 * DatabaseUnavailable.
 */
export async function followParcels(now: Date): Promise<ParcelSweep | undefined> {
  const parcelCarrier = carrier(findCities())
  if (parcelCarrier === undefined) return undefined
  const run: Run = { carrier: parcelCarrier, context: { now, by: 'sweep' } }
  const task = sweepTask<Order>({
    name: 'parcels',
    isOneBatch: true,
    due: async (limit) => {
      const { orders: items, unreadable } = await parcelsDue(now, limit)
      return { items, unreadable }
    },
    step: (order) => followOrder(order, run),
    postpone: (order) => postpone(order, later(now, PAUSE)),
    facts: ({ orderNumber: order }) => ({ order }),
    endsAfter: (error) => error instanceof CarrierProblem && error.kind === 'throttled',
  })
  const { looked, moved, failed, unreadable } = await sweepDue([task], ENOUGH)
  return { request: looked + unreadable, moved, failed: failed + unreadable }
}

/** Result of a push: `noted`, even for an unknown parcel, or unsigned. */
export type PushAnswer = 'noted' | 'forged' | 'no-carrier'

/**
 * Treats a push as a hint: schedules its order's next query and changes nothing else. Throws
 * DatabaseUnavailable.
 */
export async function receivePush(body: string, now: Date): Promise<PushAnswer> {
  const parcelCarrier = carrier(findCities())
  if (parcelCarrier === undefined) return 'no-carrier'
  const push = parcelCarrier.readPush(body)
  if (push === undefined) return 'forged'
  const order = await findParcelOrder(push.kind === 'status' ? push.number : push.carrierId)
  if (order && liveParcels(order).length > 0 && (order.parcelCheckAt ?? '') > now.toISOString()) {
    await postpone(order, now.toISOString())
  }
  return 'noted'
}
