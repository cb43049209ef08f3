import 'server-only'

import { saveSearch, savedSearch } from '#lib/account/account-store.ts'
import type { Delivery } from '#lib/delivery/recipient.ts'
import { readOrderNumber } from '#lib/order/order-number.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'
import type { OrdersRead } from '#lib/order/order-store.ts'
import { deliveryKey, searchedKeys } from '#lib/order/search-keys.ts'
import { isToShip, isWaiting } from '#lib/order/shipping-date.ts'
import { daySpan } from './month.ts'
import {
  arrange,
  OWNER_PAGE,
  ownerListPath,
  ownerQuery,
  type OwnerQuery,
  type PlacedDays,
  STATUS_OF_VIEW,
} from './order-views.ts'
import {
  countFound,
  countOrders,
  ordersDisputed,
  ordersInReview,
  ordersNumbered,
  ordersOfStatus,
  ordersPlaced,
  ordersReturning,
  ordersToPayBack,
  ordersWithKey,
  sortedOrders,
} from './owner-order-store.ts'
import { isBooked } from './read-parcels.ts'

/** Keeps an owner's search in the session. Returns the address of its results, in which no person stands. */
export async function saveOrderSearch(
  session: string,
  request: { readonly search: string; readonly [name: string]: unknown },
): Promise<string> {
  const { search } = request
  const kept = search === '' ? '' : await saveSearch(session, search)
  return ownerListPath(ownerQuery({ ...request, search: '', kept }))
}

/** A query with what its session searched for. Throws DatabaseUnavailable. */
export async function withSavedSearch(session: string, query: OwnerQuery): Promise<OwnerQuery> {
  return query.kept === '' ? query : { ...query, search: await savedSearch(session, query.kept) }
}

const DAY = 24 * 60 * 60 * 1000

/** The orders of a status, or of any, placed on these days in Taipei; the days are read whole. Throws DatabaseUnavailable. */
export async function ordersOfDays(
  status: OrderStatus | null,
  { from, to }: PlacedDays,
): Promise<OrdersRead> {
  const { orders, unreadable } = await ordersPlaced({
    from: from === '' ? new Date(0).toISOString() : daySpan(from).from,
    until: to === '' ? new Date(Date.now() + DAY).toISOString() : daySpan(to).until,
  })
  return {
    orders: orders.filter((order) => status === null || order.status === status),
    unreadable,
  }
}

type Part = { readonly skip: number; readonly limit: number }

// The first of the keys that finds any.
async function searchPart(text: string, part: Part): Promise<OrdersRead & { total: number }> {
  const number = readOrderNumber(text)
  if (number !== undefined) {
    const orders = await ordersNumbered([number])
    return { orders, unreadable: [], total: orders.length }
  }
  for (const key of searchedKeys(text)) {
    const total = await countFound({ key })
    if (total > 0) return { ...(await ordersWithKey(key, part)), total }
  }
  return { orders: [], unreadable: [], total: 0 }
}

/**
 * Returns up to `limit` newest matches of a search key (lib/order/search-keys.ts). Throws
 * DatabaseUnavailable.
 */
export function searchOrders(text: string, limit: number): Promise<OrdersRead> {
  return searchPart(text, { skip: 0, limit })
}

/** One page of the owner's list, with the number of pages and orders, and the ids of unreadable ones. */
export type OwnerList = OrdersRead & {
  readonly page: number
  readonly pages: number
  readonly total: number
}

async function ofStatus(status: OrderStatus | null, query: OwnerQuery): Promise<OwnerList> {
  const total = await countOrders(status)
  const pages = Math.max(1, Math.ceil(total / OWNER_PAGE))
  const page = Math.min(query.page, pages)
  const part = { skip: (page - 1) * OWNER_PAGE, limit: OWNER_PAGE, sort: query.sort }
  return { ...(await sortedOrders(status, part)), page, pages, total }
}

/** Maximum newest matches that are filtered or sorted. */
const MOST_SORTED = 300

async function ofSearch(query: OwnerQuery): Promise<OwnerList> {
  const { search, page, sort, from, to, delivery } = query
  const isPlain = sort === 'newest' && from === '' && to === '' && delivery === ''
  if (!isPlain) return pageOf(await searchOrders(search, MOST_SORTED), query)
  const part = { skip: (page - 1) * OWNER_PAGE, limit: OWNER_PAGE }
  const found = await searchPart(search, part)
  const pages = Math.max(1, Math.ceil(found.total / OWNER_PAGE))
  return page <= pages ? { ...found, page, pages } : ofSearch({ ...query, page: pages })
}

// The newest that are delivered so; those of all statuses are counted and paged by the database.
async function ofDelivery(
  status: OrderStatus | null,
  delivery: Delivery,
  query: OwnerQuery,
): Promise<OwnerList> {
  const key = deliveryKey(delivery)
  if (status !== null || query.sort !== 'newest') {
    const { orders, unreadable } = await ordersWithKey(key, { skip: 0, limit: MOST_SORTED })
    const ofStatus = orders.filter((order) => status === null || order.status === status)
    return pageOf({ orders: ofStatus, unreadable }, query)
  }
  const total = await countFound({ key })
  const pages = Math.max(1, Math.ceil(total / OWNER_PAGE))
  const page = Math.min(query.page, pages)
  const part = { skip: (page - 1) * OWNER_PAGE, limit: OWNER_PAGE }
  return { ...(await ordersWithKey(key, part)), page, pages, total }
}

function pageOf({ orders: all, unreadable }: OrdersRead, query: OwnerQuery): OwnerList {
  const orders = arrange(all, query)
  const count = query.page
  const pages = Math.max(1, Math.ceil(orders.length / OWNER_PAGE))
  const page = Math.min(count, pages)
  const shown = orders.slice((page - 1) * OWNER_PAGE, page * OWNER_PAGE)
  return { orders: shown, unreadable, page, pages, total: orders.length }
}

async function awaitingDecision(): Promise<OrdersRead> {
  const found = await Promise.all([
    ordersInReview(),
    ordersDisputed(),
    ordersReturning(),
    ordersToPayBack(),
  ])
  const orders = [...new Map(found.flat().map((order) => [order.id, order])).values()]
  orders.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  return { orders, unreadable: [] }
}

/**
 * Returns a page of the owner's list. Reads all paid orders for shipping, and the range's orders.
 * Throws DatabaseUnavailable.
 */
export async function listOrders(query: OwnerQuery): Promise<OwnerList> {
  const { view, search, from, to } = query
  if (search !== '') return ofSearch(query)
  const status = STATUS_OF_VIEW[view]
  const hasDays = from !== '' || to !== ''
  if (status !== undefined && hasDays) return pageOf(await ordersOfDays(status, query), query)
  if (status !== undefined && query.delivery !== '')
    return ofDelivery(status, query.delivery, query)
  if (status !== undefined) return ofStatus(status, query)
  if (view === 'attention') return pageOf(await awaitingDecision(), query)
  const { orders, unreadable } = await ordersOfStatus('已付款')
  // What is booked waits among the parcels, until it is handed over.
  const shown = orders.filter(
    (order) => isToShip(order) && isWaiting(order) === (view === 'waiting') && !isBooked(order),
  )
  return pageOf({ orders: shown, unreadable }, query)
}
