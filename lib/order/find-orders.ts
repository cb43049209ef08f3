import 'server-only'

import type { Account } from '../account/account.ts'
import {
  allOrders,
  orderCount,
  type OrderFilter,
  orderStretch,
  ordersNumberedFrom,
} from './order-list-store.ts'
import {
  matchesSearch,
  type OrderPage,
  type OrderQuery,
  ORDERS_A_PAGE,
  pageCount,
  RECENT_ORDERS,
  stretchOf,
} from './order-list.ts'
import { type OrderSummary, type Order, ORDER_DOCUMENT } from './order.ts'
import { numberSought } from './order-number.ts'
import { readOrder } from './order-store.ts'

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
  return query.search === '' ? listPage(filter, query.page) : searchPage(filter, query)
}

async function listPage(filter: OrderFilter, count: number): Promise<OrderPage> {
  // The first page, which most ask for, need not wait for the count.
  const [first, total] = await Promise.all([
    count === 1 ? newest(filter, ORDERS_A_PAGE) : undefined,
    orderCount(filter),
  ])
  const pages = pageCount(total)
  const page = Math.min(count, pages)
  if (total === 0) return { orders: [], page, pages, total }
  const orders = first ?? (await orderStretch(filter, stretchOf(page, total)))
  return { orders, page, pages, total }
}

async function searchPage(filter: OrderFilter, query: OrderQuery): Promise<OrderPage> {
  const number = numberSought(query.search)
  const read = await (number ? ordersNumberedFrom(filter, number) : allOrders(filter))
  const found = read.filter((order) => matchesSearch(order, query.search))
  const pages = pageCount(found.length)
  const page = Math.min(query.page, pages)
  const orders = found.slice((page - 1) * ORDERS_A_PAGE, page * ORDERS_A_PAGE)
  return { orders, page, pages, total: found.length }
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
