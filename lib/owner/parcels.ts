import 'server-only'

import { carrier } from '../adapters/ecpay/carrier.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { findCities } from '../delivery/find-cities.ts'
import { log, logFailure } from '../log/log.ts'
import { newEvent } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { askForStore, isStoreGone, bookOrderParcel } from '../order/parcel/book-parcel.ts'
import {
  CarrierProblem,
  type CarrierForm,
  type ParcelIds,
  idsOf,
  liveParcel,
  type OrderParcel,
} from '../order/parcel/order-parcel.ts'
import { followParcel } from '../order/parcel/booking.ts'
import { fail, ok, type Result } from '../result.ts'
import { areDisputesKnown } from './ask-disputes.ts'
import { changeEach, entriesOf, type OrderEntry, type OrderListResult } from './order-lists.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'
import type { ParcelFailure } from './parcel-text.ts'
import { canPrintLabel } from './read-parcels.ts'

type Answer = Result<Order, ParcelFailure>

async function bookOne(order: Order, context: OwnerContext): Promise<Answer> {
  const input = carrier(findCities())
  if (!input) return fail('no-carrier')
  if (liveParcel(order)?.ids) return ok(order)
  if (!(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const change = changeContext(context)
  if (order.status === '已付款' && order.shippingMethod === 'store' && (await isStoreGone(order))) {
    await askForStore(order, change)
    return fail('store-gone')
  }
  return bookOrderParcel(input, order, change)
}

/** Maximum orders per request; each takes the carrier a second or two. */
const MOST_AT_ONCE = 20

async function cancelAtCarrier(
  order: Order,
  ids: ParcelIds,
  parcel: OrderParcel,
  by: OwnerContext,
) {
  const input = carrier(findCities())
  if (!input) return fail('no-carrier')
  const context = changeContext(by)
  try {
    await input.cancel(ids)
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('cancel-parcel', error, { order: order.orderNumber })
    // A parcel cancelled before is refused; the carrier's record confirms it.
    if (error.kind !== 'refused') return fail('carrier-away')
  }
  const record = await input.find(parcel.number)
  if (record?.state !== 'cancelled') return fail('cannot-cancel')
  const after = await changeOrder(order.id, (stored) => followParcel(stored, record, context))
  return ok(after ?? order)
}

async function cancelOne(order: Order, context: OwnerContext): Promise<Answer> {
  const parcel = liveParcel(order)
  const ids = parcel && idsOf(parcel)
  if (!parcel || !ids) return fail('no-parcel')
  if (parcel.state !== 'booked') return fail('cannot-cancel')
  try {
    return await cancelAtCarrier(order, ids, parcel, context)
  } catch (error) {
    if (error instanceof CarrierProblem) return fail('carrier-away')
    throw error
  }
}

async function settleOne(order: Order, context: OwnerContext): Promise<Answer> {
  const by = changeContext(context)
  const after = await changeOrder(order.id, ({ parcelAlarm }) =>
    parcelAlarm ? { events: [newEvent('parcel.settled', { alarm: parcelAlarm }, by)] } : undefined,
  )
  return ok(after ?? order)
}

type ParcelList = {
  readonly orderIds: readonly string[]
  readonly context: OwnerContext
}

async function workOn(
  { orderIds, context }: ParcelList,
  { what, work }: { readonly what: string; readonly work: typeof bookOne },
): Promise<Result<OrderListResult<ParcelFailure>, never>> {
  return ok(
    await changeFirst(await entriesOf(orderIds), async (order) => {
      const answer = await work(order, context)
      if (answer.ok) log(what, { order: order.orderNumber })
      return answer
    }),
  )
}

/** Changes as many orders of a list as a request has time for, and names the others. */
export async function changeFirst(
  entries: readonly OrderEntry[],
  change: (order: Order) => Promise<Answer>,
): Promise<OrderListResult<ParcelFailure>> {
  const { done, refused } = await changeEach(entries.slice(0, MOST_AT_ONCE), change)
  const rest = entries.slice(MOST_AT_ONCE).map(({ orderNumber }) => {
    return { orderNumber, code: 'too-many-at-once' } as const
  })
  return { done, refused: [...refused, ...rest] }
}

/** Books the parcels of orders one by one. Idempotent. Throws DatabaseUnavailable. */
export function bookParcels(list: ParcelList) {
  return workOn(list, { what: 'parcel-booked', work: bookOne })
}

/** Takes the bookings of orders' parcels back, where their chain can. Throws DatabaseUnavailable. */
export function cancelParcels(list: ParcelList) {
  return workOn(list, { what: 'parcel-cancelled', work: cancelOne })
}

/** Notes that the owner has dealt with what the alarms of parcels said. Throws DatabaseUnavailable. */
export function settleParcelAlarms(list: ParcelList) {
  return workOn(list, { what: 'parcel-settled', work: settleOne })
}

/** Maximum labels per page. */
const MOST_LABELS = 200

/** The forms that print the labels of orders, one a chain, and the orders that get none. Throws DatabaseUnavailable. */
export async function findLabels(orderIds: readonly string[]): Promise<{
  readonly forms: readonly (CarrierForm & { readonly chain: string; readonly count: number })[]
  readonly refused: readonly string[]
}> {
  const input = carrier(findCities())
  const entries = await entriesOf(orderIds.slice(0, MOST_LABELS))
  const isPrinted = (order: Order | undefined) =>
    input !== undefined && order !== undefined && canPrintLabel(order)
  const ids = entries.flatMap(({ order }) => {
    const live = order && isPrinted(order) ? liveParcel(order) : undefined
    return (live && idsOf(live)) ?? []
  })
  const chains = [...Map.groupBy(ids, ({ chain }) => chain)]
  const forms = chains.flatMap(([chain, some]) =>
    input ? [{ ...input.labels(some), chain, count: some.length }] : [],
  )
  const refused = entries.filter(({ order }) => !isPrinted(order))
  return { forms, refused: refused.map(({ orderNumber }) => orderNumber) }
}
