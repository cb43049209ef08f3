import { taipeiDay } from '../time/taipei-time.ts'
import { isAwaited } from './awaited.ts'
import type { Order } from './order.ts'
import { orderView } from './order-view.ts'

/** Whether an order is paid for certain and not shipped yet. */
export function isToShip(order: Order): boolean {
  return orderView(order).canShip
}

/** The day of an order that no day can ship: its goods are awaited. */
const NEVER = '9999-12-31'

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

/** Whether an order that is to be shipped still waits for its pre-ordered pieces. */
export function isWaiting({ items }: Pick<Order, 'items'>): boolean {
  return items.some(isAwaited)
}
