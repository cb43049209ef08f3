import 'server-only'

import type { Query } from 'firebase-admin/firestore'

import type { Order, OrderStatus } from '../../order/order.ts'
import { log } from '../../log.ts'
import { database, withDeadline } from './database.ts'
import { type OrdersRead, ordersFrom } from './orders.ts'

/** How many orders one question reads. */
const PAGE = 300

/** The most values that one `in` takes (cloud.google.com, Firestore queries). */
const IN_LIMIT = 30

/** From one instant to before another, ISO 8601 in UTC. */
export type Span = { readonly from: string; readonly until: string }

function allOrders(): Query {
  return database().collection('orders')
}

// What can't be read is reported and left out: one such order must not hide all others.
async function found(what: string, query: Query): Promise<readonly Order[]> {
  const { orders, unreadable } = ordersFrom((await withDeadline(what, query.get())).docs)
  for (const document of unreadable) log('order-unreadable', { document })
  return orders
}

// Page after page, in the order of the query.
async function allOf(what: string, query: Query): Promise<OrdersRead> {
  const orders: Order[] = []
  const unreadable: string[] = []
  let rest = query
  for (;;) {
    const { docs } = await withDeadline(what, rest.limit(PAGE).get())
    const page = ordersFrom(docs)
    orders.push(...page.orders)
    unreadable.push(...page.unreadable)
    const last = docs.at(-1)
    if (!last || docs.length < PAGE) return { orders, unreadable }
    rest = query.startAfter(last)
  }
}

function inSpan(field: 'createdAt' | 'paidAt', { from, until }: Span): Promise<OrdersRead> {
  const query = allOrders()
    .where(field, '>=', from)
    .where(field, '<', until)
    .orderBy(field)
    .orderBy('__name__')
  return allOf('reading orders of a time', query)
}

const OPEN: readonly OrderStatus[] = ['待付款', '已付款']

/** The orders that are not shipped, completed or cancelled, in no order, with the ids of those that can't be read; reads what it answers. */
export function openOrders(): Promise<OrdersRead> {
  const query = allOrders().where('status', 'in', OPEN).orderBy('__name__')
  return allOf('reading open orders', query)
}

/** All orders placed in a span, the oldest first, with the ids of those that can't be read; reads what it answers. */
export function ordersPlaced(span: Span): Promise<OrdersRead> {
  return inSpan('createdAt', span)
}

/** All orders paid in a span, the oldest first, with the ids of those that can't be read; reads what it answers. */
export function ordersPaid(span: Span): Promise<OrdersRead> {
  return inSpan('paidAt', span)
}

/** The orders with these numbers, in no order; unknown numbers answer nothing. */
export async function ordersNumbered(numbers: readonly string[]): Promise<readonly Order[]> {
  const all: Order[] = []
  for (let start = 0; start < numbers.length; start += IN_LIMIT) {
    const some = numbers.slice(start, start + IN_LIMIT)
    all.push(...(await found('finding orders', allOrders().where('orderId', 'in', some))))
  }
  return all
}

/** The orders that these captures pay, in no order; unknown captures answer nothing. */
export async function ordersWithCaptures(captures: readonly string[]): Promise<readonly Order[]> {
  const all: Order[] = []
  for (let start = 0; start < captures.length; start += IN_LIMIT) {
    const some = captures.slice(start, start + IN_LIMIT)
    all.push(
      ...(await found('finding captures', allOrders().where('payment.captureId', 'in', some))),
    )
  }
  return all
}

/** The orders whose payment awaits the owner's decision, in no order. */
export function ordersInReview(): Promise<readonly Order[]> {
  return found('finding reviews', allOrders().where('payment.state', '==', 'review'))
}

/** The orders with an open dispute, in no order. */
export function ordersDisputed(): Promise<readonly Order[]> {
  return found('finding disputes', allOrders().where('payment.dispute.state', '==', 'open'))
}
