import 'server-only'

import type { Account } from '#lib/account/account.ts'
import {
  countOf,
  find,
  type Query,
  type QueryDocumentSnapshot,
} from '#lib/adapters/firestore/database.ts'
import { type SizeChoice, sizeChoices } from '#lib/inventory/exchange-stock.ts'
import { readReservedStock } from '#lib/inventory/inventory-store.ts'
import { log } from '#lib/log/log.ts'
import { returnProblem } from '#lib/order/return/return-rules.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { fieldsFrom, NUMBER_FIELD } from './apply.ts'
import {
  type DateRange,
  matchesSearch,
  type OrderPage,
  type OrderQuery,
  ORDERS_A_PAGE,
  pageCount,
  RECENT_ORDERS,
  stretchOf,
} from './order-list.ts'
import { searchedNumber } from './order-number.ts'
import type { OrderStatus } from './order-status.ts'
import { orderQuery, readOrder } from './order-store.ts'
import { type OrderSummary, orderSummarySchema } from './order-summary.ts'
import { type Order, ORDER_DOCUMENT } from './order.ts'

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
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** All of a member's orders, newest first: what a search for a part of a text has to read, for Firestore has no such query. */
export async function allOrders(filter: OrderFilter): Promise<readonly OrderSummary[]> {
  return summaries(
    await find('searching orders', selectFields(filterQuery(filter).orderBy('createdAt', 'desc'))),
  )
}

function newest(filter: OrderFilter, limit: number): Promise<readonly OrderSummary[]> {
  return orderStretch(filter, { from: 'newest', skip: 0, limit })
}

/** The member's latest three orders; three reads. Throws DatabaseUnavailable. */
export async function findRecentOrders({
  uid,
}: Pick<Account, 'uid'>): Promise<readonly OrderSummary[]> {
  return newest({ uid, status: null }, RECENT_ORDERS)
}

/**
 * Returns a page of the member's orders; a text search reads all of its status. Throws
 * DatabaseUnavailable.
 */
export async function findOrders(
  { uid }: Pick<Account, 'uid'>,
  query: OrderQuery,
): Promise<OrderPage> {
  const filter = { uid, status: query.status }
  if (query.search !== '') {
    const number = searchedNumber(query.search)
    const read = await (number ? ordersNumberedFrom(filter, number) : allOrders(filter))
    const found = read.filter((order) => matchesSearch(order, query.search))
    const pages = pageCount(found.length)
    const page = Math.min(query.page, pages)
    const orders = found.slice((page - 1) * ORDERS_A_PAGE, page * ORDERS_A_PAGE)
    return { orders, page, pages, total: found.length }
  }
  // The first page, which most ask for, need not wait for the count.
  const [first, total] = await Promise.all([
    query.page === 1 ? newest(filter, ORDERS_A_PAGE) : undefined,
    orderCount(filter),
  ])
  const pages = pageCount(total)
  const page = Math.min(query.page, pages)
  if (total === 0) return { orders: [], page, pages, total }
  const orders = first ?? (await orderStretch(filter, stretchOf(page, total)))
  return { orders, page, pages, total }
}

/**
 * Returns the member's own order of this document id. Another member's order is as unknown as none.
 * One read. Throws DatabaseUnavailable.
 */
export async function findOrder(
  account: Pick<Account, 'uid'>,
  id: string,
): Promise<Order | undefined> {
  if (!ORDER_DOCUMENT.test(id)) return undefined
  const order = await readOrder(id)
  return order?.uid === account.uid ? order : undefined
}

/**
 * The sizes for which units of each item can be exchanged now; none while nothing can be sent back.
 * One read a product. Throws DatabaseUnavailable.
 */
export async function exchangeSizes(order: Order): Promise<readonly (readonly SizeChoice[])[]> {
  if (returnProblem(order) !== undefined) return []
  const products = [...new Set(order.items.map(({ id }) => id))]
  const [taken, offers] = await Promise.all([readReservedStock(products), findPlannedProducts()])
  return sizeChoices(order, { taken, offers })
}
