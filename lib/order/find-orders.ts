import 'server-only'

import type { Account } from '../account/account.ts'
import {
  allOrders,
  orderCount,
  type OrderFilter,
  orderStretch,
} from '../adapters/firestore/order-queries.ts'
import {
  matchesSearch,
  type OrderPage,
  type OrderQuery,
  ORDERS_A_PAGE,
  type OrderSummary,
  pageCount,
  RECENT_ORDERS,
} from './order-list.ts'

/** The member's latest three orders; three reads. Throws DatabaseUnavailable. */
export async function findRecentOrders({
  uid,
}: Pick<Account, 'uid'>): Promise<readonly OrderSummary[]> {
  return orderStretch({ uid, status: null }, { skip: 0, limit: RECENT_ORDERS })
}

/** A page of the member's own orders, newest first; a page past the end is the last one. Without a search it reads one page and a count; a search reads all of the member's orders of that status. Throws DatabaseUnavailable. */
export async function findOrders(
  { uid }: Pick<Account, 'uid'>,
  query: OrderQuery,
): Promise<OrderPage> {
  const filter = { uid, status: query.status }
  return query.search === '' ? pageOf(filter, query.page) : searched(filter, query)
}

function stretch(filter: OrderFilter, page: number): Promise<readonly OrderSummary[]> {
  return orderStretch(filter, { skip: (page - 1) * ORDERS_A_PAGE, limit: ORDERS_A_PAGE })
}

async function pageOf(filter: OrderFilter, page: number): Promise<OrderPage> {
  const [orders, total] = await Promise.all([stretch(filter, page), orderCount(filter)])
  const pages = pageCount(total)
  if (page <= pages) return { orders, page, pages, total }
  return { orders: await stretch(filter, pages), page: pages, pages, total }
}

async function searched(filter: OrderFilter, { search, page }: OrderQuery): Promise<OrderPage> {
  const found = (await allOrders(filter)).filter((order) => matchesSearch(order, search))
  const pages = pageCount(found.length)
  const shown = Math.min(page, pages)
  const orders = found.slice((shown - 1) * ORDERS_A_PAGE, shown * ORDERS_A_PAGE)
  return { orders, page: shown, pages, total: found.length }
}
