import 'server-only'

import { changeOverride, readReservedStock } from '#lib/inventory/inventory-store.ts'
import type { SizeCount } from '#lib/inventory/stock.ts'
import { log } from '#lib/log/log.ts'
import { isAwaited, takesPreorder } from '#lib/order/delivery-estimate.ts'
import {
  type ChangeContext,
  changeContext,
  newEvent,
  type OwnerContext,
} from '#lib/order/events.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import { changeOrder, type OrdersRead } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { type PreorderClaim, preorderClaim } from '#lib/order/preorder-claim.ts'
import { changeShipDate, type ShippingDate } from '#lib/order/shipping-date.ts'
import { findFileProducts, findPlannedProducts } from '#lib/product/find-products.ts'
import { shipDayOf } from '#lib/product/override.ts'
import type { Product } from '#lib/product/product.ts'
import { type Size, SIZES } from '#lib/product/sizes.ts'
import { noteOverride } from '#lib/product/watch-overrides.ts'
import { fail, type Failure, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { arrivalOf } from './answer-day.ts'
import { isDay } from './month.ts'
import { ordersOfStatus } from './owner-order-store.ts'

const waitsFor = (order: Order, product: string) =>
  order.items.some((item) => item.id === product && isAwaited(item))

/** The change by which a product's goods are here for an order; nothing where it waits for none. */
export function releaseGoods(
  order: Order,
  product: string,
  context: ChangeContext,
): OrderChange | undefined {
  const isOpen = order.status === '待付款' || order.status === '已付款'
  if (!isOpen || !waitsFor(order, product)) return undefined
  return { events: [newEvent('goods.arrived', { product }, context)] }
}

/**
 * Orders that wait for a product, by their claim (preorder-claim.ts): those to be shipped by the order of payment, the
 * unpaid, and the pending ones, which must not be shipped now, by the order of payment.
 */
export type WaitingOrders = {
  readonly paid: readonly Order[]
  readonly unpaid: readonly Order[]
  readonly pending: readonly Order[]
}

/** The orders that wait for a product, of all that are open. */
export function waitingOrders(orders: readonly Order[], product: string): WaitingOrders {
  const waiting = orders
    .filter((order) => waitsFor(order, product))
    .toSorted((one, other) => (one.paidAt ?? '').localeCompare(other.paidAt ?? ''))
  const withClaim = (claim: PreorderClaim) =>
    waiting.filter((order) => preorderClaim(order) === claim)
  return { paid: withClaim('paid'), unpaid: withClaim('unpaid'), pending: withClaim('pending') }
}

function countSizes(items: readonly OrderItem[]): SizeCount {
  const groups = Map.groupBy(items, ({ size }) => size)
  return Object.fromEntries(
    [...groups].map(([size, some]) => [size, some.reduce((sum, one) => sum + one.quantity, 0)]),
  )
}

const awaitedItems = (orders: readonly Order[], product: string) =>
  orders.flatMap(({ items }) => items.filter((item) => item.id === product && isAwaited(item)))

/** The pieces of a product that orders wait for, by size. */
export function piecesAwaited(orders: readonly Order[], product: string): SizeCount {
  return countSizes(awaitedItems(orders, product))
}

/** The same of back-orders alone, whose pieces are counted as taken from the stock already. */
export function piecesBackOrdered(orders: readonly Order[], product: string): SizeCount {
  return countSizes(
    awaitedItems(orders, product).filter(({ preorder }) => preorder?.fromStock === true),
  )
}

/** The pieces by size that arrived and are left after these are taken; below zero where too few came. */
export function piecesRemaining(came: SizeCount, needed: SizeCount): SizeCount {
  return Object.fromEntries(SIZES.map((size) => [size, (came[size] ?? 0) - (needed[size] ?? 0)]))
}

/** The sizes of which too few pieces came, in words such as M 少 2 件; empty where all are there. */
export function shortageText(left: SizeCount): string {
  return SIZES.flatMap((size) => {
    const count = left[size] ?? 0
    return count < 0 ? [`${size} 少 ${-count} 件`] : []
  }).join('、')
}

/** How many of the paid orders, by the order of payment, the pieces that came are enough for. */
export function ordersCovered(
  { paid }: Pick<WaitingOrders, 'paid'>,
  came: SizeCount,
  product: string,
): number {
  const isCovered = (count: number) =>
    shortageText(piecesRemaining(came, piecesAwaited(paid.slice(0, count), product))) === ''
  let covered = 0
  while (covered < paid.length && isCovered(covered + 1)) covered += 1
  return covered
}

/** Why an arrival can't be recorded: no such product, nothing came, or too few came for the orders. */
export type ArrivalRefusal =
  | 'unknown-product'
  | 'no-day'
  | 'nothing-came'
  | 'too-few-came'
  | 'no-such-orders'

/** Pieces that came by size, and for how many orders: all, or the first by payment. */
export type Arrival = {
  readonly product: string
  readonly came: SizeCount
  readonly first?: number | undefined
}

/** A pending order that an arrival of all keeps no pieces for, and those that it waits for, by size. */
export type UnkeptOrder = { readonly orderNumber: string; readonly pieces: SizeCount }

/** Effect of an arrival: orders released, those that go on waiting, and the pieces left to be sold. */
export type ArrivalOutcome = {
  readonly released: number
  readonly waiting: number
  /** The pending orders for which too few came, where the pre-order ends without them. */
  readonly unkept: readonly UnkeptOrder[]
  /** By size; nothing where only the first orders are released, and the pre-order goes on. */
  readonly left?: SizeCount | undefined
}

type WaitingProduct = {
  readonly file: Product
  readonly waiting: WaitingOrders
  /** Whether the goods were said to be here: a press whose answer was lost is finished. */
  readonly isHere: boolean
}

async function findWaiting(product: string): Promise<WaitingProduct | undefined> {
  const file = (await findFileProducts()).find(({ id }) => id === product)
  if (!file) return undefined
  const [taken, ...read] = await Promise.all([
    readReservedStock([product]),
    ...(['待付款', '已付款'] as const).map(ordersOfStatus),
  ])
  const isHere = shipDayOf(file.estimated_ship_date, taken.get(product)?.override) === undefined
  const orders = read.flatMap((one) => one.orders)
  return { file, waiting: waitingOrders(orders, product), isHere }
}

function chosenOrders({ paid, unpaid }: WaitingOrders, first: number | undefined) {
  return first === undefined ? [...paid, ...unpaid] : paid.slice(0, first)
}

/**
 * The orders that an arrival of all releases: every one that can be shipped or paid, and as many of the pending ones as
 * the rest is enough for, which else would be sold to others.
 */
export function releasedOrders(
  waiting: WaitingOrders,
  came: SizeCount,
  product: string,
): readonly Order[] {
  return waiting.pending.reduce(
    (released: readonly Order[], one) => {
      const more = [one, ...released]
      const left = piecesRemaining(came, piecesAwaited(more, product))
      return shortageText(left) === '' ? more : released
    },
    chosenOrders(waiting, undefined),
  )
}

/** The pending orders that are not among those an arrival of all releases. */
export function unkeptOrders(
  { pending }: Pick<WaitingOrders, 'pending'>,
  released: readonly Order[],
  product: string,
): readonly UnkeptOrder[] {
  return pending
    .filter((order) => !released.includes(order))
    .map((order) => {
      return { orderNumber: order.orderNumber, pieces: piecesAwaited([order], product) }
    })
}

// Whether an arrival is of all that is awaited, and ends the pre-order: not the first orders alone, nor said again.
function isOfAll({ first }: Arrival, { isHere }: WaitingProduct): boolean {
  return first === undefined && !isHere
}

function ordersToRelease(arrival: Arrival, found: WaitingProduct): readonly Order[] {
  return isOfAll(arrival, found)
    ? releasedOrders(found.waiting, arrival.came, arrival.product)
    : chosenOrders(found.waiting, arrival.first)
}

function refusalOf(
  { product, came, first }: Arrival,
  { waiting, isHere }: WaitingProduct,
): Failure<ArrivalRefusal> | undefined {
  const { paid, unpaid } = waiting
  if (isHere && paid.length + unpaid.length === 0) return fail('no-day')
  if (first !== undefined && (first < 1 || first > paid.length))
    return { ...fail('no-such-orders'), detail: `${paid.length} 筆` }
  if (first === undefined && isHere) return undefined
  const needed = piecesAwaited(chosenOrders(waiting, first), product)
  const shortage = shortageText(piecesRemaining(came, needed))
  if (shortage === '') {
    const hasNone = SIZES.every((size) => (came[size] ?? 0) === 0)
    return hasNone ? fail('nothing-came') : undefined
  }
  const covered = ordersCovered(waiting, came, product)
  const way = covered === 0 ? '' : `；這些件數可以先釋出前 ${covered} 筆`
  return { ...fail('too-few-came'), detail: `${shortage}${way}` }
}

function outcomeOf(
  arrival: Arrival,
  found: WaitingProduct,
): Result<ArrivalOutcome, ArrivalRefusal> {
  const refusal = refusalOf(arrival, found)
  if (refusal) return refusal
  const { product, came, first } = arrival
  const { paid, unpaid } = found.waiting
  const chosen = ordersToRelease(arrival, found)
  const left = piecesRemaining(came, piecesAwaited(chosen, product))
  const isAll = isOfAll(arrival, found)
  return ok({
    released: chosen.length,
    waiting: paid.length + unpaid.length - chosenOrders(found.waiting, first).length,
    unkept: isAll ? unkeptOrders(found.waiting, chosen, product) : [],
    ...(isAll ? { left } : {}),
  })
}

/** Says what an arrival would do, and refuses what can't be; changes nothing. Throws DatabaseUnavailable. */
export async function previewArrival(
  arrival: Arrival,
): Promise<Result<ArrivalOutcome, ArrivalRefusal>> {
  const found = await findWaiting(arrival.product)
  return found ? outcomeOf(arrival, found) : fail('unknown-product')
}

// The offer from which the orders take their pieces: what was taken of the stock, and what came.
function offeredAfter(sizes: readonly Size[], came: SizeCount, taken: SizeCount, backs: SizeCount) {
  const bySize = sizes.map((size) => {
    const count = (taken[size] ?? 0) + (came[size] ?? 0) - (backs[size] ?? 0)
    return [size, Math.max(0, count)] as const
  })
  const stock = bySize.reduce((sum, [, count]) => sum + count, 0)
  return { stock, stock_by_size: Object.fromEntries(bySize) }
}

// Nothing is sold while the orders take their pieces, so that nobody buys what others wait for.
async function beginStock(
  { product, came }: Arrival,
  found: WaitingProduct,
  context: OwnerContext,
) {
  const { file, waiting } = found
  const backs = piecesBackOrdered(releasedOrders(waiting, came, product), product)
  const before = { isOffSale: false }
  const note = { at: context.at.toISOString(), who: context.by, reason: '貨到了' }
  const begun = await changeOverride(product, note, ({ override, sizes = {} }) => {
    const arrived = arrivalOf(file, override)
    if (!arrived.ok) return arrived
    before.isOffSale = override?.isOffSale === true
    const offered = offeredAfter(file.sizes, came, sizes, backs)
    return ok({ ...arrived.data, ...offered, releasedEarly: 0, isOffSale: true })
  })
  if (begun.ok) noteOverride(product, begun.data)
  return before.isOffSale
}

// Released pieces leave the pre-order's count, whose limit they fill all the same. They are noted before, so that a
// break sells none of them again.
async function noteEarly(orders: readonly Order[], product: string, context: OwnerContext) {
  const pieces = awaitedItems(orders, product)
    .filter(takesPreorder)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const note = { at: context.at.toISOString(), who: context.by, reason: '貨到了一部分' }
  const noted = await changeOverride<never>(product, note, ({ override }) =>
    ok({ releasedEarly: (override?.releasedEarly ?? 0) + pieces }),
  )
  if (noted.ok) noteOverride(product, noted.data)
}

async function release(orders: readonly Order[], product: string, context: OwnerContext) {
  let released = 0
  for (const { id } of orders) {
    const after = await changeOrder(id, (stored) =>
      releaseGoods(stored, product, changeContext(context)),
    )
    if (after) released += 1
  }
  return released
}

/**
 * Records that a product's goods came: releases its waiting orders for shipping and tells their
 * buyers. For all of them it also ends the pre-order and sets what is left as stock by size. Again
 * finishes what was left undone. Throws DatabaseUnavailable.
 */
export async function recordArrival({
  context,
  ...arrival
}: Arrival & { readonly context: OwnerContext }): Promise<Result<ArrivalOutcome, ArrivalRefusal>> {
  const { product } = arrival
  const found = await findWaiting(product)
  if (!found) return fail('unknown-product')
  const outcome = outcomeOf(arrival, found)
  if (!outcome.ok) return outcome
  const isAll = isOfAll(arrival, found)
  const wasOffSale = isAll ? await beginStock(arrival, found, context) : undefined
  const chosen = ordersToRelease(arrival, found)
  if (!isAll && !found.isHere) await noteEarly(chosen, product, context)
  let released = await release(chosen, product, context)
  // Orders that were placed by the old promise before the pre-order ended.
  const later = isAll ? await findWaiting(product) : undefined
  if (later) released += await release(chosenOrders(later.waiting, undefined), product, context)
  if (wasOffSale !== undefined) {
    const note = { at: context.at.toISOString(), who: context.by, reason: '貨到了，開始販售' }
    const ended = await changeOverride<never>(product, note, () => ok({ isOffSale: wasOffSale }))
    if (ended.ok) noteOverride(product, ended.data)
  }
  log('goods-arrived', { product, released })
  return ok({ ...outcome.data, released })
}

/** A product that orders wait for, with the pieces they need by size. */
export type AwaitedProduct = {
  readonly product: string
  readonly title: string
  readonly sizes: readonly Size[]
  /** Orders by their claim. */
  readonly paid: number
  readonly unpaid: number
  readonly pending: number
  readonly needed: SizeCount
  /** Those of the needed pieces whose order is pending. */
  readonly neededPending: SizeCount
  /** Whether its goods were said to be here: what is left is to release the orders. */
  readonly isHere: boolean
}

/** The products whose goods are awaited. Reads every unpaid and paid order. Throws DatabaseUnavailable. */
export async function findAwaitedProducts(): Promise<readonly AwaitedProduct[]> {
  const files = await findFileProducts()
  const [taken, ...read] = await Promise.all([
    readReservedStock(files.map(({ id }) => id)),
    ...(['待付款', '已付款'] as const).map(ordersOfStatus),
  ])
  const orders = read.flatMap((one) => one.orders)
  return files.flatMap(({ id, title, sizes, estimated_ship_date: written }) => {
    const { paid, unpaid, pending } = waitingOrders(orders, id)
    const isHere = shipDayOf(written, taken.get(id)?.override) === undefined
    if (isHere && paid.length + unpaid.length === 0) return []
    const counts = { paid: paid.length, unpaid: unpaid.length, pending: pending.length }
    const needed = piecesAwaited([...paid, ...unpaid, ...pending], id)
    const neededPending = piecesAwaited(pending, id)
    return [{ product: id, title, sizes, ...counts, needed, neededPending, isHere }]
  })
}

/** Why the day can't be changed: not a day, in the past, before the last day of orders, no reason, or no pre-order. */
export type ShippingDateRefusal =
  | 'not-a-day'
  | 'day-over'
  | 'before-deadline'
  | 'no-reason'
  | 'no-preorders'

/**
 * Result of a ship date change: changed, unchanged and unreadable orders, and whether the page
 * changes.
 */
export type ShipDateChange = {
  readonly moved: number
  readonly same: number
  readonly changesPage: boolean
  readonly unreadable: readonly string[]
}

type ShipDateInput = ShippingDate & { readonly reason: string; readonly context: OwnerContext }

async function openOrders(): Promise<OrdersRead> {
  const read = await Promise.all((['待付款', '已付款'] as const).map(ordersOfStatus))
  return {
    orders: read.flatMap(({ orders }) => orders),
    unreadable: read.flatMap(({ unreadable }) => unreadable),
  }
}

// Sold before it is made, or with a day about which its pieces ship.
function isPreordered({ preorder, estimated_ship_date }: Product): boolean {
  return preorder || estimated_ship_date !== undefined
}

/** A product that is or was sold before it is made: how many open orders, and the days (YYYY-MM-DD) they were promised. */
export type OpenPreorder = {
  readonly product: string
  readonly title: string
  readonly orders: number
  readonly days: readonly string[]
  /** The day that its page says now; none where it is not sold. */
  readonly shown?: string | undefined
}

/**
 * Returns all pre-order products and unreadable orders. Reads every unpaid and paid order. Throws
 * DatabaseUnavailable.
 */
export async function findOpenPreorders(): Promise<{
  readonly preorders: readonly OpenPreorder[]
  readonly unreadable: readonly string[]
}> {
  const { orders, unreadable } = await openOrders()
  const lines = orders
    .filter((order) => preorderClaim(order) !== undefined)
    .flatMap(({ id: order, items }) => items.filter(isAwaited).map((item) => ({ order, item })))
  const ordered = Map.groupBy(lines, ({ item }) => item.id)
  const sold = (await findPlannedProducts()).filter(isPreordered)
  const products = new Set([...sold.map(({ id }) => id), ...ordered.keys()])
  const preorders = [...products].map((product) => {
    const some = ordered.get(product) ?? []
    const own = sold.find(({ id }) => id === product)
    return {
      product,
      title: own?.title ?? some[0]?.item.title ?? product,
      orders: new Set(some.map(({ order }) => order)).size,
      days: [...new Set(some.flatMap(({ item }) => item.preorder?.shipsAbout ?? []))].toSorted(),
      shown: own?.estimated_ship_date,
    }
  })
  return { preorders, unreadable }
}

// The open orders of the product, and those of them that have another day.
async function findAffected(change: ShipDateInput) {
  const { orders, unreadable } = await openOrders()
  const context = changeContext(change.context, change.reason)
  const ordered = orders.filter(
    (order) => preorderClaim(order) !== undefined && waitsFor(order, change.product),
  )
  const toMove = ordered.filter((order) => changeShipDate(order, change, context) !== undefined)
  return { toMove, same: ordered.length - toMove.length, unreadable, context }
}

// Another instance may have changed the day since this one last looked.
async function changesPage({ product, shipsAbout }: ShipDateInput, sold: Product | undefined) {
  const taken = await readReservedStock([product])
  const shown = taken.get(product)?.override?.shipsAbout ?? sold?.estimated_ship_date
  return sold !== undefined && shown !== shipsAbout
}

/** Preview of `changeShippingDate`, with its refusal; changes nothing. Throws DatabaseUnavailable. */
export async function previewShippingDate(
  request: ShipDateInput,
): Promise<Result<ShipDateChange, ShippingDateRefusal>> {
  const { product: id, shipsAbout, reason, context } = request
  const products = await findPlannedProducts()
  const sold = products.find((product) => product.id === id && isPreordered(product))
  if (!isDay(shipsAbout)) return fail('not-a-day')
  if (shipsAbout < taipeiDay(context.at)) return fail('day-over')
  if (shipsAbout < (sold?.preorder_deadline ?? '')) return fail('before-deadline')
  if (reason.trim() === '') return fail('no-reason')
  const { toMove, same, unreadable } = await findAffected(request)
  if (!sold && toMove.length + same === 0) return fail('no-preorders')
  return ok({
    moved: toMove.length,
    same,
    unreadable,
    changesPage: await changesPage(request, sold),
  })
}

/**
 * Changes a pre-order's ship date for its page and open orders, and notifies each shopper once.
 * Idempotent. Throws DatabaseUnavailable.
 */
export async function changeShippingDate(
  request: ShipDateInput,
): Promise<Result<ShipDateChange, ShippingDateRefusal>> {
  const preview = await previewShippingDate(request)
  if (!preview.ok) return preview
  const { product, shipsAbout, reason } = request
  if (preview.data.changesPage) {
    const { at, by } = request.context
    const note = { at: at.toISOString(), who: by, reason: reason.trim() }
    // Placing an order reads this document, so later orders get the new day.
    const changed = await changeOverride(product, note, () => ok({ shipsAbout }))
    if (changed.ok) noteOverride(product, changed.data)
  }
  // Orders that were placed meanwhile by the old day are among them; the day is given up already.
  const { toMove, same, unreadable, context } = await findAffected(request)
  for (const { id } of toMove) {
    await changeOrder(id, (stored) => changeShipDate(stored, request, context))
  }
  log('shipping-date', { product, shipsAbout, moved: toMove.length, same })
  return ok({ moved: toMove.length, same, unreadable, changesPage: preview.data.changesPage })
}
