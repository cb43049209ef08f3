import 'server-only'

import { changeOrder, type OrdersRead } from '../adapters/firestore/orders.ts'
import { ordersOfStatus } from '../adapters/firestore/owner-orders.ts'
import { changeOverride } from '../adapters/firestore/overrides.ts'
import { readTaken } from '../adapters/firestore/stock.ts'
import { log } from '../log.ts'
import type { Order } from '../order/order.ts'
import { isOpen, redated, type ShippingDate } from '../order/shipping-date.ts'
import { findPlannedProducts } from '../product/find-products.ts'
import { noteOverride } from '../product/known-overrides.ts'
import type { Product } from '../product/product.ts'
import { fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../site/taipei-time.ts'
import { isDay } from './month.ts'
import { changeContext, type OwnerContext } from './change-numbered-order.ts'

/** Why the day can't be changed: not a day, in the past, before the last day of orders, no reason, or no pre-order. */
export type ShippingDateRefusal =
  | 'not-a-day'
  | 'day-over'
  | 'before-deadline'
  | 'no-reason'
  | 'no-preorders'

/**
 * Result of a change of the day: orders moved, those that had the day already, whether the product's
 * page and new orders get another day, and documents that can't be read.
 */
export type Redated = {
  readonly moved: number
  readonly same: number
  readonly changesPage: boolean
  readonly unreadable: readonly string[]
}

type Asked = ShippingDate & { readonly reason: string; readonly context: OwnerContext }

function refusalOf(
  { shipsAbout, reason, context }: Asked,
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
  return items.some(({ id, preorder }) => id === product && preorder !== undefined)
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
 * Every product that is sold as a pre-order or of which pre-orders wait to be shipped, with the ids of orders that can't be read.
 * Reads every unpaid and every paid order. Throws DatabaseUnavailable.
 */
export async function findOpenPreorders(): Promise<{
  readonly preorders: readonly OpenPreorder[]
  readonly unreadable: readonly string[]
}> {
  const { orders, unreadable } = await openOrders()
  const lines = orders
    .filter(isOpen)
    .flatMap(({ id: order, items }) =>
      items.filter(({ preorder }) => preorder).map((item) => ({ order, item })),
    )
  const ordered = Map.groupBy(lines, ({ item }) => item.id)
  const sold = (await findPlannedProducts()).filter(({ preorder }) => preorder)
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
async function affected(asked: Asked) {
  const { orders, unreadable } = await openOrders()
  const context = changeContext(asked.context, asked.reason)
  const ordered = orders.filter((order) => isOpen(order) && hasPreorder(order, asked.product))
  const toMove = ordered.filter((order) => redated(order, asked, context) !== undefined)
  return { toMove, same: ordered.length - toMove.length, unreadable, context }
}

async function preorderOf(id: string): Promise<Product | undefined> {
  const products = await findPlannedProducts()
  return products.find((product) => product.id === id && product.preorder)
}

// Another instance may have changed the day since this one last looked.
async function changesPage({ product, shipsAbout }: Asked, sold: Product | undefined) {
  const taken = await readTaken([product])
  const shown = taken.get(product)?.override?.shipsAbout ?? sold?.estimated_ship_date
  return sold !== undefined && shown !== shipsAbout
}

/** Preview of `changeShippingDate`, with its refusal; changes nothing. Throws DatabaseUnavailable. */
export async function previewShippingDate(
  asked: Asked,
): Promise<Result<Redated, ShippingDateRefusal>> {
  const sold = await preorderOf(asked.product)
  const refusal = refusalOf(asked, sold)
  if (refusal) return fail(refusal)
  const { toMove, same, unreadable } = await affected(asked)
  if (!sold && toMove.length + same === 0) return fail('no-preorders')
  return ok({ moved: toMove.length, same, unreadable, changesPage: await changesPage(asked, sold) })
}

// The order's transaction reads this document: whatever is placed after it has the new day.
async function giveUpDay({ product, shipsAbout, reason, context }: Asked): Promise<void> {
  const note = { at: context.at.toISOString(), who: context.by, reason: reason.trim() }
  const changed = await changeOverride(product, note, () => ok({ shipsAbout }))
  if (changed.ok) noteOverride(product, changed.data)
}

/**
 * Changes the day about which a product's pre-orders ship: first for its page and every order placed from
 * then on, then on every open order of it. Each shopper is told once, with the reason. A repeat changes
 * what is left, and nobody gets a second mail. Throws DatabaseUnavailable.
 */
export async function changeShippingDate(
  asked: Asked,
): Promise<Result<Redated, ShippingDateRefusal>> {
  const preview = await previewShippingDate(asked)
  if (!preview.ok) return preview
  if (preview.data.changesPage) await giveUpDay(asked)
  // Orders that were placed meanwhile by the old day are among them; the day is given up already.
  const { toMove, same, unreadable, context } = await affected(asked)
  for (const { id } of toMove) {
    await changeOrder(id, (stored) => redated(stored, asked, context))
  }
  const { product, shipsAbout } = asked
  log('shipping-date', { product, shipsAbout, moved: toMove.length, same })
  return ok({ moved: toMove.length, same, unreadable, changesPage: preview.data.changesPage })
}
