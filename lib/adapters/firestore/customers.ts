import 'server-only'

import { z } from 'zod'

import type { Order } from '../../order/order.ts'
import { database, withDeadline } from './database.ts'
import { ordersFrom } from './orders.ts'

const customerSchema = z.object({
  uid: z.string(),
  email: z.string().catch(''),
  name: z.string().catch(''),
  createdAt: z.string(),
})

/** A member who has paid once, as the member's document names them. */
export type StoredCustomer = Readonly<z.infer<typeof customerSchema>>

/** Members who have paid once, the newest first, from before a time (ISO 8601); reads what it answers. */
export async function customersBefore(
  before: string | undefined,
  limit: number,
): Promise<readonly StoredCustomer[]> {
  const all = database().collection('users').where('hasPaid', '==', true)
  const sorted = all.orderBy('createdAt', 'desc')
  const query = (before === undefined ? sorted : sorted.startAfter(before)).limit(limit)
  const { docs } = await withDeadline('listing customers', query.get())
  return docs.flatMap((document) => customerSchema.safeParse(document.data()).data ?? [])
}

/** All orders of these members, at most 30 of them; reads what it answers. */
export async function ordersOfMembers(uids: readonly string[]): Promise<readonly Order[]> {
  if (uids.length === 0) return []
  const query = database().collection('orders').where('uid', 'in', uids)
  return ordersFrom((await withDeadline('reading orders of customers', query.get())).docs).orders
}

/** The most sold orders that one question reads. */
const MOST_SOLD = 1000

/** Orders paid since a time (ISO 8601), at most a thousand, the newest first; reads what it answers. */
export async function ordersPaidSince(since: string): Promise<readonly Order[]> {
  const query = database()
    .collection('orders')
    .where('paidAt', '>=', since)
    .orderBy('paidAt', 'desc')
    .limit(MOST_SOLD)
  return ordersFrom((await withDeadline('reading sales', query.get())).docs).orders
}
