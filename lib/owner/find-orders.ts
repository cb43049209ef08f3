import 'server-only'

import { ordersPlaced } from '../adapters/firestore/owner-orders.ts'
import type { OrdersRead } from '../adapters/firestore/orders.ts'
import type { Order, OrderStatus } from '../order/order.ts'
import { findNumberedOrder } from './find-numbered-order.ts'

const DAY = 24 * 60 * 60 * 1000
const NUMBER = /^Order\d{10}-\d{4,}$/

async function placedWithin(days: number, now: Date): Promise<OrdersRead> {
  const from = new Date(now.getTime() - days * DAY).toISOString()
  // A clock that is behind the shop's must not hide the newest order.
  const until = new Date(now.getTime() + DAY).toISOString()
  const { orders, unreadable } = await ordersPlaced({ from, until })
  return { orders: orders.toReversed(), unreadable }
}

function texts({ orderId, email, recipient, items, shipment, payment }: Order): string[] {
  const name = `${recipient.lastName}${recipient.firstName}`
  return [
    orderId,
    email,
    name,
    recipient.email,
    recipient.phone,
    shipment?.trackingNumber ?? '',
    payment?.captureId ?? '',
    ...items.flatMap(({ id, title }) => [id, title]),
  ]
}

/** The orders of the last days, newest first, of one status or any, with the ids of those that can't be read. Throws DatabaseUnavailable. */
export async function findOrders(
  { status, days }: { readonly status: OrderStatus | undefined; readonly days: number },
  now: Date,
): Promise<OrdersRead> {
  const { orders, unreadable } = await placedWithin(days, now)
  return { orders: orders.filter((order) => !status || order.status === status), unreadable }
}

/** The orders in whose number, names, addresses, parcel or items a text stands, newest first; a whole order number is found however old, anything else within the last days, all of which are read. Throws DatabaseUnavailable. */
export async function searchOrders(
  { text, days }: { readonly text: string; readonly days: number },
  now: Date,
): Promise<OrdersRead> {
  if (NUMBER.test(text)) {
    const order = await findNumberedOrder(text)
    return { orders: order ? [order] : [], unreadable: [] }
  }
  const wanted = text.toLowerCase()
  const { orders, unreadable } = await placedWithin(days, now)
  const isFound = (order: Order) => texts(order).some((one) => one.toLowerCase().includes(wanted))
  return { orders: orders.filter(isFound), unreadable }
}
