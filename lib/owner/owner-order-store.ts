import 'server-only'

import { z } from 'zod'

import {
  aggregate,
  AggregateField,
  countOf,
  database,
  find,
  findPages,
  IN_LIMIT,
  inChunks,
  type Query,
  readDocuments,
} from '#lib/adapters/firestore/database.ts'
import { movementSchema, type MovementSums, type StoredMovement } from '#lib/ledger/entries.ts'
import { log } from '#lib/log/log.ts'
import { NUMBER_FIELD } from '#lib/order/apply.ts'
import type { OwnerNeed } from '#lib/order/order-index.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'
import { orderQuery, orderReference, ordersFrom, type OrdersRead } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { type OrderSort, SORT_FIELDS } from './order-views.ts'

/** An owner's query on the stored index (lib/order/search-keys.ts). */
export type OwnerSearch =
  | { readonly key: string }
  | { readonly need: OwnerNeed }
  | { readonly readyBy: string }
  | { readonly readyAfter: string }

function foundBy(search: OwnerSearch): Query {
  const orders = orderQuery()
  if ('key' in search) return orders.where('index.keys', 'array-contains', search.key)
  if ('need' in search) return orders.where('index.needs', 'array-contains', search.need)
  if ('readyBy' in search) return orders.where('index.readyOn', '<=', search.readyBy)
  return orders.where('index.readyOn', '>', search.readyAfter)
}

/** Counts the matches of a search; billed as one read per thousand. */
export async function countFound(search: OwnerSearch): Promise<number> {
  return countOf('counting found orders', foundBy(search))
}

/** Some of the orders with a search key, the newest first; reads what it answers, and is billed for what it passes over. */
export async function ordersWithKey(
  key: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<OrdersRead> {
  const sorted = foundBy({ key }).orderBy('createdAt', 'desc').offset(skip).limit(limit)
  return ordersFrom(await find('searching orders', sorted))
}

/** The orders placed in a span that were to be paid at a provider, the oldest first; reads what it answers. */
export async function ordersAtProvider(provider: string, span: Span): Promise<readonly Order[]> {
  const query = orderQuery()
    .where('index.providers', 'array-contains', provider)
    .where('createdAt', '>=', span.from)
    .where('createdAt', '<', span.until)
    .orderBy('createdAt')
  return ordersFrom(await find("reading a provider's orders", query)).orders
}

/** Documents per read call. */
const AT_ONCE = 100

/** The orders under these document ids, with the ids of those that can't be read; what is missing is left out. */
export async function ordersById(ids: readonly string[]): Promise<OrdersRead> {
  const documents = await inChunks(ids, AT_ONCE, (some) =>
    readDocuments('reading orders', some.map(orderReference)),
  )
  return ordersFrom(documents)
}

/** Half-open range of time, ISO 8601 in UTC. */
export type Span = { readonly from: string; readonly until: string }

function allOrders(): Query {
  return orderQuery()
}

// Reports and skips an unreadable order, so that it hides no others.
async function runOrderQuery(what: string, query: Query): Promise<readonly Order[]> {
  const { orders, unreadable } = ordersFrom(await find(what, query))
  for (const document of unreadable) log('order-unreadable', { document }, 'WARNING')
  return orders
}

// Everything that a sorted query finds, a page at a time.
async function* pagesOf(query: Query): AsyncGenerator<OrdersRead> {
  for await (const docs of findPages('reading orders', query)) yield ordersFrom(docs)
}

async function readAll(query: Query): Promise<OrdersRead> {
  const orders: Order[] = []
  const unreadable: string[] = []
  for await (const page of pagesOf(query)) {
    orders.push(...page.orders)
    unreadable.push(...page.unreadable)
  }
  return { orders, unreadable }
}

function placedIn({ from, until }: Span): Query {
  const span = allOrders().where('createdAt', '>=', from).where('createdAt', '<', until)
  return span.orderBy('createdAt').orderBy('__name__')
}

/** All orders placed in a span, the oldest first, a page at a time; reads what it answers. */
export function pagesOfOrders(span: Span): AsyncGenerator<OrdersRead> {
  return pagesOf(placedIn(span))
}

/** All orders placed in a span, the oldest first, with the ids of those that can't be read; reads what it answers. */
export function ordersPlaced(span: Span): Promise<OrdersRead> {
  return readAll(placedIn(span))
}

function withStatus(status: OrderStatus | null): Query {
  return status === null ? allOrders() : allOrders().where('status', '==', status)
}

/** All orders of a status, the oldest first; reads what it answers. */
export function ordersOfStatus(status: OrderStatus): Promise<OrdersRead> {
  return readAll(withStatus(status).orderBy('createdAt').orderBy('__name__'))
}

/** Some orders of a status, or of any, sorted; reads what it answers, and is billed for what it passes over. */
export async function sortedOrders(
  status: OrderStatus | null,
  {
    skip,
    limit,
    sort,
  }: { readonly skip: number; readonly limit: number; readonly sort: OrderSort },
): Promise<OrdersRead> {
  const [field, direction] = SORT_FIELDS[sort]
  const query = withStatus(status).orderBy(field, direction).offset(skip).limit(limit)
  return ordersFrom(await find('listing all orders', query))
}

/** Counts orders of a status, or all; billed as one read per thousand. */
export async function countOrders(status: OrderStatus | null): Promise<number> {
  return countOf('counting all orders', withStatus(status))
}

/** The orders with these numbers, in no order; unknown numbers answer nothing. */
export async function ordersNumbered(numbers: readonly string[]): Promise<readonly Order[]> {
  return inChunks(numbers, IN_LIMIT, (some) =>
    runOrderQuery('finding orders', allOrders().where(NUMBER_FIELD, 'in', some)),
  )
}

/** The orders with one of these invoice numbers, in no order. */
export async function ordersWithInvoices(numbers: readonly string[]): Promise<readonly Order[]> {
  return inChunks(numbers, IN_LIMIT, (some) =>
    runOrderQuery('finding invoices', allOrders().where('invoiceNumber', 'in', some)),
  )
}

/** The orders that these captures pay, in no order; unknown captures answer nothing. */
export async function ordersWithCaptures(captures: readonly string[]): Promise<readonly Order[]> {
  return inChunks(captures, IN_LIMIT, (some) =>
    runOrderQuery('finding captures', allOrders().where('payment.captureId', 'in', some)),
  )
}

/** The orders that were placed with a discount code, in no order; reads what it answers. */
export function ordersWithCode(code: string): Promise<readonly Order[]> {
  return runOrderQuery('finding orders of a code', allOrders().where('discount.code', '==', code))
}

/** The orders whose payment awaits the owner's decision, in no order. */
export function ordersInReview(): Promise<readonly Order[]> {
  return runOrderQuery('finding reviews', allOrders().where('payment.state', '==', 'review'))
}

/** The orders with an open dispute, in no order; also those stored while an order had one dispute at most. */
export async function ordersDisputed(): Promise<readonly Order[]> {
  const fields = [
    ['payment.disputed', true],
    ['payment.dispute.state', 'open'],
  ] as const
  const all = await Promise.all(
    fields.map(([field, value]) =>
      runOrderQuery('finding disputes', allOrders().where(field, '==', value)),
    ),
  )
  return all.flat()
}

/** The orders with a return that awaits the owner's answer or its parcel, in no order. */
export function ordersReturning(): Promise<readonly Order[]> {
  return runOrderQuery(
    'finding returns',
    allOrders().where('returnState', 'in', ['requested', 'accepted', 'preparing']),
  )
}

/** The orders with money to give back: a cancellation, a refund by hand, or a return that came back; in no order. */
export async function ordersToPayBack(): Promise<readonly Order[]> {
  const all = await Promise.all(
    ['cancel', 'refund', 'return'].map((need) =>
      runOrderQuery(
        'finding orders to pay back',
        allOrders().where('index.needs', 'array-contains', need),
      ),
    ),
  )
  return [...new Map(all.flat().map((order) => [order.id, order])).values()]
}

function inSpan({ from, until }: Span): Query {
  return database().collection('movements').where('at', '>=', from).where('at', '<', until)
}

/** The movements of money in a span, the oldest first; reads what it answers. */
export async function storedIn(span: Span): Promise<readonly StoredMovement[]> {
  const stored: StoredMovement[] = []
  const sorted = inSpan(span).orderBy('at').orderBy('__name__')
  for await (const docs of findPages('reading movements', sorted)) {
    stored.push(...docs.map((doc) => movementSchema.parse({ ...doc.data(), id: doc.id })))
  }
  return stored
}

/** Counts the movements of a span; billed as one read for every thousand of them. */
export async function countMovements(span: Span): Promise<number> {
  return countOf('counting movements', inSpan(span))
}

/** The sums of a span's movements; billed as one read for every thousand of them. */
export async function movementSums(span: Span): Promise<MovementSums> {
  const movements = inSpan(span)
  const [sales, others] = await Promise.all(
    [true, false].map((isSale) =>
      aggregate(
        'adding up movements',
        movements
          .where('isSale', '==', isSale)
          .aggregate({ count: AggregateField.count(), sum: AggregateField.sum('amount') }),
      ),
    ),
  )
  return {
    sales: sales?.count ?? 0,
    sold: sales?.sum ?? 0,
    // Never -0.
    returnedMoney: 0 - (others?.sum ?? 0),
  }
}

const toMakeSchema = z.object({
  id: z.string(),
  title: z.string(),
  units: z.record(z.string(), z.number()).default({}),
  pending: z.record(z.string(), z.number()).default({}),
  days: z.record(z.string(), z.number()).default({}),
})

/** The pre-ordered units of a product that are to be made, by colour and size and by promised day. */
export type CountedUnits = Readonly<z.infer<typeof toMakeSchema>>

/** Returns the units to produce per pre-order product. One read each. */
export async function readToMake(): Promise<readonly CountedUnits[]> {
  const docs = await find('reading what is to be made', database().collection('to_make'))
  return docs.map((document) => toMakeSchema.parse({ ...document.data(), id: document.id }))
}

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
  const docs = await find('listing customers', query)
  return docs.flatMap((document) => customerSchema.safeParse(document.data()).data ?? [])
}

/** All orders of these members, at most 30 of them; reads what it answers. */
export async function ordersOfMembers(uids: readonly string[]): Promise<readonly Order[]> {
  if (uids.length === 0) return []
  const query = orderQuery().where('uid', 'in', uids)
  return ordersFrom(await find('reading orders of customers', query)).orders
}
