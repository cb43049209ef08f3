import 'server-only'

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import {
  database,
  type DocumentSnapshot,
  FieldValue,
  find,
  type Query,
  readDocument,
  readDocuments,
  transact,
  type Transaction,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import {
  addCounts,
  moveFirstTimeReservations,
  moveStock,
  moveUses,
  reservedStockIn,
} from '#lib/inventory/inventory-store.ts'
import type { StockMove, ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { makeMoves } from '#lib/inventory/units-to-make.ts'
import { invoiceRequest } from '#lib/invoice/issue.ts'
import { noteInvoice } from '#lib/invoice/written-invoices.ts'
import { newSupportCode } from '#lib/log/support-code.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { isMailEnabled, queueForSending, writeMails } from '#lib/mail/outbox-store.ts'
import { accountEnds } from '#lib/payment/refund/bank-account-ends.ts'
import { endRefundAccount } from '#lib/payment/refund/bank-account-store.ts'
import { hasIssuer } from '#lib/settings/env.ts'
import {
  changedFields,
  documentOf,
  fieldsFrom,
  movementsIn,
  movesIn,
  orderSchema,
  stepsOf,
  type StoredDocument,
  storedHistory,
  storedRecipient,
  usesIn,
} from './apply.ts'
import { isStored, withIds } from './events.ts'
import { type FirstTimeMove, firstTimeMovesOf } from './first-time-buyers.ts'
import { orderIndex } from './order-index.ts'
import { timeCode } from './order-number.ts'
import { isUseOverdue, type Order, type OrderChange, type SweepSchedule } from './order.ts'
import { isReservationExpired } from './reservation.ts'

/**
 * What a change of an order writes: all of it read from one fold of the change's events, with the
 * wish for an invoice where they pay the order. `key` gives each event its id.
 */
export function orderWrite(before: Order, { events, schedule }: OrderChange, key?: string) {
  const wished = [...events, ...(hasIssuer() ? invoiceRequest(before, events) : [])]
  const told = key === undefined ? wished : withIds(wished, key)
  const steps = stepsOf(before, told)
  const after = { ...(steps.at(-1)?.after ?? before), ...schedule }
  return {
    after,
    events: told,
    movements: movementsIn(steps),
    stock: movesIn(steps),
    toMake: makeMoves(before, after),
    uses: usesIn(steps),
    mails: mailsOf(before, after),
    // A first-time buyer who pays leaves a part of the share to the next one.
    firstTimeBuyers: steps.flatMap(({ before: was, event }) => firstTimeMovesOf(was, event)),
    isPaid: told.some(({ type }) => type === 'order.paid'),
  }
}

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

/**
 * The field of the hour (YYYYMMDDHH in Taipei) in which an order was changed last. The recalculation of counters finds
 * by it what it has not read yet.
 */
export const CHANGED_HOUR = 'changedHour'

/** A query of all orders, to be narrowed. */
export function orderQuery(): Query {
  return database().collection(ORDERS)
}

/** The reference to an order's document, by which others read it; this file alone writes it. */
export function orderReference(id: string) {
  return database().collection(ORDERS).doc(id)
}

/** The document id for a member's checkout key: the same key of the same member is the same order, and nobody else's. */
export function orderDocument(uid: string, key: string): string {
  return createHash('sha256').update(`${uid}:${key}`).digest('base64url').slice(0, 24)
}

/** The order under this document id, or nothing; one read. */
export async function readOrder(id: string): Promise<Order | undefined> {
  return orderFrom(await readDocument('reading an order', orderReference(id)))
}

/** An order after a change, and the mails that tell of it; they are sent once the transaction is committed. */
export type ChangedOrder = { readonly order: Order; readonly mails: readonly MailDraft[] }

// Minutes that are over wait for an order that writes the product anyway.
function writeStock(
  tx: Transaction,
  moves: readonly StockMove[],
  firstTimeBuyers: readonly FirstTimeMove[],
): void {
  for (const move of moves) moveStock(tx, move, firstTimeBuyers)
  const others = firstTimeBuyers.filter(
    ({ id, units }) => units !== 'over' && !moves.some((move) => move.id === id),
  )
  moveFirstTimeReservations(tx, others)
}

// Changed fields as they are stored; what the change took away is deleted.
function storedFields(changed: ReturnType<typeof changedFields>, after: Order) {
  const history = 'history' in changed ? { history: storedHistory(after.history) } : {}
  const recipient = 'recipient' in changed ? { recipient: storedRecipient(after.recipient) } : {}
  const fields = Object.entries({ ...changed, ...history, ...recipient }).map(
    ([name, value]) => [name, value === undefined ? FieldValue.delete() : value] as const,
  )
  return Object.fromEntries(fields)
}

/** How an order is written: the key of its events' ids, and what first-time buyers hold where it is new. */
type CommitOptions =
  | { readonly key: string; readonly isNew?: undefined }
  | {
      readonly key?: undefined
      readonly isNew: true
      readonly firstTimeBuyers: readonly FirstTimeMove[]
    }

/**
 * Writes an order in a transaction that has read it: its fields and index, the movements of money,
 * the units of stock and to make, the use of its code, what first-time buyers hold, its buyer's standing and its mails. Nothing
 * else writes an order, but for `postponeOrder`, `postponeParcel` and `postponeUnreadable`, which
 * move the time of the next look, and `repairIndex`, which stores what follows from an order anew.
 * `before` is the order as it was read, or one that is new before its first event.
 */
export function commit(
  tx: Transaction,
  before: Order,
  change: OrderChange,
  options: CommitOptions,
): ChangedOrder {
  const written = orderWrite(before, change, options.key)
  const { after, isPaid } = written
  const document = orderReference(after.id)
  const stored = { index: orderIndex(after), [CHANGED_HOUR]: timeCode(new Date()) }
  if (options.isNew) tx.create(document, { ...documentOf(after), ...stored })
  else tx.update(document, { ...storedFields(changedFields(before, after), after), ...stored })
  for (const { id, ...movement } of written.movements) {
    tx.set(database().collection('movements').doc(id), movement)
  }
  for (const { id, title, units, pending, days } of written.toMake) {
    addCounts(tx, database().collection('to_make').doc(id), { units, pending, days }, { title })
  }
  for (const move of written.uses) moveUses(tx, move)
  for (const end of accountEnds(before, change.events)) endRefundAccount(tx, after.id, end)
  writeStock(tx, written.stock, options.isNew ? options.firstTimeBuyers : written.firstTimeBuyers)
  // A member with a paid order becomes a customer (lib/account/account.ts).
  const user = isPaid ? after.uid : ''
  if (user) tx.set(database().collection('users').doc(user), { hasPaid: true }, { merge: true })
  const mails = isMailEnabled() ? written.mails : []
  writeMails(tx, mails, new Date(after.history.at(-1)?.at ?? after.createdAt))
  return { order: after, mails }
}

const unpaidQuery = (uid: string) =>
  orderQuery().where('uid', '==', uid).where('status', '==', '待付款')

/**
 * A decision about an order: reads and answer. A transaction may run it several times; `isStored`
 * says that an earlier run's change is stored.
 */
export type OrderDecision<Answer, Seen = ReservedStockByProduct> = {
  /** Whether it asks how many units are taken; the transaction then reads the products too. */
  readonly readsStock: (order: Order) => boolean
  /** An account whose unpaid orders it asks about: none of them is changed by another decision before this one is stored. */
  readonly unpaidOf?: string | undefined
  readonly decide: (
    order: Order,
    seen: Seen,
    isStored: boolean,
    unpaid?: readonly Order[],
  ) => { readonly change?: OrderChange | undefined; readonly answer: Answer }
}

/**
 * Runs a decision in a transaction of two round trips, or three with stock. Returns the order, or
 * undefined. Throws DatabaseUnavailable.
 */
export async function decideOrder<Answer>(
  id: string,
  { readsStock, unpaidOf, decide }: OrderDecision<Answer>,
): Promise<{ readonly order: Order; readonly answer: Answer } | undefined> {
  const key = crypto.randomUUID()
  const decided = await transact('changing an order', async (tx: Transaction) => {
    // Read first: two decisions about orders of one account wait for each other, and not each for the other.
    const unpaid = unpaidOf === undefined ? [] : (await tx.get(unpaidQuery(unpaidOf))).docs
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order) return undefined
    const products = new Set(order.items.map((item) => item.id))
    const taken = await reservedStockIn(tx, readsStock(order) ? [...products] : [])
    const others = ordersFrom(unpaid).orders
    const { change, answer } = decide(order, taken, isStored(order, key), others)
    const written = change ? commit(tx, order, change, { key }) : { order, mails: [] }
    return { ...written, answer }
  })
  if (!decided) return undefined
  queueForSending(decided.mails)
  noteInvoice(decided.order)
  return { order: decided.order, answer: decided.answer }
}

/**
 * Changes an order by a pure function; see `decideOrder`. `readsStock` defaults to orders whose
 * units were restocked.
 */
export async function changeOrder(
  id: string,
  change: (order: Order, taken: ReservedStockByProduct) => OrderChange | undefined,
  readsStock: (order: Order) => boolean = isReservationExpired,
): Promise<Order | undefined> {
  const decide = (order: Order, taken: ReservedStockByProduct) => {
    return { change: change(order, taken), answer: undefined }
  }
  return (await decideOrder(id, { readsStock, decide }))?.order
}

/** Whether an order is stored with the index that follows from it. */
export function isIndexRight(document: Pick<DocumentSnapshot, 'get'>, order: Order): boolean {
  // As it is stored: without the fields that are not there.
  const index: unknown = JSON.parse(JSON.stringify(orderIndex(order)))
  return isDeepStrictEqual(document.get('index'), index)
}

/**
 * Stores what an order is searched by anew, where it still differs in a transaction that reads the
 * order. Returns whether it wrote. Throws DatabaseUnavailable, OrderUnreadable.
 */
export async function repairIndex(id: string): Promise<boolean> {
  return transact("repairing an order's index", async (tx: Transaction) => {
    const snapshot = await tx.get(orderReference(id))
    const order = orderFrom(snapshot)
    if (!order || isIndexRight(snapshot, order)) return false
    tx.update(snapshot.ref, { index: orderIndex(order) })
    return true
  })
}

/**
 * Postpones an order's sweep unless it was moved from that time. One transaction of two round trips.
 */
export async function postponeOrder(id: string, from: string, next: SweepSchedule): Promise<void> {
  const reference = orderReference(id)
  await transact('postponing', async (tx: Transaction) => {
    const stored: unknown = (await tx.get(reference)).get('check.at')
    if (stored === from) tx.update(reference, { check: next })
  })
}

/** Postpones an unreadable order; one round trip. */
export async function postponeUnreadable(id: string, at: Date): Promise<void> {
  await writeDocuments('postponing an unreadable order', (batch) =>
    batch.update(orderReference(id), { 'check.at': at.toISOString() }),
  )
}

/** The orders that are due for the sweep's look, urgent or not, the longest due first. */
export async function ordersDue(now: Date, urgent: boolean, limit: number): Promise<OrdersRead> {
  const query = orderQuery()
    .where('check.urgent', '==', urgent)
    .where('check.at', '<=', now.toISOString())
    .orderBy('check.at')
    .limit(limit)
  return ordersFrom(await find('finding open payments', query))
}

/**
 * Unpaid orders whose time to keep a use of a code from others is over, the oldest first, without those whose buyer is
 * at a payment page or has a payment code; one query.
 */
export async function overdueUses(code: string, now: Date): Promise<readonly Order[]> {
  const query = orderQuery()
    .where('status', '==', '待付款')
    .where('discount.code', '==', code)
    .where('discount.until', '<=', now.toISOString())
    .orderBy('discount.until')
    .limit(MOST_OVERDUE)
  const { orders } = ordersFrom(await find('finding overdue uses of a code', query))
  return orders.filter((order) => isUseOverdue(order, now))
}

/** The order on which a provider's reference, or the capture of its money, is stored; one query. */
export async function findPaidOrder(
  by: { readonly reference: string } | { readonly captureId: string },
): Promise<Order | undefined> {
  const orders = orderQuery()
  const query =
    'captureId' in by
      ? orders.where('payment.captureId', '==', by.captureId)
      : orders.where('payment.references', 'array-contains', by.reference)
  const docs = await find('finding a payment', query.limit(1))
  return docs[0] && orderFrom(docs[0])
}

/** Maximum overdue reservations ended with one order; the sweep ends the rest. */
const MOST_OVERDUE = 20

/** Unpaid orders that keep units of a product although their time is over, the oldest first; one query. */
export async function overdueReservations(product: string, now: Date): Promise<OrdersRead> {
  const query = orderQuery()
    .where('reservation.products', 'array-contains', product)
    .where('reservation.until', '<=', now.toISOString())
    .orderBy('reservation.until')
    .limit(MOST_OVERDUE)
  return ordersFrom(await find('finding overdue holds', query))
}

/** Every unpaid order that keeps units from others; one query. */
export async function reservedOrders(): Promise<OrdersRead> {
  const query = orderQuery().where('reservation.until', '>', '').orderBy('reservation.until')
  return ordersFrom(await find('finding holds', query))
}

/** The orders under these document ids, without those that are not there or can't be read; one round trip. */
export async function readOrders(ids: readonly string[]): Promise<readonly Order[]> {
  return ordersFrom(await readDocuments('reading orders', ids.map(orderReference))).orders
}

/** The most orders that one sweep reminds of. */
const MOST = 100

/** Unpaid orders placed from one time to before another (ISO 8601), the oldest first; reads what it answers. */
export async function unpaidOrdersPlaced(from: string, until: string): Promise<readonly Order[]> {
  const query = orderQuery()
    .where('status', '==', '待付款')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .orderBy('createdAt')
    .limit(MOST)
  return ordersFrom(await find('finding unpaid orders', query)).orders
}

/** Postpones a parcel's next status query unless it was moved from `expected`. */
export async function postponeParcel(
  id: string,
  expected: string,
  next: string | null,
): Promise<void> {
  const reference = orderReference(id)
  await transact('postponing a parcel', async (tx: Transaction) => {
    const stored: unknown = (await tx.get(reference)).get('parcelCheckAt')
    if (stored === expected) tx.update(reference, { parcelCheckAt: next })
  })
}
