import 'server-only'

import { changeOverride, readReservedStock } from '#lib/inventory/inventory-store.ts'
import type { SizeCount } from '#lib/inventory/stock.ts'
import { log } from '#lib/log/log.ts'
import { takesPreorder } from '#lib/order/delivery-estimate.ts'
import {
  type ChangeContext,
  changeContext,
  newEvent,
  type OwnerContext,
} from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import { shipDayOf } from '#lib/product/override.ts'
import type { Product } from '#lib/product/product.ts'
import { type Size, SIZES } from '#lib/product/sizes.ts'
import { noteOverride } from '#lib/product/watch-overrides.ts'
import { fail, type Failure, ok, type Result } from '#lib/result.ts'
import { overrideOnReceipt } from './change-product-day.ts'
import { ordersOfStatus } from './owner-order-store.ts'
import {
  awaitedItems,
  ordersCovered,
  unitsAwaited,
  unitsBackOrdered,
  unitsRemaining,
  shortageText,
  type WaitingOrders,
  waitingOrders,
  waitsFor,
} from './waiting-orders.ts'

/** The change by which a product's goods are here for an order, or undefined if it waits for none. */
export function releaseItems(
  order: Order,
  product: string,
  context: ChangeContext,
): OrderChange | undefined {
  const isOpen = order.status === '待付款' || order.status === '已付款'
  if (!isOpen || !waitsFor(order, product)) return undefined
  return { events: [newEvent('items.received', { product }, context)] }
}

/** Why an arrival can't be recorded: no such product, nothing came, or too few came for the orders. */
export type StockReceiptRefusal =
  | 'unknown-product'
  | 'no-day'
  | 'nothing-came'
  | 'too-few-came'
  | 'no-such-orders'

/** Units that came by size, and for how many orders: all, or the first by payment. */
export type StockReceipt = {
  readonly product: string
  readonly came: SizeCount
  readonly first?: number | undefined
}

/** A pending order that an arrival of all keeps no units for, and those that it waits for, by size. */
export type UnreservedOrder = { readonly orderNumber: string; readonly units: SizeCount }

/** Effect of an arrival: orders released, those that go on waiting, and the units left to be sold. */
export type StockReceiptOutcome = {
  readonly released: number
  readonly waiting: number
  /** The pending orders for which too few came, where the pre-order ends without them. */
  readonly unreserved: readonly UnreservedOrder[]
  /** By size, or undefined if only the first orders are released, and the pre-order goes on. */
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
  const orders = read.flatMap((ordersRead) => ordersRead.orders)
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
    (released: readonly Order[], order) => {
      const more = [order, ...released]
      const left = unitsRemaining(came, unitsAwaited(more, product))
      return shortageText(left) === '' ? more : released
    },
    chosenOrders(waiting, undefined),
  )
}

/** The pending orders that are not among those an arrival of all releases. */
export function unreservedOrders(
  { pending }: Pick<WaitingOrders, 'pending'>,
  released: readonly Order[],
  product: string,
): readonly UnreservedOrder[] {
  return pending
    .filter((order) => !released.includes(order))
    .map((order) => {
      return { orderNumber: order.orderNumber, units: unitsAwaited([order], product) }
    })
}

// Whether an arrival is of all that is awaited, and ends the pre-order: not the first orders alone, nor said again.
function isOfAll({ first }: StockReceipt, { isHere }: WaitingProduct): boolean {
  return first === undefined && !isHere
}

function ordersToRelease(arrival: StockReceipt, found: WaitingProduct): readonly Order[] {
  return isOfAll(arrival, found)
    ? releasedOrders(found.waiting, arrival.came, arrival.product)
    : chosenOrders(found.waiting, arrival.first)
}

function refusalOf(
  { product, came, first }: StockReceipt,
  { waiting, isHere }: WaitingProduct,
): Failure<StockReceiptRefusal> | undefined {
  const { paid, unpaid } = waiting
  if (isHere && paid.length + unpaid.length === 0) return fail('no-day')
  if (first !== undefined && (first < 1 || first > paid.length))
    return { ...fail('no-such-orders'), detail: `${paid.length} 筆` }
  if (first === undefined && isHere) return undefined
  const needed = unitsAwaited(chosenOrders(waiting, first), product)
  const shortage = shortageText(unitsRemaining(came, needed))
  if (shortage === '') {
    const hasNone = SIZES.every((size) => (came[size] ?? 0) === 0)
    return hasNone ? fail('nothing-came') : undefined
  }
  const covered = ordersCovered(waiting, came, product)
  const way = covered === 0 ? '' : `；這些件數可以先釋出前 ${covered} 筆`
  return { ...fail('too-few-came'), detail: `${shortage}${way}` }
}

function outcomeOf(
  arrival: StockReceipt,
  found: WaitingProduct,
): Result<StockReceiptOutcome, StockReceiptRefusal> {
  const refusal = refusalOf(arrival, found)
  if (refusal) return refusal
  const { product, came, first } = arrival
  const { paid, unpaid } = found.waiting
  const chosen = ordersToRelease(arrival, found)
  const left = unitsRemaining(came, unitsAwaited(chosen, product))
  const isAll = isOfAll(arrival, found)
  return ok({
    released: chosen.length,
    waiting: paid.length + unpaid.length - chosenOrders(found.waiting, first).length,
    unreserved: isAll ? unreservedOrders(found.waiting, chosen, product) : [],
    ...(isAll ? { left } : {}),
  })
}

/** Says what an arrival would do, and refuses what can't be; changes nothing. Throws DatabaseUnavailable. */
export async function previewReceipt(
  arrival: StockReceipt,
): Promise<Result<StockReceiptOutcome, StockReceiptRefusal>> {
  const found = await findWaiting(arrival.product)
  return found ? outcomeOf(arrival, found) : fail('unknown-product')
}

// The offer from which the orders take their units: what was taken of the stock, and what came.
function offeredAfter(sizes: readonly Size[], came: SizeCount, taken: SizeCount, backs: SizeCount) {
  const bySize = sizes.map((size) => {
    const count = (taken[size] ?? 0) + (came[size] ?? 0) - (backs[size] ?? 0)
    return [size, Math.max(0, count)] as const
  })
  const stock = bySize.reduce((sum, [, count]) => sum + count, 0)
  return { stock, stock_by_size: Object.fromEntries(bySize) }
}

// Nothing is sold while the orders take their units, so that nobody buys what others wait for.
async function beginStock(
  { product, came }: StockReceipt,
  found: WaitingProduct,
  context: OwnerContext,
) {
  const { file, waiting } = found
  const backs = unitsBackOrdered(releasedOrders(waiting, came, product), product)
  const before = { isOffSale: false }
  const note = { at: context.at.toISOString(), who: context.by, reason: '貨到了' }
  const begun = await changeOverride(product, note, ({ override, sizes = {} }) => {
    const arrived = overrideOnReceipt(file, override)
    if (!arrived.ok) return arrived
    before.isOffSale = override?.isOffSale === true
    const offered = offeredAfter(file.sizes, came, sizes, backs)
    return ok({ ...arrived.data, ...offered, releasedEarly: 0, isOffSale: true })
  })
  if (begun.ok) noteOverride(product, begun.data)
  return before.isOffSale
}

// Released units leave the pre-order's count, whose limit they fill all the same. They are noted before, so that a
// break sells none of them again.
async function noteEarly(orders: readonly Order[], product: string, context: OwnerContext) {
  const units = awaitedItems(orders, product)
    .filter(takesPreorder)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const note = { at: context.at.toISOString(), who: context.by, reason: '貨到了一部分' }
  const noted = await changeOverride<never>(product, note, ({ override }) =>
    ok({ releasedEarly: (override?.releasedEarly ?? 0) + units }),
  )
  if (noted.ok) noteOverride(product, noted.data)
}

async function release(orders: readonly Order[], product: string, context: OwnerContext) {
  let released = 0
  for (const { id } of orders) {
    const after = await changeOrder(id, (stored) =>
      releaseItems(stored, product, changeContext(context)),
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
export async function receiveStock({
  context,
  ...arrival
}: StockReceipt & { readonly context: OwnerContext }): Promise<
  Result<StockReceiptOutcome, StockReceiptRefusal>
> {
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
  log('stock-received', { product, released })
  return ok({ ...outcome.data, released })
}
