import 'server-only'

import {
  type Query,
  type QueryDocumentSnapshot,
  countOf,
  find,
} from '../adapters/firestore/database.ts'

import type { DateRange } from './order-list.ts'
import { type OrderSummary, orderSummarySchema } from './order.ts'
import type { OrderStatus } from './order-status.ts'
import { log } from '../log/log.ts'
import { orderQuery } from './order-store.ts'
import { fieldsFrom, NUMBER_FIELD } from './apply.ts'

/** A member's orders by status; null means any. */
export type OrderFilter = { readonly uid: string; readonly status: OrderStatus | null }

const { id: _id, orderNumber: _orderNumber, ...SHOWN } = orderSummarySchema.shape

function filterQuery({ uid, status }: OrderFilter): Query {
  const own = orderQuery().where('uid', '==', uid)
  return status === null ? own : own.where('status', '==', status)
}

// Selects only the fields that a list shows.
function selectFields(query: Query): Query {
  return query.select(NUMBER_FIELD, ...Object.keys(SHOWN))
}

function summaries(docs: readonly QueryDocumentSnapshot[]): OrderSummary[] {
  return docs.flatMap((snapshot) => {
    const parsed = orderSummarySchema.safeParse(fieldsFrom(snapshot))
    if (parsed.success) return [parsed.data]
    const field = parsed.error.issues[0]?.path.join('.')
    log('order-unreadable', { document: snapshot.id, field }, 'WARNING')
    return []
  })
}

/** A stretch of a member's orders, newest first; it reads what it answers, and is billed for what it passes over. */
export async function orderStretch(
  filter: OrderFilter,
  { from, skip, limit }: DateRange,
): Promise<readonly OrderSummary[]> {
  const sorted = filterQuery(filter).orderBy('createdAt', from === 'newest' ? 'desc' : 'asc')
  const found = summaries(
    await find('listing orders', selectFields(sorted).offset(skip).limit(limit)),
  )
  return from === 'newest' ? found : found.toReversed()
}

/** Counts a member's orders; billed as one read per thousand. */
export async function orderCount(filter: OrderFilter): Promise<number> {
  return countOf('counting orders', filterQuery(filter))
}

/** The member's orders whose numbers begin so, newest first. Reads all statuses; one hour has few orders. */
export async function ordersNumberedFrom(
  { uid, status }: OrderFilter,
  beginning: string,
): Promise<readonly OrderSummary[]> {
  // ":" sorts after digits and "-", so it ends the prefix range.
  const range = filterQuery({ uid, status: null })
    .where(NUMBER_FIELD, '>=', beginning)
    .where(NUMBER_FIELD, '<', `${beginning}:`)
  const found = summaries(await find('finding an order number', selectFields(range)))
  return found
    .filter((order) => status === null || order.status === status)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
}

/** All of a member's orders, newest first: what a search for a part of a text has to read, for Firestore has no such query. */
export async function allOrders(filter: OrderFilter): Promise<readonly OrderSummary[]> {
  return summaries(
    await find('searching orders', selectFields(filterQuery(filter).orderBy('createdAt', 'desc'))),
  )
}
