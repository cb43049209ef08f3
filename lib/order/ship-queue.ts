import { taipeiDay } from '../time/taipei-time.ts'
import type { Order } from './order.ts'
import { orderView } from './order-view.ts'

/** Whether an order is paid for certain and not shipped yet. */
export function isToShip(order: Order): boolean {
  return orderView(order).canShip
}

/** The last promised day (YYYY-MM-DD) of an order's pre-orders, undefined without any. No day counts as the latest. */
export function promisedDay({ items }: Pick<Order, 'items'>): string | undefined {
  const days = items.flatMap(({ preorder }) =>
    preorder ? [preorder.shipsAbout ?? '9999-12-31'] : [],
  )
  return days.toSorted().at(-1)
}

/** The day (YYYY-MM-DD) from which an order can leave: when it was placed, or the last day promised of it. */
export function readyOn(order: Pick<Order, 'items' | 'createdAt'>): string {
  return promisedDay(order) ?? taipeiDay(new Date(order.createdAt))
}

/** Whether an order that is to be shipped still waits for its pre-ordered pieces. */
export function isWaiting(order: Pick<Order, 'items'>, now: Date): boolean {
  const day = promisedDay(order)
  return day !== undefined && day > taipeiDay(now)
}
