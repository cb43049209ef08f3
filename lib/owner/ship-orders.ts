import 'server-only'

import { carrier } from '../adapters/ecpay/carrier.ts'
import { findCities } from '../delivery/find-cities.ts'
import { fullName } from '../delivery/recipient.ts'
import { log, logFailure } from '../log/log.ts'
import { newEvent, changeContext, type OwnerContext } from '../order/events.ts'
import { execute, executeShipping, ordersShippedSince } from '../order/execute.ts'
import {
  type Parcel,
  type FulfilmentRefusal,
  bookedOtherwise,
  correctParcel,
  ship,
  canUndoShipping,
  UNDO_SHIPPING_FOR,
  undoShipping,
  type UndoShippingRefusal,
} from '../order/fulfilment.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { readOrders, changeOrder, readOrder } from '../order/order-store.ts'
import { type Order, ORDER_DOCUMENT } from '../order/order.ts'
import { askForStore, isStoreGone, bookOrderParcel } from '../order/parcel/book-parcel.ts'
import { followParcel, isToSend } from '../order/parcel/booking.ts'
import {
  CarrierProblem,
  type CarrierForm,
  type ParcelIds,
  idsOf,
  liveParcel,
  type OrderParcel,
} from '../order/parcel/order-parcel.ts'
import { ProviderProblem } from '../order/payment/provider.ts'
import { refreshDisputes } from '../order/payment/sweep-payments.ts'
import { isToShip, isWaiting } from '../order/view.ts'
import { fail, type Result, ok } from '../result.ts'
import { isOtherWay, usualCarrier, itemsText } from './order-text.ts'
import { ordersNumbered } from './owner-order-store.ts'
import {
  MOST_AT_ONCE,
  type ParcelFailure,
  type PastedParcel,
  readPastedParcels,
} from './pasted-parcels.ts'
import { canPrintLabel } from './read-parcels.ts'

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

/** An entry of a list, by its order's number; `order` is missing where no order has it. */
export type OrderEntry = { readonly orderNumber: string; readonly order: Order | undefined }

/** An order of a list that was not changed, and why. */
export type RefusedOrder<Code extends string> = {
  readonly orderNumber: string
  readonly code: Code
  readonly detail?: string
}

/** Result of a list of orders: how many are done, and which are not. */
export type OrderListResult<Code extends string> = {
  readonly done: number
  readonly refused: readonly RefusedOrder<Code | 'unknown-order'>[]
}

/** The orders with these numbers, in any case and with or without their prefix. Throws DatabaseUnavailable. */
export async function findOrdersByNumber(
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const unique = [...new Set(numbers.map((text) => readOrderNumber(text) ?? text))]
  return new Map((await ordersNumbered(unique)).map((order) => [order.orderNumber, order]))
}

/** The order with this number, or nothing. Throws DatabaseUnavailable. */
export async function findOrderByNumber(number: string): Promise<Order | undefined> {
  return [...(await findOrdersByNumber([number])).values()][0]
}

/** The entries of a list of order ids, each once, in its order. One round trip. Throws DatabaseUnavailable. */
export async function entriesOf(orderIds: readonly string[]): Promise<readonly OrderEntry[]> {
  const ids = [...new Set(orderIds)]
  const known = await readOrders(ids.filter((id) => ORDER_DOCUMENT.test(id)))
  const orders = new Map(known.map((order) => [order.id, order]))
  return ids.map((id) => ({
    order: orders.get(id),
    orderNumber: orders.get(id)?.orderNumber ?? id,
  }))
}

/** Changes the orders of a list one after the other, and returns what became of each. */
export async function changeEach<One extends OrderEntry, Code extends string>(
  entries: readonly One[],
  change: (order: Order, entry: One) => Promise<Result<Order, Code | 'unknown-order'>>,
): Promise<OrderListResult<Code>> {
  const refused: RefusedOrder<Code | 'unknown-order'>[] = []
  for (const entry of entries) {
    const { order, orderNumber } = entry
    const answer: Result<Order, Code | 'unknown-order'> = order
      ? await change(order, entry)
      : fail('unknown-order')
    if (answer.ok) continue
    const { ok: _ok, reference: _reference, ...refusal } = answer
    refused.push({ orderNumber, ...refusal })
  }
  return { done: entries.length - refused.length, refused }
}

type ParcelAnswer = Result<Order, ParcelFailure>

async function bookOne(order: Order, context: OwnerContext): Promise<ParcelAnswer> {
  const parcelCarrier = carrier(findCities())
  if (!parcelCarrier) return fail('no-carrier')
  if (liveParcel(order)?.ids) return ok(order)
  if (!(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const change = changeContext(context)
  if (isToSend(order) && order.shippingMethod === 'store' && (await isStoreGone(order))) {
    await askForStore(order, change)
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

/** Changes as many orders of a list as a request has time for, and names the others. */
export async function changeFirst(
  entries: readonly OrderEntry[],
  change: (order: Order) => Promise<ParcelAnswer>,
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

/** Maximum labels per page. */
const MOST_LABELS = 200

/** The forms that print the labels of orders, one a chain, and the orders that get none. Throws DatabaseUnavailable. */
export async function findLabels(orderIds: readonly string[]): Promise<{
  readonly forms: readonly (CarrierForm & { readonly chain: string; readonly count: number })[]
  readonly refused: readonly string[]
}> {
  const parcelCarrier = carrier(findCities())
  const entries = await entriesOf(orderIds.slice(0, MOST_LABELS))
  const isPrinted = (order: Order | undefined) =>
    parcelCarrier !== undefined && order !== undefined && canPrintLabel(order)
  const ids = entries.flatMap(({ order }) => {
    const live = order && isPrinted(order) ? liveParcel(order) : undefined
    return (live && idsOf(live)) ?? []
  })
  const chains = [...Map.groupBy(ids, ({ chain }) => chain)]
  const forms = chains.flatMap(([chain, some]) =>
    parcelCarrier ? [{ ...parcelCarrier.labels(some), chain, count: some.length }] : [],
  )
  const refused = entries.filter(({ order }) => !isPrinted(order))
  return { forms, refused: refused.map(({ orderNumber }) => orderNumber) }
}

/** Label of the option that ships each order by its own carrier. */
export const CARRIER_BY_ORDER = '依訂單的配送方式'

/** Warnings before shipping a parcel. */
export type ParcelWarning =
  | 'unknown-order'
  | 'not-to-ship'
  | 'waiting'
  | 'booked'
  | 'other-way'
  | 'repeated'

/** A parcel of a list beside its order: who gets it, what is in it, and what is odd about it. */
export type ParcelPreview = PastedParcel & {
  readonly name: string
  readonly items: string
  readonly warnings: readonly ParcelWarning[]
}

/** A parcel with the carrier that goes where its order goes, where the list names none. */
export function withCarrier<One extends Parcel>(parcel: One, order: Order | undefined): One {
  if (parcel.carrier !== CARRIER_BY_ORDER) return parcel
  return { ...parcel, carrier: order ? usualCarrier(order) : '' }
}

function warningsOf(
  parcel: PastedParcel,
  order: Order | undefined,
  { isRepeated }: { readonly isRepeated: boolean },
): readonly ParcelWarning[] {
  if (!order) return ['unknown-order']
  const isDone = order.shipment?.trackingNumber === parcel.trackingNumber
  return [
    ...(isRepeated ? (['repeated'] as const) : []),
    ...(isToShip(order) || isDone ? [] : (['not-to-ship'] as const)),
    ...(isToShip(order) && isWaiting(order) ? (['waiting'] as const) : []),
    ...(isToShip(order) && bookedOtherwise(order, parcel) ? (['booked'] as const) : []),
    ...(isOtherWay(order, parcel.carrier) ? (['other-way'] as const) : []),
  ]
}

/** Each parcel beside its order, in the order of the list. */
export function parcelPreviews(
  parcels: readonly PastedParcel[],
  orders: ReadonlyMap<string, Order>,
): readonly ParcelPreview[] {
  return parcels.map((pasted, index) => {
    const order = orders.get(pasted.orderNumber)
    const parcel = withCarrier(pasted, order)
    const isRepeated =
      parcels.findIndex(({ orderNumber }) => orderNumber === pasted.orderNumber) < index
    const { recipient } = order ?? {}
    return {
      ...parcel,
      name: recipient ? fullName(recipient) : '',
      items: order ? itemsText(order) : '',
      warnings: warningsOf(parcel, order, { isRepeated }),
    }
  })
}

/** Returns what a pasted list would ship, without changes. Throws DatabaseUnavailable. */
export async function previewParcels({
  text,
  carrier,
}: {
  readonly text: string
  readonly carrier: string
}): Promise<Result<readonly ParcelPreview[], 'too-many-parcels'>> {
  const { parcels } = readPastedParcels(text, carrier || CARRIER_BY_ORDER)
  if (parcels.length > 200) return fail('too-many-parcels')
  const orders = await findOrdersByNumber(parcels.map(({ orderNumber }) => orderNumber))
  return ok(parcelPreviews(parcels, orders))
}

type ShipAnswer = Promise<Result<Order, ShipFailure | 'unknown-order'>>

/** Why goods can't leave: the order forbids it, or the provider did not say how its disputes stand. */
export type ShipFailure = FulfilmentRefusal | 'disputes-unanswered'

type ShipInput = Parcel & {
  readonly isCorrection?: boolean | undefined
  readonly isDespiteBooking?: boolean | undefined
  readonly context: OwnerContext
}

async function shipKnown(
  order: Order,
  { carrier, trackingNumber, isCorrection = false, isDespiteBooking, context }: ShipInput,
): ShipAnswer {
  if (!isCorrection && !(await areDisputesKnown(order))) return fail('disputes-unanswered')
  const parcel = { carrier, trackingNumber, isDespiteBooking }
  const change = changeContext(context)
  return isCorrection
    ? executeShipping(order.id, (stored) => correctParcel(stored, parcel, change))
    : execute(order.id, (stored) => ship(stored, parcel, change))
}

/**
 * Ships an order after a dispute check. The same parcel is idempotent, another needs
 * `isCorrection`. Throws DatabaseUnavailable.
 */
export async function shipOrder({
  orderId,
  ...parcel
}: ShipInput & { readonly orderId: string }): ShipAnswer {
  const order = await readOrder(orderId)
  return order ? shipKnown(order, parcel) : fail('unknown-order')
}

/** Maximum orders per call, which takes well under a minute. */
const MOST_PARCELS = 200

type ListFailure = ShipFailure | 'preorder-waits' | 'unpaid'

/** Result of a list: how many orders are shipped, which are not, and lines that can't be read. */
export type ShippedList = OrderListResult<ListFailure> & {
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

/** A pasted list, the carrier of lines without one, and whether pre-orders leave before their day. */
type PastedList = {
  readonly text: string
  readonly carrier: string
  readonly ships?: 'due' | 'early' | undefined
  readonly context: OwnerContext
}

/**
 * Ships a carrier's list (`readPastedParcels`); early pre-orders only if `ships` allows.
 * Idempotent. Throws DatabaseUnavailable.
 */
export async function shipPasted({
  text,
  carrier,
  ships = 'due',
  context,
}: PastedList): Promise<Result<ShippedList, 'nothing-to-ship' | 'too-many-parcels'>> {
  const { parcels, unclear } = readPastedParcels(text, carrier || CARRIER_BY_ORDER)
  if (parcels.length === 0) return fail('nothing-to-ship')
  if (parcels.length > MOST_PARCELS) return fail('too-many-parcels')
  const orders = await findOrdersByNumber(parcels.map(({ orderNumber }) => orderNumber))
  const entries = parcels.map((parcel) => ({ ...parcel, order: orders.get(parcel.orderNumber) }))
  const shipOne = async (
    order: Order,
    parcel: Parcel,
  ): Promise<Result<Order, ListFailure | 'unknown-order'>> => {
    if (order.status === '待付款') return fail('unpaid')
    const isEarly = order.status === '已付款' && isWaiting(order)
    if (ships === 'due' && isEarly) return fail('preorder-waits')
    return shipKnown(order, { ...withCarrier(parcel, order), context })
  }
  return ok({ ...(await changeEach(entries, shipOne)), unclear })
}

/**
 * Returns orders whose shipping can be undone, newest first. One query. Throws DatabaseUnavailable.
 */
export async function findNewShippings(now = new Date()): Promise<readonly Order[]> {
  const since = new Date(now.getTime() - UNDO_SHIPPING_FOR).toISOString()
  return (await ordersShippedSince(since)).filter((order) => canUndoShipping(order, now))
}

/** Undoes the shipping of orders and their mails, one by one. Idempotent. Throws DatabaseUnavailable. */
export async function takeBackShippings({
  orderIds,
  context,
}: {
  readonly orderIds: readonly string[]
  readonly context: OwnerContext
}): Promise<Result<OrderListResult<UndoShippingRefusal>, 'nothing-chosen'>> {
  if (orderIds.length === 0) return fail('nothing-chosen')
  const change = changeContext(context)
  const takeBack = ({ id }: Order) =>
    executeShipping(id, (stored, isMailWaiting) => undoShipping(stored, { isMailWaiting }, change))
  return ok(await changeEach(await entriesOf(orderIds), takeBack))
}
