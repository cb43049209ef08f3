import 'server-only'

import { findPaidOrder, type OrdersRead } from '../adapters/firestore/orders.ts'
import {
  ordersNumbered,
  ordersPlaced,
  ordersWithCaptures,
} from '../adapters/firestore/owner-orders.ts'
import type { Order, OrderStatus } from '../order/order.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { isProviderId, orderSearch } from './order-search.ts'

const DAY = 24 * 60 * 60 * 1000
async function placedWithin(days: number, now: Date): Promise<OrdersRead> {
  const from = new Date(now.getTime() - days * DAY).toISOString()
  // A clock that is behind the shop's must not hide the newest order.
  const until = new Date(now.getTime() + DAY).toISOString()
  const { orders, unreadable } = await ordersPlaced({ from, until })
  return { orders: orders.toReversed(), unreadable }
}

/** The orders of the last days, newest first, of one status or any, with the ids of those that can't be read. Throws DatabaseUnavailable. */
export async function findOrders(
  { status, days }: { readonly status: OrderStatus | undefined; readonly days: number },
  now: Date,
): Promise<OrdersRead> {
  const { orders, unreadable } = await placedWithin(days, now)
  return { orders: orders.filter((order) => !status || order.status === status), unreadable }
}

// A number and an id of the provider's are looked up by themselves, so they are found however old the order is.
async function identified(text: string): Promise<readonly Order[]> {
  const number = readOrderNumber(text)
  if (number) return ordersNumbered([number])
  if (!isProviderId(text)) return []
  const id = text.trim().toUpperCase()
  const [captured, paid] = await Promise.all([
    ordersWithCaptures([id]),
    findPaidOrder({ reference: id }),
  ])
  return captured.length > 0 || !paid ? captured : [paid]
}

/**
 * The orders that a search finds (`orderSearch`), newest first. A whole order number and PayPal's
 * ids are found however old; anything else within the last days, all of which are read. Throws
 * DatabaseUnavailable.
 */
export async function searchOrders(
  { text, days }: { readonly text: string; readonly days: number },
  now: Date,
): Promise<OrdersRead> {
  const orders = await identified(text)
  if (orders.length > 0 || readOrderNumber(text)) return { orders, unreadable: [] }
  const { orders: all, unreadable } = await placedWithin(days, now)
  return { orders: all.filter(orderSearch(text)), unreadable }
}
