import 'server-only'

import { type DocumentSnapshot, FieldValue, type Transaction } from 'firebase-admin/firestore'

import type { Profile } from '../../account/profile.ts'
import { UNPAID_UNPROVEN } from '../../order/order-limit.ts'
import {
  type Order,
  ORDER_DOCUMENT,
  type OrderChange,
  orderSchema,
  type OrderStatus,
} from '../../order/order.ts'
import { database, withDeadline } from './database.ts'

const ORDERS = 'orders'
const COUNTERS = 'order_counters'
const LIMITS = 'order_limits'
const USERS = 'users'
const UNPAID: OrderStatus = '待付款'

/** The stored order does not have the shape the shop knows. */
export class OrderUnreadable extends Error {
  override readonly name = 'OrderUnreadable'
}

/** An order from its document; throws OrderUnreadable for a document of another shape. */
export function orderFrom(snapshot: DocumentSnapshot): Order | undefined {
  if (!snapshot.exists) return undefined
  const parsed = orderSchema.safeParse({ ...snapshot.data(), id: snapshot.id })
  if (parsed.success) return parsed.data
  throw new OrderUnreadable(`orders/${snapshot.id}: ${parsed.error.issues[0]?.path.join('.')}`)
}

function readableOrder(snapshot: DocumentSnapshot): Order | undefined {
  try {
    return orderFrom(snapshot)
  } catch (error) {
    if (error instanceof OrderUnreadable) return undefined
    throw error
  }
}

/** The order under this document id, or nothing; one read. */
export async function readOrder(id: string): Promise<Order | undefined> {
  const call = database().collection(ORDERS).doc(id).get()
  return orderFrom(await withDeadline('reading an order', call))
}

function written({ event, ...fields }: OrderChange): Record<string, unknown> {
  return { ...fields, history: FieldValue.arrayUnion(event) }
}

/** Changes an order by a pure function of what is stored, in one transaction of two round trips; answers the order as it stands afterwards, or nothing when there is none. */
export async function changeOrder(
  id: string,
  change: (order: Order) => OrderChange | undefined,
): Promise<Order | undefined> {
  const reference = database().collection(ORDERS).doc(id)
  const call = database().runTransaction(async (tx: Transaction) => {
    const order = orderFrom(await tx.get(reference))
    const next = order && change(order)
    if (!order || !next) return order
    tx.update(reference, written(next))
    const { event, ...fields } = next
    return { ...order, ...fields, history: [...order.history, event] }
  })
  return withDeadline('changing an order', call)
}

/** Moves the time of the sweep's next look, unless the payment has changed since `changedAt`: then it has a time of its own, or none. One transaction of two round trips. */
export async function postponeOrder(
  id: string,
  { changedAt, nextCheckAt }: { readonly changedAt: string; readonly nextCheckAt: string },
): Promise<void> {
  const reference = database().collection(ORDERS).doc(id)
  const call = database().runTransaction(async (tx: Transaction) => {
    const stored: unknown = (await tx.get(reference)).get('payment.changedAt')
    if (stored === changedAt) tx.update(reference, { 'payment.nextCheckAt': nextCheckAt })
  })
  await withDeadline('postponing', call)
}

/** The orders whose payment is due for another look, the longest due first; `unreadable` are the ids of those that have another shape. */
export async function ordersDue(
  now: Date,
  limit: number,
): Promise<{ readonly orders: readonly Order[]; readonly unreadable: readonly string[] }> {
  const query = database()
    .collection(ORDERS)
    .where('payment.nextCheckAt', '<=', now.toISOString())
    .orderBy('payment.nextCheckAt')
    .limit(limit)
  const { docs } = await withDeadline('finding open payments', query.get())
  const read = docs.map((snapshot) => ({ id: snapshot.id, order: readableOrder(snapshot) }))
  return {
    orders: read.flatMap(({ order }) => order ?? []),
    unreadable: read.flatMap(({ id, order }) => (order ? [] : id)),
  }
}

/** The order on which a PayPal order, or the capture of its money, is stored; one query. */
export async function findOrderOfPaypal(
  by: { readonly paypalOrderId: string } | { readonly captureId: string },
): Promise<Order | undefined> {
  const orders = database().collection(ORDERS)
  const query =
    'captureId' in by
      ? orders.where('payment.captureId', '==', by.captureId)
      : orders.where('payment.paypalOrderIds', 'array-contains', by.paypalOrderId)
  const { docs } = await withDeadline('finding a payment', query.limit(1).get())
  return docs[0] && orderFrom(docs[0])
}

/** What the order transaction finds: the order if this key was used before, the count of the hour, when the member ordered lately, and which orders of an unproven member are unpaid. */
export type Found = {
  readonly order: Order | undefined
  readonly count: number
  readonly recent: readonly string[]
  readonly unpaid: readonly string[]
}

/** What the order transaction writes. */
export type Placed = {
  readonly order: Order
  readonly count: number
  readonly recent: readonly string[]
  readonly unpaid: readonly string[]
  readonly profile: Partial<Profile>
}

function count(snapshot: DocumentSnapshot | undefined): number {
  const current: unknown = snapshot?.get('current')
  return typeof current === 'number' ? current : 0
}

function textsIn(snapshot: DocumentSnapshot | undefined, field: string): readonly string[] {
  const texts: unknown = snapshot?.get(field)
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

// Which of the orders that were unpaid are so still; asked only where their number matters.
async function stillUnpaid(tx: Transaction, given: readonly string[]): Promise<readonly string[]> {
  const ids = given.filter((id) => ORDER_DOCUMENT.test(id))
  if (ids.length < UNPAID_UNPROVEN) return ids
  const orders = database().collection(ORDERS)
  const docs = await tx.getAll(...ids.map((id) => orders.doc(id)))
  return docs.filter((doc) => doc.get('status') === UNPAID).map(({ id }) => id)
}

/** Places an order in one transaction of two round trips: counter, order, limit and profile together (specification 7, Checkout submit). `place` may run several times and decides on what is stored. */
export async function createOrder<Refusal>(
  key: { readonly id: string; readonly uid: string; readonly timeCode: string },
  place: (found: Found) => Placed | Refusal,
  isPlaced: (answer: Placed | Refusal) => answer is Placed,
): Promise<Placed | Refusal> {
  const db = database()
  const order = db.collection(ORDERS).doc(key.id)
  const counter = db.collection(COUNTERS).doc(key.timeCode)
  const limit = db.collection(LIMITS).doc(key.uid)
  const call = db.runTransaction(async (tx: Transaction) => {
    const [orderDoc, counterDoc, limitDoc] = await tx.getAll(order, counter, limit)
    const found = orderDoc && orderFrom(orderDoc)
    const answer = place({
      order: found,
      count: count(counterDoc),
      recent: textsIn(limitDoc, 'recent'),
      unpaid: await stillUnpaid(tx, textsIn(limitDoc, 'unpaid')),
    })
    if (!isPlaced(answer) || found) return answer
    const { id: _id, ...fields } = answer.order
    tx.create(order, fields)
    tx.set(counter, { current: answer.count })
    tx.set(limit, { recent: answer.recent, unpaid: answer.unpaid })
    tx.set(db.collection(USERS).doc(key.uid), { profile: answer.profile }, { merge: true })
    return answer
  })
  return withDeadline('placing an order', call)
}
