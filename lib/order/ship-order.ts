import {
  liveParcel,
  type OrderParcel,
  shipmentOf,
  trackingNumber,
} from '#lib/parcel/order-parcel.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import { fail, ok } from '#lib/result.ts'
import { isComplete, isSameParcel, type Parcel, parcelOf } from './entered-parcel.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Answer } from './move-refusal.ts'
import { canMoveOrder, type Order } from './order.ts'

const plainNumber = ({ trackingNumber }: Parcel) =>
  trackingNumber.replaceAll(/[\s-]/g, '').toUpperCase()

/** The parcel that is booked at the carrier for what is to be sent, where it is another than this one. */
export function bookedOtherwise(order: Order, parcel: Parcel): OrderParcel | undefined {
  const live = liveParcel(order)
  return live && plainNumber(shipmentOf(live)) !== plainNumber(parcel) ? live : undefined
}

/**
 * Ships a 已付款 order whose money is safe (moneyProblem). Returns no change for a repeat with the
 * same parcel. Where another parcel is booked at the carrier, `isDespiteBooking` says that it is not
 * used.
 */
export function ship(
  order: Order,
  sent: Parcel & { readonly isDespiteBooking?: boolean | undefined },
  context: ChangeContext,
): Answer {
  const parcel = parcelOf(sent)
  if (order.status === '已出貨') {
    return isSameParcel(order.shipment, parcel) ? ok(undefined) : fail('other-parcel')
  }
  if (!canMoveOrder(order.status, '已出貨')) return fail('no-such-move')
  const problem = moneyProblem(order)
  if (problem) return fail(problem)
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  const booked = sent.isDespiteBooking ? undefined : bookedOtherwise(order, parcel)
  if (booked) return { ...fail('booked-otherwise'), detail: trackingNumber(booked) }
  return ok({ events: [newEvent('parcel.shipped', { parcel }, context)] })
}

/** The change that corrects the parcel of an order; the history keeps the earlier one. Nothing for the same parcel. */
export function correctParcel(order: Order, sent: Parcel, context: ChangeContext): Answer {
  const parcel = parcelOf(sent)
  const { shipment } = order
  if (order.status !== '已出貨' || !shipment) return fail('no-such-move')
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  if (isSameParcel(order.shipment, parcel)) return ok(undefined)
  const before = { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber }
  return ok({ events: [newEvent('parcel.corrected', { parcel, before }, context)] })
}
