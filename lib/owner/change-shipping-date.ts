import 'server-only'

import { changeOverride, readReservedStock } from '#lib/inventory/inventory-store.ts'
import { log } from '#lib/log/log.ts'
import { isAwaited } from '#lib/order/delivery-estimate.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { changeOrder, type OrdersRead } from '#lib/order/order-store.ts'
import { preorderClaim } from '#lib/order/preorder-claim.ts'
import { changeShipDate, type ShippingDate } from '#lib/order/shipping-date.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import type { Product } from '#lib/product/product.ts'
import { noteOverride } from '#lib/product/watch-overrides.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { isDay } from './month.ts'
import { ordersOfStatus } from './owner-order-store.ts'
import { waitsFor } from './waiting-orders.ts'

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

// Sold before it is made, or with a day about which its units ship.
function isPreordered({ preorder, estimated_ship_date }: Product): boolean {
  return preorder || estimated_ship_date !== undefined
}

/** A product that is or was sold before it is made: how many open orders, and the days (YYYY-MM-DD) they were promised. */
export type OpenPreorder = {
  readonly product: string
  readonly title: string
  readonly orders: number
  readonly days: readonly string[]
  /** The day that its page says now, or none if it is not sold. */
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
