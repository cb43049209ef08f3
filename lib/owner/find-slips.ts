import 'server-only'

import { ordersNumbered } from '../adapters/firestore/owner-orders.ts'
import type { Order } from '../order/order.ts'
import { readOrderNumber } from '../order/order-number.ts'

/** How many packing slips are made at once. */
const MOST_SLIPS = 200

/** The orders whose packing slips were asked for, in the order asked, and the numbers that are none. Throws DatabaseUnavailable. */
export async function findSlips(
  asked: readonly string[],
): Promise<{ readonly orders: readonly Order[]; readonly missing: readonly string[] }> {
  const wanted = [...new Set(asked)].slice(0, MOST_SLIPS)
  const numbers = wanted.flatMap((text) => readOrderNumber(text) ?? [])
  const found = new Map((await ordersNumbered(numbers)).map((order) => [order.orderId, order]))
  return {
    orders: numbers.flatMap((number) => found.get(number) ?? []),
    missing: wanted.filter((text) => !found.has(readOrderNumber(text) ?? '')),
  }
}
