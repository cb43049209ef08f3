import 'server-only'

import type { Query } from 'firebase-admin/firestore'

import type { Order } from '../../order/order.ts'
import { database, withDeadline } from './database.ts'
import { orderFrom } from './orders.ts'

/** How many orders one question reads. */
const PAGE = 300

/** The most values that one `in` takes (cloud.google.com, Firestore queries). */
const IN_LIMIT = 30

/** From one instant to before another, ISO 8601 in UTC. */
export type Span = { readonly from: string; readonly until: string }

function orders(): Query {
  return database().collection('orders')
}

async function found(what: string, query: Query): Promise<readonly Order[]> {
  const { docs } = await withDeadline(what, query.get())
  return docs.flatMap((snapshot) => orderFrom(snapshot) ?? [])
}

async function inSpan(field: 'createdAt' | 'paidAt', { from, until }: Span): Promise<Order[]> {
  const all: Order[] = []
  const query = orders()
    .where(field, '>=', from)
    .where(field, '<', until)
    .orderBy(field)
    .orderBy('__name__')
  for (;;) {
    const last = all.at(-1)
    const rest = last ? query.startAfter(last[field], last.id) : query
    const page = await found('reading orders of a time', rest.limit(PAGE))
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/** All orders placed in a span, the oldest first; reads what it answers. */
export function ordersPlaced(span: Span): Promise<readonly Order[]> {
  return inSpan('createdAt', span)
}

/** All orders paid in a span, the oldest first; reads what it answers. */
export function ordersPaid(span: Span): Promise<readonly Order[]> {
  return inSpan('paidAt', span)
}

/** The orders with these numbers, in no order; unknown numbers answer nothing. */
export async function ordersNumbered(numbers: readonly string[]): Promise<readonly Order[]> {
  const all: Order[] = []
  for (let start = 0; start < numbers.length; start += IN_LIMIT) {
    const some = numbers.slice(start, start + IN_LIMIT)
    all.push(...(await found('finding orders', orders().where('orderId', 'in', some))))
  }
  return all
}

/** The orders whose payment awaits the owner's decision, in no order. */
export function ordersInReview(): Promise<readonly Order[]> {
  return found('finding reviews', orders().where('payment.state', '==', 'review'))
}
