import 'server-only'

import { FieldValue, type Transaction } from 'firebase-admin/firestore'

import { applyChange, changedFields } from '../../order/apply.ts'
import { isStored, withIds } from '../../order/events.ts'
import {
  type SweepSchedule,
  type Order,
  type OrderChange,
  orderSchema,
  storedHistory,
} from '../../order/order.ts'
import type { MailDraft } from '../../mail/mail.ts'
import { mailsOf } from '../../mail/notifications.ts'
import { newSupportCode } from '../../log/support-code.ts'
import { isLapsed } from '../../order/hold.ts'
import { newcomerMoves } from '../../order/newcomer-holds.ts'
import { wishesOf } from './wishes.ts'
import type { TakenPieces } from '../../order/stock.ts'
import { stockMoves } from '../../order/effects.ts'
import { database, withDeadline } from './database.ts'
import { writeIndex } from './order-index.ts'
import { queueForSending, isMailEnabled, writeMails } from './outbox.ts'
import { noteInvoice } from './due-invoices.ts'
import { fieldsFrom, type StoredDocument } from './stored-order.ts'
import { moveNewcomers, moveStock, takenIn } from './stock.ts'

const ORDERS = 'orders'

/** A stored order failed validation. */
export class OrderUnreadable extends Error {
  override readonly name = 'OrderUnreadable'
  /** Support code shown on the error page and logged. */
  readonly digest = newSupportCode()
}

/** An order from its document; throws OrderUnreadable for a document of another shape. */
export function orderFrom(snapshot: StoredDocument): Order | undefined {
  if (!snapshot.exists) return undefined
  const parsed = orderSchema.safeParse(fieldsFrom(snapshot))
  if (parsed.success) return parsed.data
  throw new OrderUnreadable(`orders/${snapshot.id}: ${parsed.error.issues[0]?.path.join('.')}`)
}

/** Orders that could be read, and the ids of those that have another shape. */
export type OrdersRead = {
  readonly orders: readonly Order[]
  readonly unreadable: readonly string[]
}

/** The orders of these documents, with the ids of those that can't be read. */
export function ordersFrom(snapshots: readonly StoredDocument[]): OrdersRead {
  const orders: Order[] = []
  const unreadable: string[] = []
  for (const snapshot of snapshots) {
    try {
      const order = orderFrom(snapshot)
      if (order) orders.push(order)
    } catch (error) {
      if (!(error instanceof OrderUnreadable)) throw error
      unreadable.push(snapshot.id)
    }
  }
  return { orders, unreadable }
}

/** The reference to an order's document. */
export function orderReference(id: string) {
  return database().collection(ORDERS).doc(id)
}

/** The order under this document id, or nothing; one read. */
export async function readOrder(id: string): Promise<Order | undefined> {
  return orderFrom(await withDeadline('reading an order', orderReference(id).get()))
}

/** An order after a change, and the mails that tell of it; they are sent once the transaction is committed. */
export type ChangedOrder = { readonly order: Order; readonly mails: readonly MailDraft[] }

/**
 * Writes a change of an order, its stock and its mails, in a transaction that has read the order.
 * The ids of its events follow from `key`.
 */
export function writeChange(
  tx: Transaction,
  order: Order,
  input: OrderChange,
  key: string,
): ChangedOrder {
  const change = { ...wishesOf(order, input), ...input, events: withIds(input.events, key) }
  const after = applyChange(order, change)
  const mails = isMailEnabled() ? mailsOf(order, after) : []
  const changed = changedFields(order, after)
  const history = 'history' in changed ? { history: storedHistory(after.history) } : {}
  const fields = Object.entries({ ...changed, ...history }).map(
    ([name, value]) => [name, value === undefined ? FieldValue.delete() : value] as const,
  )
  const index = writeIndex(tx, order, after)
  tx.update(orderReference(order.id), { ...Object.fromEntries(fields), index })
  for (const move of stockMoves(order, change.events)) moveStock(tx, move)
  // A newcomer who pays leaves a part of the share to the next one.
  const isPaid = after.paidAt !== order.paidAt
  const paidAt = new Date(after.paidAt ?? 0)
  moveNewcomers(tx, isPaid ? newcomerMoves(order, -1, paidAt) : [])
  // A member with a paid order becomes a customer (lib/account/standing.ts).
  const user = isPaid ? after.uid : ''
  if (user) tx.set(database().collection('users').doc(user), { hasPaid: true }, { merge: true })
  writeMails(tx, mails, new Date(after.history.at(-1)?.at ?? after.createdAt))
  return { order: after, mails }
}

/**
 * A decision about an order: reads and answer. A transaction may run it several times; `isStored`
 * says that an earlier run's change is stored.
 */
export type OrderDecision<Answer, Seen = TakenPieces> = {
  /** Whether it asks how many pieces are taken; the transaction then reads the products too. */
  readonly readsStock: (order: Order) => boolean
  readonly decide: (
    order: Order,
    seen: Seen,
    isStored: boolean,
  ) => { readonly change?: OrderChange | undefined; readonly answer: Answer }
}

/**
 * Runs a decision in a transaction of two round trips, or three with stock. Returns the order, or
 * undefined. Throws DatabaseUnavailable.
 */
export async function decideOrder<Answer>(
  id: string,
  { readsStock, decide }: OrderDecision<Answer>,
): Promise<{ readonly order: Order; readonly answer: Answer } | undefined> {
  const key = crypto.randomUUID()
  const call = database().runTransaction(async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order) return undefined
    const products = new Set(order.items.map((item) => item.id))
    const taken = await takenIn(tx, readsStock(order) ? [...products] : [])
    const { change, answer } = decide(order, taken, isStored(order, key))
    const written = change ? writeChange(tx, order, change, key) : { order, mails: [] }
    return { ...written, answer }
  })
  const decided = await withDeadline('changing an order', call)
  if (!decided) return undefined
  queueForSending(decided.mails)
  noteInvoice(decided.order)
  return { order: decided.order, answer: decided.answer }
}

/**
 * Changes an order by a pure function; see `decideOrder`. `readsStock` defaults to orders whose
 * pieces were restocked.
 */
export async function changeOrder(
  id: string,
  change: (order: Order, taken: TakenPieces) => OrderChange | undefined,
  readsStock: (order: Order) => boolean = isLapsed,
): Promise<Order | undefined> {
  const decide = (order: Order, taken: TakenPieces) => {
    return { change: change(order, taken), answer: undefined }
  }
  return (await decideOrder(id, { readsStock, decide }))?.order
}

/**
 * Postpones an order's sweep unless it was moved from that time. One transaction of two round trips.
 */
export async function postponeOrder(id: string, from: string, next: SweepSchedule): Promise<void> {
  const reference = orderReference(id)
  const call = database().runTransaction(async (tx: Transaction) => {
    const stored: unknown = (await tx.get(reference)).get('check.at')
    if (stored === from) tx.update(reference, { check: next })
  })
  await withDeadline('postponing', call)
}

/** Postpones an unreadable order; one round trip. */
export async function postponeUnreadable(id: string, at: Date): Promise<void> {
  const call = orderReference(id).update({ 'check.at': at.toISOString() })
  await withDeadline('postponing an unreadable order', call)
}

/** The orders that are due for the sweep's look, urgent or not, the longest due first. */
export async function ordersDue(now: Date, urgent: boolean, limit: number): Promise<OrdersRead> {
  const query = database()
    .collection(ORDERS)
    .where('check.urgent', '==', urgent)
    .where('check.at', '<=', now.toISOString())
    .orderBy('check.at')
    .limit(limit)
  return ordersFrom((await withDeadline('finding open payments', query.get())).docs)
}

/** The order on which a provider's reference, or the capture of its money, is stored; one query. */
export async function findPaidOrder(
  by: { readonly reference: string } | { readonly captureId: string },
): Promise<Order | undefined> {
  const orders = database().collection(ORDERS)
  const query =
    'captureId' in by
      ? orders.where('payment.captureId', '==', by.captureId)
      : orders.where('payment.references', 'array-contains', by.reference)
  const { docs } = await withDeadline('finding a payment', query.limit(1).get())
  return docs[0] && orderFrom(docs[0])
}
