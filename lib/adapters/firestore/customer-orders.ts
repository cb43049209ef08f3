import 'server-only'

import { FieldPath, type Query } from 'firebase-admin/firestore'

import { log } from '../../log/log.ts'
import type { Order } from '../../order/order.ts'
import { database, withDeadline } from './database.ts'
import { ordersFrom } from './orders.ts'

const orders = () => database().collection('orders')

async function read(what: string, query: Query) {
  const { docs } = await withDeadline(what, query.get())
  const { orders: found, unreadable } = ordersFrom(docs)
  for (const document of unreadable) log('order-unreadable', { document }, 'WARNING')
  return { found, last: docs.at(-1)?.id, isFull: (limit: number) => docs.length === limit }
}

/** Some orders of an account, by their ids; `next` is where the following ones begin, if there are any. */
export type AccountOrders = { readonly orders: readonly Order[]; readonly next?: string }

/**
 * Returns up to `most` orders of an account after one id, reading only those. Throws
 * DatabaseUnavailable.
 */
export async function ordersOfAccount(
  uid: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<AccountOrders> {
  const all = orders().where('uid', '==', uid).orderBy(FieldPath.documentId())
  const rest = after === undefined ? all : all.startAfter(after)
  const { found, last, isFull } = await read('reading orders of an account', rest.limit(limit))
  return last !== undefined && isFull(limit) ? { orders: found, next: last } : { orders: found }
}

const PAGE = 300

/** All orders of an account, the newest first. Throws DatabaseUnavailable. */
export async function allOrdersOfAccount(uid: string): Promise<readonly Order[]> {
  const all: Order[] = []
  let after: string | undefined
  do {
    const page = await ordersOfAccount(uid, { after, limit: PAGE })
    all.push(...page.orders)
    after = page.next
  } while (after !== undefined)
  return all.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
}

// The sign-in service lower-cases e-mails; a recipient's e-mail stays as typed.
const spellings = (email: string) => [...new Set([email, email.toLowerCase()])]

/** Returns the orders whose account had this e-mail. It may be unverified. */
export async function ordersUnderEmail(email: string): Promise<readonly Order[]> {
  if (email === '') return []
  const query = orders().where('email', 'in', spellings(email))
  return (await read('finding an e-mail', query)).found
}

/** Returns the orders with this recipient e-mail. */
export async function ordersNaming(email: string): Promise<readonly Order[]> {
  if (email === '') return []
  const query = orders().where('recipient.email', 'in', spellings(email))
  return (await read('finding a recipient', query)).found
}

/** Cancelled orders that were placed in a span (ISO 8601), the oldest first, at most so many. */
export async function cancelledBetween(
  { from, until }: { readonly from: string; readonly until: string },
  limit: number,
): Promise<readonly Order[]> {
  const query = orders()
    .where('status', '==', '已取消')
    .where('createdAt', '>', from)
    .where('createdAt', '<', until)
    .orderBy('createdAt')
  return (await read('finding cancelled orders', query.limit(limit))).found
}
