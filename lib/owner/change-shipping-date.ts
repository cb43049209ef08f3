import 'server-only'

import { changeOrder, type OrdersRead } from '../adapters/firestore/orders.ts'
import { ordersOfStatus } from '../adapters/firestore/owner-orders.ts'
import { log } from '../log.ts'
import type { Order } from '../order/order.ts'
import { isOpen, redated, type ShippingDate } from '../order/shipping-date.ts'
import { fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../site/taipei-time.ts'
import { isDay } from './month.ts'
import { changeContext, type OwnerContext } from './owner-context.ts'

/** Why the day can't be changed: it is no day, it is over, no reason is given, or nobody has ordered the product in advance. */
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

/**
 * Changes the day about which a product's pre-orders ship, on every open order of it; each shopper is told once, with
 * the reason. Run again, or after it broke off, it changes what is left and tells nobody twice. Throws
 * DatabaseUnavailable.
 */
export async function changeShippingDate(
  asked: Asked,
): Promise<Result<Redated, ShippingDateRefusal>> {
  const refusal = refusalOf(asked)
  if (refusal) return fail(refusal)
  const { product, shipsAbout } = asked
  const context = changeContext(asked.context, asked.reason)
  const { orders, unreadable } = await openOrders()
  const ordered = orders.filter((order) => isOpen(order) && hasPreorder(order, product))
  if (ordered.length === 0) return fail('no-preorders')
  // Most of a second run has nothing to write.
  const toMove = ordered.filter((order) => redated(order, asked, context) !== undefined)
  for (const { id } of toMove) await changeOrder(id, (stored) => redated(stored, asked, context))
  const [moved, same] = [toMove.length, ordered.length - toMove.length]
  log('shipping-date', { product, shipsAbout, moved, same })
  return ok({ moved, same, unreadable })
}
