import 'server-only'

import { carrier } from '#lib/adapters/ecpay/carrier.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import { log, logFailure } from '#lib/log/log.ts'
import { changeContext, newEvent, type OwnerContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { requestStore, bookOrderParcel, isStoreGone } from '#lib/parcel/book-parcel.ts'
import { isToSend } from '#lib/parcel/booking.ts'
import { CarrierProblem, type ParcelIds } from '#lib/parcel/carrier.ts'
import { idsOf, liveParcel, type OrderParcel } from '#lib/parcel/order-parcel.ts'
import { followParcel } from '#lib/parcel/parcel-reports.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { refreshDisputes } from '#lib/payment/settle-dispute.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { changeFirst, entriesOf, type OrderListResult, type ParcelAnswer } from './change-orders.ts'
import type { ParcelFailure } from './parcel-failure.ts'

/**
 * Updates an order's open disputes from the provider before shipping. Returns false without an
 * answer. Throws DatabaseUnavailable.
 */
export async function areDisputesKnown(order: Order): Promise<boolean> {
  try {
    await refreshDisputes(order)
    return true
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    log('disputes-unanswered', { order: order.orderNumber, issue: error.issue }, 'WARNING')
    return false
  }
}

async function bookOne(order: Order, context: OwnerContext): Promise<ParcelAnswer> {
  const parcelCarrier = carrier(findCities())
  if (!parcelCarrier) return fail('no-carrier')
  if (liveParcel(order)?.ids) return ok(order)
  if (!(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const change = changeContext(context)
  if (isToSend(order) && order.shippingMethod === 'store' && (await isStoreGone(order))) {
    await requestStore(order, change)
    return fail('store-gone')
  }
  return bookOrderParcel(parcelCarrier, order, change)
}

async function cancelAtCarrier(
  order: Order,
  ids: ParcelIds,
  parcel: OrderParcel,
  by: OwnerContext,
) {
  const parcelCarrier = carrier(findCities())
  if (!parcelCarrier) return fail('no-carrier')
  const context = changeContext(by)
  try {
    await parcelCarrier.cancel(ids)
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('cancel-parcel', error, { order: order.orderNumber })
    // A parcel cancelled before is refused; the carrier's record confirms it.
    if (error.kind !== 'refused') return fail('carrier-away')
  }
  const record = await parcelCarrier.find(parcel.number)
  if (record?.state !== 'cancelled') return fail('cannot-cancel')
  const after = await changeOrder(order.id, (stored) => followParcel(stored, record, context))
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

/** Books the parcels of orders one by one. Idempotent. Throws DatabaseUnavailable. */
export function bookParcels(list: ParcelList) {
  return workOn(list, { what: 'parcel-booked', work: bookOne })
}

/** Takes the bookings of orders' parcels back, where their chain can. Throws DatabaseUnavailable. */
export function cancelParcels(list: ParcelList) {
  return workOn(list, {
    what: 'parcel-cancelled',
    work: async (order, context) => {
      const parcel = liveParcel(order)
      const ids = parcel && idsOf(parcel)
      if (!ids) return fail('no-parcel')
      if (parcel.state !== 'booked') return fail('cannot-cancel')
      try {
        return await cancelAtCarrier(order, ids, parcel, context)
      } catch (error) {
        if (error instanceof CarrierProblem) return fail('carrier-away')
        throw error
      }
    },
  })
}

/** Notes that the owner has dealt with what the alarms of parcels said. Throws DatabaseUnavailable. */
export function settleParcelAlarms(list: ParcelList) {
  return workOn(list, {
    what: 'parcel-settled',
    work: async (order, context) => {
      const by = changeContext(context)
      const after = await changeOrder(order.id, ({ parcelAlarm }) =>
        parcelAlarm
          ? { events: [newEvent('parcel.settled', { alarm: parcelAlarm }, by)] }
          : undefined,
      )
      return ok(after ?? order)
    },
  })
}
