import { defined } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { isAwaited } from './delivery-estimate.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { orderView } from './order-view.ts'
import type { Order, OrderChange } from './order.ts'
import { preorderClaim } from './preorder-claim.ts'

/** A product and the day (YYYY-MM-DD) about which it ships now. */
export type ShippingDate = { readonly product: string; readonly shipsAbout: string }

/** The change that moves the promised day of a product's pre-orders on an open order, or undefined if it is that day already. */
export function changeShipDate(
  order: Order,
  { product, shipsAbout }: ShippingDate,
  context: ChangeContext,
): OrderChange | undefined {
  const isMoved = (item: Order['items'][number]) =>
    item.id === product && isAwaited(item) && item.preorder?.shipsAbout !== shipsAbout
  if (preorderClaim(order) === undefined || !order.items.some(isMoved)) return undefined
  const before = order.items.find(isMoved)?.preorder?.shipsAbout
  const old = defined({ before })
  return { events: [newEvent('ship-date.changed', { product, shipsAbout, ...old }, context)] }
}

/** Whether an order is paid for certain and not shipped yet. */
export function isToShip(order: Order): boolean {
  return orderView(order).canShip
}

/** The day of an order that no day can ship: its goods are awaited. */
export const NEVER = '9999-12-31'

/** The last promised day (YYYY-MM-DD) of the goods that an order waits for, undefined without any. No day counts as the latest. */
export function promisedDay({ items }: Pick<Order, 'items'>): string | undefined {
  const days = items.filter(isAwaited).map(({ preorder }) => preorder?.shipsAbout ?? NEVER)
  return days.toSorted().at(-1)
}

/**
 * The day (YYYY-MM-DD) from which an order can leave: when it was placed. One that waits for goods
 * can't, until the owner says that they are here; its day does not make them come.
 */
export function readyOn(order: Pick<Order, 'items' | 'createdAt'>): string {
  return isWaiting(order) ? NEVER : taipeiDay(new Date(order.createdAt))
}

/** Whether an order that is to be shipped still waits for its pre-ordered units. */
export function isWaiting({ items }: Pick<Order, 'items'>): boolean {
  return items.some(isAwaited)
}
