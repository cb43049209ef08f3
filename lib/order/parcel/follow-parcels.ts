import 'server-only'

import { carrier } from '../../adapters/ecpay/carrier.ts'
import { changeOrder } from '../../adapters/firestore/orders.ts'
import {
  findParcelOrder,
  parcelsDue,
  postponeParcel,
} from '../../adapters/firestore/parcel-orders.ts'
import { findCities } from '../../delivery/find-cities.ts'
import { log, logFailure } from '../../log/log.ts'
import type { ChangeContext } from '../events.ts'
import type { Order } from '../order.ts'
import { askForStore, isStoreGone } from './ask-for-store.ts'
import { bookOrderParcel } from './book-parcel.ts'
import { CarrierProblem, type ParcelCarrier } from './carrier.ts'
import { followParcel } from './following.ts'
import { liveParcel } from './order-parcel.ts'
import { nextParcelCheck } from './parcel-check.ts'

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
