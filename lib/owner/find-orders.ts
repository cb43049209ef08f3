import 'server-only'

import { ordersPlaced } from '../adapters/firestore/owner-orders.ts'
import type { Order, OrderStatus } from '../order/order.ts'
import { findNumberedOrder } from './find-numbered-order.ts'

const DAY = 24 * 60 * 60 * 1000
const NUMBER = /^Order\d{10}-\d{4,}$/

async function placedWithin(days: number, now: Date): Promise<readonly Order[]> {
  const from = new Date(now.getTime() - days * DAY).toISOString()
  // A clock that is behind the shop's must not hide the newest order.
  const until = new Date(now.getTime() + DAY).toISOString()
  return (await ordersPlaced({ from, until })).toReversed()
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

/** The orders of the last days, newest first, of one status or any. Throws DatabaseUnavailable. */
export async function findOrders(
  { status, days }: { readonly status: OrderStatus | undefined; readonly days: number },
  now: Date,
): Promise<readonly Order[]> {
  const orders = await placedWithin(days, now)
  return status === undefined ? orders : orders.filter((order) => order.status === status)
}

/** The orders in whose number, names, addresses, parcel or items a text stands, newest first; a whole order number is found however old, anything else within the last days, all of which are read. Throws DatabaseUnavailable. */
export async function searchOrders(
  { text, days }: { readonly text: string; readonly days: number },
  now: Date,
): Promise<readonly Order[]> {
  if (NUMBER.test(text)) {
    const order = await findNumberedOrder(text)
    return order ? [order] : []
  }
  const wanted = text.toLowerCase()
  const orders = await placedWithin(days, now)
  return orders.filter((order) => texts(order).some((one) => one.toLowerCase().includes(wanted)))
}
