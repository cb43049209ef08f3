import { heldUntil, isOverdue } from '#lib/order/hold.ts'
import type { Order } from '#lib/order/order.ts'

import { reading } from './orders.ts'

type HoldRead = Promise<{
  readonly orders: readonly Order[]
  readonly unreadable: readonly string[]
}>

/** The orders of the model that keep pieces although their time is over. */
export function overdueHolds(_product: string, now: Date): HoldRead {
  return reading('overdue holds', ({ orders }) => ({
    orders: Object.values(orders).filter((order) => isOverdue(order, now)),
    unreadable: [],
  }))
}

/** The orders of the model that keep pieces. */
export function heldOrders(): HoldRead {
  return reading('holds', ({ orders }) => ({
    orders: Object.values(orders).filter((order) => heldUntil(order) !== undefined),
    unreadable: [],
  }))
}
