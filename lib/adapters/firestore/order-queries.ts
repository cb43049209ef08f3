import 'server-only'

import type { Query, QuerySnapshot } from 'firebase-admin/firestore'

import { type OrderSummary, orderSummarySchema } from '../../order/order-list.ts'
import type { OrderStatus } from '../../order/order.ts'
import { reportEvent } from '../../report/report-event.ts'
import { database, withDeadline } from './database.ts'

/** Whose orders, and of which status; null is any. */
export type OrderFilter = { readonly uid: string; readonly status: OrderStatus | null }

const { id: _id, ...SHOWN } = orderSummarySchema.shape

function filtered({ uid, status }: OrderFilter): Query {
  const own = database().collection('orders').where('uid', '==', uid)
  return status === null ? own : own.where('status', '==', status)
}

// Newest first; only the fields that a list shows leave the database.
function listed(filter: OrderFilter): Query {
  return filtered(filter)
    .orderBy('createdAt', 'desc')
    .select(...Object.keys(SHOWN))
}

function summaries({ docs }: QuerySnapshot): OrderSummary[] {
  return docs.flatMap((snapshot) => {
    const parsed = orderSummarySchema.safeParse({ ...snapshot.data(), id: snapshot.id })
    if (parsed.success) return [parsed.data]
    const field = parsed.error.issues[0]?.path.join('.')
    reportEvent('order-unreadable', { document: snapshot.id, field })
    return []
  })
}

/** A stretch of a member's orders, newest first; it reads what it answers, and is billed for what it skips. */
export async function orderStretch(
  filter: OrderFilter,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<readonly OrderSummary[]> {
  const call = listed(filter).offset(skip).limit(limit).get()
  return summaries(await withDeadline('listing orders', call))
}

/** How many orders a member has; billed as one read for every thousand. */
export async function orderCount(filter: OrderFilter): Promise<number> {
  const call = filtered(filter).count().get()
  return (await withDeadline('counting orders', call)).data().count
}

/** All of a member's orders, newest first: what a search for a part of a text has to read, for Firestore has no such query. */
export async function allOrders(filter: OrderFilter): Promise<readonly OrderSummary[]> {
  return summaries(await withDeadline('searching orders', listed(filter).get()))
}
