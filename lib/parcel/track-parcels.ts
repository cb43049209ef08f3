import 'server-only'

import { carrier } from '#lib/adapters/ecpay/carrier.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import { log } from '#lib/log/log.ts'
import { sweepDue, sweepTask } from '#lib/operation/operation.ts'
import { later } from '#lib/operation/timing.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder, postponeParcel } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { requestStore, bookOrderParcel, isStoreGone } from './book-parcel.ts'
import { CarrierProblem, type ParcelCarrier } from './carrier.ts'
import { liveParcel, liveParcels, type OrderParcel } from './order-parcel.ts'
import { nextParcelCheck } from './parcel-checks.ts'
import { followParcel } from './parcel-reports.ts'
import { findParcelOrder, parcelsDue } from './parcel-store.ts'

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
  if (isClosed && !after.storeChoice) await requestStore(after, context)
  return after ?? order
}

async function followOrder(order: Order, run: Run): Promise<'moved' | 'same'> {
  const { context } = run
  const all = liveParcels(order)
  const goesToStore = order.status === '已付款' && order.shippingMethod === 'store'
  const isStoreToCheck = all.length === 0 && goesToStore && !order.storeChoice
  if (isStoreToCheck && (await isStoreGone(order))) await requestStore(order, context)
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
