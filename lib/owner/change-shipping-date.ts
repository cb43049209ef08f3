import 'server-only'

import { changeOrder, type OrdersRead } from '../adapters/firestore/orders.ts'
import { ordersOfStatus } from '../adapters/firestore/owner-orders.ts'
import { log } from '../log.ts'
import type { Order } from '../order/order.ts'
import { isOpen, redated, type ShippingDate } from '../order/shipping-date.ts'
import { fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../site/taipei-time.ts'
import { isDay } from './month.ts'
import { changeContext, type OwnerContext } from './change-numbered-order.ts'

/** Why the day can't be changed: not a day, in the past, no reason, or no pre-orders of the product. */
export type ShippingDateRefusal = 'not-a-day' | 'day-over' | 'no-reason' | 'no-preorders'

/** What a change of the day did: orders moved, those that had the day already, and documents that can't be read. */
export type Redated = {
  readonly moved: number
  readonly same: number
  readonly unreadable: readonly string[]
}

type Asked = ShippingDate & { readonly reason: string; readonly context: OwnerContext }

function refusalOf({ shipsAbout, reason, context }: Asked): ShippingDateRefusal | undefined {
  if (!isDay(shipsAbout)) return 'not-a-day'
  if (shipsAbout < taipeiDay(context.at)) return 'day-over'
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

/** A product that was ordered in advance and not shipped: how many orders, and the days (YYYY-MM-DD) they were promised. */
export type OpenPreorder = {
  readonly product: string
  readonly title: string
  readonly orders: number
  readonly days: readonly string[]
}

/**
 * Every product of which pre-orders wait to be shipped, with the ids of orders that can't be read.
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
  const preorders = [...Map.groupBy(lines, ({ item }) => item.id)].map(([product, some]) => ({
    product,
    title: some[0]?.item.title ?? product,
    orders: new Set(some.map(({ order }) => order)).size,
    days: [...new Set(some.flatMap(({ item }) => item.preorder?.shipsAbout ?? []))].toSorted(),
  }))
  return { preorders, unreadable }
}

// The open orders of the product, and those of them that have another day.
async function affected(asked: Asked) {
  const { orders, unreadable } = await openOrders()
  const context = changeContext(asked.context, asked.reason)
  const ordered = orders.filter((order) => isOpen(order) && hasPreorder(order, asked.product))
  const toMove = ordered.filter((order) => redated(order, asked, context) !== undefined)
  return { ordered, toMove, unreadable, context }
}

function counts({ ordered, toMove, unreadable }: Awaited<ReturnType<typeof affected>>): Redated {
  return { moved: toMove.length, same: ordered.length - toMove.length, unreadable }
}

/** What `changeShippingDate` would do now, and why it would be refused; changes nothing. Throws DatabaseUnavailable. */
export async function previewShippingDate(
  asked: Asked,
): Promise<Result<Redated, ShippingDateRefusal>> {
  const refusal = refusalOf(asked)
  if (refusal) return fail(refusal)
  const found = await affected(asked)
  return found.ordered.length === 0 ? fail('no-preorders') : ok(counts(found))
}

/**
 * Changes the day about which a product's pre-orders ship, on every open order of it; each shopper is told once, with
 * the reason. A repeat changes what is left, and nobody gets a second mail. Throws
 * DatabaseUnavailable.
 */
export async function changeShippingDate(
  asked: Asked,
): Promise<Result<Redated, ShippingDateRefusal>> {
  const refusal = refusalOf(asked)
  if (refusal) return fail(refusal)
  const found = await affected(asked)
  if (found.ordered.length === 0) return fail('no-preorders')
  // A second run has little to write.
  for (const { id } of found.toMove) {
    await changeOrder(id, (stored) => redated(stored, asked, found.context))
  }
  const { product, shipsAbout } = asked
  const { moved, same, unreadable } = counts(found)
  log('shipping-date', { product, shipsAbout, moved, same })
  return ok({ moved, same, unreadable })
}
