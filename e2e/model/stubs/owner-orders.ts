import type { Order } from '#lib/order/order.ts'

import { reading } from './orders.ts'

/** The orders of the model with these numbers. */
export function ordersNumbered(numbers: readonly string[]): Promise<readonly Order[]> {
  return reading(`number ${numbers.join()}`, ({ orders }) =>
    Object.values(orders).filter(({ orderNumber }) => numbers.includes(orderNumber)),
  )
}

/** Reads some orders of the model. */
export function readOrders(ids: readonly string[]): Promise<readonly Order[]> {
  return reading(`read ${ids.join()}`, ({ orders }) => ids.flatMap((id) => orders[id] ?? []))
}

/** The model never reads the review list. */
export async function ordersInReview(): Promise<readonly Order[]> {
  return []
}

/** The same of disputes. */
export async function ordersDisputed(): Promise<readonly Order[]> {
  return []
}

/** The model never reads lists by status. */
export async function ordersOfStatus(): Promise<readonly Order[]> {
  return []
}
