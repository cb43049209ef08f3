import 'server-only'

import { carrier } from '../adapters/ecpay/carrier.ts'
import { changeOrder } from '../adapters/firestore/orders.ts'
import { ordersNumbered } from '../adapters/firestore/owner-orders.ts'
import { findCities } from '../delivery/find-cities.ts'
import { log, logFailure } from '../log/log.ts'
import { newEvent } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { askForStore, isStoreGone } from '../parcel/ask-for-store.ts'
import { bookOrderParcel } from '../parcel/book-parcel.ts'
import { CarrierProblem, type CarrierForm, type ParcelIds } from '../parcel/carrier.ts'
import { followParcel } from '../parcel/following.ts'
import { idsOf, liveParcel, type OrderParcel } from '../parcel/order-parcel.ts'
import { fail, ok, type Result } from '../result.ts'
import { areDisputesKnown } from './ask-disputes.ts'
import { changeContext, findNumberedOrder, type OwnerContext } from './change-numbered-order.ts'
import { type ParcelFailure, parcelFailureText } from './parcel-text.ts'
import { canPrintLabel } from './read-parcels.ts'

type Answer = Result<Order, ParcelFailure>

async function bookOne(number: string, context: OwnerContext): Promise<Answer> {
  const input = carrier(findCities())
  if (!input) return fail('no-carrier')
  const order = await findNumberedOrder(number)
  if (!order) return fail('unknown-order')
  if (liveParcel(order)?.ids) return ok(order)
  if (!(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const change = changeContext(context)
  if (order.status === '已付款' && order.shippingMethod === 'store' && (await isStoreGone(order))) {
    await askForStore(order, change)
    return fail('store-gone')
  }
  return bookOrderParcel(input, order, change)
}

/** Result for a list of orders: successes, and failures with their reasons. */
export type ParcelList = {
  readonly done: number
  readonly refused: readonly { readonly orderId: string; readonly text: string }[]
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
    logFailure('cancel-parcel', error, { order: order.orderId })
    // A parcel cancelled before is refused; the carrier's record confirms it.
    if (error.kind !== 'refused') return fail('carrier-away')
  }
  const record = await input.find(parcel.number)
  if (record?.state !== 'cancelled') return fail('cannot-cancel')
  const after = await changeOrder(order.id, (stored) => followParcel(stored, record, context))
  return ok(after ?? order)
}

async function cancelOne(number: string, context: OwnerContext): Promise<Answer> {
  const order = await findNumberedOrder(number)
  const parcel = order && liveParcel(order)
  const ids = parcel && idsOf(parcel)
  if (!order || !parcel || !ids) return fail(order ? 'no-parcel' : 'unknown-order')
  if (parcel.state !== 'booked') return fail('cannot-cancel')
  try {
    return await cancelAtCarrier(order, ids, parcel, context)
  } catch (error) {
    if (error instanceof CarrierProblem) return fail('carrier-away')
    throw error
  }
}

async function settleOne(number: string, context: OwnerContext): Promise<Answer> {
  const order = await findNumberedOrder(number)
  if (!order) return fail('unknown-order')
  const by = changeContext(context)
  const after = await changeOrder(order.id, ({ parcelAlarm }) =>
    parcelAlarm ? { events: [newEvent('parcel.settled', { alarm: parcelAlarm }, by)] } : undefined,
  )
  return ok(after ?? order)
}

async function forEach(
  numbers: readonly string[],
  context: OwnerContext,
  { what, work }: { readonly what: string; readonly work: typeof bookOne },
): Promise<Result<ParcelList, never>> {
  const refused: { orderId: string; text: string }[] = []
  const all = [...new Set(numbers)]
  const some = all.slice(0, MOST_AT_ONCE)
  for (const orderId of some) {
    const answer = await work(orderId, context)
    if (answer.ok) log(what, { order: orderId })
    else refused.push({ orderId, text: parcelFailureText(answer.code, answer.detail) })
  }
  const done = some.length - refused.length
  const text = `一次最多 ${MOST_AT_ONCE} 筆，請再按一次。`
  const rest = all.slice(MOST_AT_ONCE).map((orderId) => ({ orderId, text }))
  return ok({ done, refused: [...refused, ...rest] })
}

/** Books the parcels of orders one by one. Idempotent. Throws DatabaseUnavailable. */
export function bookParcels(numbers: readonly string[], context: OwnerContext) {
  return forEach(numbers, context, { what: 'parcel-booked', work: bookOne })
}

/** Takes the bookings of orders' parcels back, where their chain can. Throws DatabaseUnavailable. */
export function cancelParcels(numbers: readonly string[], context: OwnerContext) {
  return forEach(numbers, context, { what: 'parcel-cancelled', work: cancelOne })
}

/** Notes that the owner has dealt with what the alarms of parcels said. Throws DatabaseUnavailable. */
export function settleParcelAlarms(numbers: readonly string[], context: OwnerContext) {
  return forEach(numbers, context, { what: 'parcel-settled', work: settleOne })
}

/** The forms that print the labels of orders, one a chain, and the orders that get none. Throws DatabaseUnavailable. */
export async function findLabels(numbers: readonly string[]): Promise<{
  readonly forms: readonly (CarrierForm & { readonly chain: string; readonly count: number })[]
  readonly refused: readonly string[]
}> {
  const input = carrier(findCities())
  const orders = await ordersNumbered([...new Set(numbers)].slice(0, 200))
  const printed = input ? orders.filter(canPrintLabel) : []
  const ids = printed.flatMap((order) => {
    const live = liveParcel(order)
    return (live && idsOf(live)) ?? []
  })
  const chains = [...Map.groupBy(ids, ({ chain }) => chain)]
  const forms = chains.flatMap(([chain, some]) =>
    input ? [{ ...input.labels(some), chain, count: some.length }] : [],
  )
  const known = new Set(printed.map(({ orderId }) => orderId))
  return { forms, refused: numbers.filter((number) => !known.has(number)) }
}
