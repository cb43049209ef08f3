import 'server-only'

import { changeOrder, type OrdersRead } from '../order/order-store.ts'
import { ordersOfStatus } from './owner-order-store.ts'
import { changeOverride, readTaken } from '../order/stock-store.ts'
import { log } from '../log/log.ts'
import type { Order } from '../order/order.ts'
import { isAwaited } from '../order/promises.ts'
import { isOpen, changeShipDate, type ShippingDate } from '../order/view.ts'
import { findPlannedProducts, noteOverride } from '../product/find-products.ts'
import type { Product } from '../product/product.ts'
import { fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { isDay } from './month.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

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

function dayRefusal(
  { shipsAbout, reason, context }: ShipDateInput,
  product: Product | undefined,
): ShippingDateRefusal | undefined {
  if (!isDay(shipsAbout)) return 'not-a-day'
  if (shipsAbout < taipeiDay(context.at)) return 'day-over'
  if (shipsAbout < (product?.preorder_deadline ?? '')) return 'before-deadline'
  return reason.trim() === '' ? 'no-reason' : undefined
}

async function openOrders(): Promise<OrdersRead> {
  const read = await Promise.all((['待付款', '已付款'] as const).map(ordersOfStatus))
  return {
    orders: read.flatMap(({ orders }) => orders),
    unreadable: read.flatMap(({ unreadable }) => unreadable),
  }
}

function hasPreorder({ items }: Order, product: string): boolean {
  return items.some((item) => item.id === product && isAwaited(item))
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
    .filter(isOpen)
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
  const ordered = orders.filter((order) => isOpen(order) && hasPreorder(order, change.product))
  const toMove = ordered.filter((order) => changeShipDate(order, change, context) !== undefined)
  return { toMove, same: ordered.length - toMove.length, unreadable, context }
}

async function preorderOf(id: string): Promise<Product | undefined> {
  const products = await findPlannedProducts()
  return products.find((product) => product.id === id && isPreordered(product))
}

// Another instance may have changed the day since this one last looked.
async function changesPage({ product, shipsAbout }: ShipDateInput, sold: Product | undefined) {
  const taken = await readTaken([product])
  const shown = taken.get(product)?.override?.shipsAbout ?? sold?.estimated_ship_date
  return sold !== undefined && shown !== shipsAbout
}

/** Preview of `changeShippingDate`, with its refusal; changes nothing. Throws DatabaseUnavailable. */
export async function previewShippingDate(
  request: ShipDateInput,
): Promise<Result<ShipDateChange, ShippingDateRefusal>> {
  const sold = await preorderOf(request.product)
  const refusal = dayRefusal(request, sold)
  if (refusal) return fail(refusal)
  const { toMove, same, unreadable } = await findAffected(request)
  if (!sold && toMove.length + same === 0) return fail('no-preorders')
  return ok({
    moved: toMove.length,
    same,
    unreadable,
    changesPage: await changesPage(request, sold),
  })
}

// Placing an order reads this document, so later orders get the new day.
async function giveUpDay({ product, shipsAbout, reason, context }: ShipDateInput): Promise<void> {
  const note = { at: context.at.toISOString(), who: context.by, reason: reason.trim() }
  const changed = await changeOverride(product, note, () => ok({ shipsAbout }))
  if (changed.ok) noteOverride(product, changed.data)
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
  if (preview.data.changesPage) await giveUpDay(request)
  // Orders that were placed meanwhile by the old day are among them; the day is given up already.
  const { toMove, same, unreadable, context } = await findAffected(request)
  for (const { id } of toMove) {
    await changeOrder(id, (stored) => changeShipDate(stored, request, context))
  }
  const { product, shipsAbout } = request
  log('shipping-date', { product, shipsAbout, moved: toMove.length, same })
  return ok({ moved: toMove.length, same, unreadable, changesPage: preview.data.changesPage })
}
