import 'server-only'

import type { StockNote } from '#lib/inventory/inventory-store.ts'
import type { Order } from '#lib/order/order.ts'
import { isWaiting } from '#lib/order/shipping-date.ts'
import { bookingProblem, dropOffBy, isToSend, type Reach } from '#lib/parcel/booking.ts'
import { exchangeToSend, liveParcel } from '#lib/parcel/order-parcel.ts'
import { ordersWithParcelAlarm } from '#lib/parcel/parcel-store.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import { hasCarrier, sendsHome } from '#lib/settings/env.ts'
import { ordersOfStatus, ordersReturning } from './owner-order-store.ts'

/** The owner's parcels: what can be booked, what is booked and not handed over, and what is to be looked at. */
export type ParcelDay = {
  readonly toBook: readonly Order[]
  readonly unfit: readonly Order[]
  readonly booked: readonly { readonly order: Order; readonly dropOffBy: string | undefined }[]
  readonly alarms: readonly Order[]
  readonly unreadable: readonly string[]
}

const UNFIT: ReadonlySet<string> = new Set(['not-to-store', 'store-recipient', 'home-recipient'])

/** Whether the label of an order's parcel may be printed: booked, to collect nothing, and to be shipped. */
export function canPrintLabel(order: Order): boolean {
  const live = liveParcel(order)
  const isHere = live?.state === 'booked' || live?.state === 'store-changed'
  return isHere && live.collect === undefined && moneyProblem(order) === undefined
}

/** Whether an order's parcel is booked and waits to be handed over. */
export function isBooked(order: Order): boolean {
  return isToSend(order) && liveParcel(order) !== undefined
}

/** Returns the orders to send, and the exchanges, that ship by store or by home carrier. */
export function parcelsOf(
  paid: readonly Order[],
  reach: Reach,
): Omit<ParcelDay, 'alarms' | 'unreadable'> {
  const sent = paid.filter(({ shippingMethod }) => shippingMethod === 'store' || reach.sendsHome)
  const free = sent.filter((order) => liveParcel(order) === undefined)
  const due = free.filter((order) => {
    return !order.storeChoice && (!isWaiting(order) || exchangeToSend(order) !== undefined)
  })
  const booked = sent.filter(isBooked).map((order) => {
    const { bookedAt, chain } = liveParcel(order) ?? {}
    const deadline = bookedAt && chain ? dropOffBy(new Date(bookedAt), chain) : undefined
    return { order, dropOffBy: deadline }
  })
  return {
    toBook: due.filter((order) => bookingProblem(order, reach) === undefined),
    unfit: due.filter((order) => {
      const problem = bookingProblem(order, reach)
      return problem !== undefined && UNFIT.has(problem)
    }),
    booked: booked.toSorted((a, b) => (a.dropOffBy ?? '').localeCompare(b.dropOffBy ?? '')),
  }
}

/**
 * The owner's parcels, or undefined if this shop has no carrier. Reads every paid order that is not
 * shipped, and every open return.
 */
export async function readParcels(): Promise<ParcelDay | undefined> {
  if (!hasCarrier()) return undefined
  const [paid, returning, alarms] = await Promise.all([
    ordersOfStatus('已付款'),
    ordersReturning(),
    ordersWithParcelAlarm(),
  ])
  const unreadable = [...new Set([...paid.unreadable, ...alarms.unreadable])]
  const exchanges = returning.filter((order) => exchangeToSend(order) !== undefined)
  return {
    ...parcelsOf([...paid.orders, ...exchanges], { sendsHome: sendsHome() }),
    alarms: alarms.orders,
    unreadable,
  }
}

export type { StockNote }
