import 'server-only'

import { changeOrder } from '../adapters/firestore/orders.ts'
import { openOrders } from '../adapters/firestore/owner-orders.ts'
import { log } from '../log.ts'
import type { ChangeContext, Order } from '../order/order.ts'
import { isOpen, redated, type ShippingDate } from '../order/shipping-date.ts'
import { fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../site/taipei-time.ts'
import { isDay } from './month.ts'

/** Why the day can't be changed: it is no day, it is over, no reason is given, or nobody has ordered the product in advance. */
export type ShippingDateRefusal = 'not-a-day' | 'day-over' | 'no-reason' | 'no-preorders'

/** What a change of the day did: orders moved, those that had the day already, and documents that can't be read. */
export type Redated = {
  readonly moved: number
  readonly same: number
  readonly unreadable: readonly string[]
}

function refusalOf({ shipsAbout }: ShippingDate, { now, reason }: ChangeContext) {
  if (!isDay(shipsAbout)) return 'not-a-day'
  if (shipsAbout < taipeiDay(now)) return 'day-over'
  return reason?.trim() ? undefined : 'no-reason'
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
  date: ShippingDate,
  context: ChangeContext,
): Promise<Result<Redated, ShippingDateRefusal>> {
  const refusal = refusalOf(date, context)
  if (refusal) return fail(refusal)
  const { orders, unreadable } = await openOrders()
  const ordered = orders.filter((order) => isOpen(order) && hasPreorder(order, date.product))
  if (ordered.length === 0) return fail('no-preorders')
  let moved = 0
  for (const order of ordered) {
    // Most of a second run has nothing to write.
    if (!redated(order, date, context)) continue
    const after = await changeOrder(order.id, (stored) => redated(stored, date, context))
    const isOurs = after?.history.some(({ at }) => at === context.now.toISOString()) === true
    if (isOurs) moved += 1
  }
  const same = ordered.length - moved
  log('shipping-date', { product: date.product, shipsAbout: date.shipsAbout, moved, same })
  return ok({ moved, same, unreadable })
}
