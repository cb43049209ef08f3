import 'server-only'

import { z } from 'zod'

import { keepSearch, keptSearch } from '../account/account-store.ts'
import { type Delivery, fullName } from '../delivery/recipient.ts'
import type { OrderStatus } from '../order/order-list.ts'
import { readOrderNumber } from '../order/order-number.ts'
import type { OrdersRead } from '../order/order-store.ts'
import { type Order, manualSaleLeft } from '../order/order.ts'
import { deliveryKey, soughtKeys, isToShip, isWaiting } from '../order/view.ts'
import { daySpan } from './month.ts'
import {
  ownerListPath,
  ownerQuery,
  type OwnerQuery,
  OWNER_PAGE,
  STATUS_OF_VIEW,
  type PlacedDays,
  arrange,
} from './order-views.ts'
import {
  ordersPlaced,
  countOrders,
  ordersToPayBack,
  ordersDisputed,
  ordersInReview,
  ordersNumbered,
  ordersOfStatus,
  ordersReturning,
  sortedOrders,
  countFound,
  ordersWithKey,
  customersBefore,
  ordersOfMembers,
  type StoredCustomer,
} from './owner-order-store.ts'

/** Keeps an owner's search in the session. Returns the address of its results, in which no person stands. */
export async function keepOrderSearch(
  session: string,
  request: { readonly search: string; readonly [name: string]: unknown },
): Promise<string> {
  const { search } = request
  const kept = search === '' ? '' : await keepSearch(session, search)
  return ownerListPath(ownerQuery({ ...request, search: '', kept }))
}

/** A query with what its session searched for. Throws DatabaseUnavailable. */
export async function withKeptSearch(session: string, query: OwnerQuery): Promise<OwnerQuery> {
  return query.kept === '' ? query : { ...query, search: await keptSearch(session, query.kept) }
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
  for (const key of soughtKeys(text)) {
    const total = await countFound({ key })
    if (total > 0) return { ...(await ordersWithKey(key, part)), total }
  }
  return { orders: [], unreadable: [], total: 0 }
}

/**
 * Returns up to `limit` newest matches of a search key (lib/order/view.ts). Throws
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
  const orders = [...new Map(found.flat().map((one) => [one.id, one])).values()]
  orders.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
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
  const shown = orders.filter(
    (order) => isToShip(order) && isWaiting(order) === (view === 'waiting'),
  )
  return pageOf({ orders: shown, unreadable }, query)
}

/** A customer with how many orders were paid, what was kept of their money in whole TWD, and when the last one was. */
export type CustomerRow = StoredCustomer & {
  readonly orders: number
  readonly kept: number
  readonly lastPaidAt: string | undefined
  /** Who got the paid orders, the newest first. */
  readonly recipients: readonly string[]
}

/** How many customers a page of the list shows. */
export const CUSTOMERS_A_PAGE = 25

/** Start of a page of the list from its address; undefined unless it is a time. */
export function readCustomerPage(before: unknown): string | undefined {
  return z.iso.datetime().safeParse(before).data
}

/** Revenue of a paid order after refunds, in whole TWD. */
export function keptOf(order: Order): number {
  if (order.paidAt === undefined) return 0
  if (order.manualSale) return manualSaleLeft(order)
  return order.totalAmount - (order.payment?.refundedAmount ?? 0)
}

/** These customers, each with the sums of their paid orders. */
export function customerRows(
  customers: readonly StoredCustomer[],
  orders: readonly Order[],
): readonly CustomerRow[] {
  const paid = Map.groupBy(
    orders.filter(({ paidAt }) => paidAt !== undefined),
    ({ uid }) => uid,
  )
  return customers.map((customer) => {
    const own = paid.get(customer.uid) ?? []
    const newest = own.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    const names = newest.map(({ recipient }) => fullName(recipient)).filter(Boolean)
    const times = own.flatMap(({ paidAt }) => paidAt ?? [])
    return {
      ...customer,
      orders: own.length,
      kept: own.reduce((sum, order) => sum + keptOf(order), 0),
      lastPaidAt: times.toSorted().at(-1),
      recipients: [...new Set(names)],
    }
  })
}

/**
 * A page of the customers, the newest member first, with where the next page begins, if there is one. Reads their
 * orders. Throws DatabaseUnavailable.
 */
export async function listCustomers(
  before: string | undefined,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly next: string | undefined }> {
  const found = await customersBefore(before, CUSTOMERS_A_PAGE + 1)
  const shown = found.slice(0, CUSTOMERS_A_PAGE)
  const orders = await ordersOfMembers(shown.map(({ uid }) => uid))
  const next = found.length > shown.length ? shown.at(-1)?.createdAt : undefined
  return { rows: customerRows(shown, orders), next }
}

/** Maximum newest orders in which a recipient's member is looked for. */
const MOST_LOOKED_AT = 100

/** The members whose orders went to this name or telephone, without manual orders. Throws DatabaseUnavailable. */
export async function membersByRecipient(text: string): Promise<readonly string[]> {
  const { orders } = await searchOrders(text, MOST_LOOKED_AT)
  const uids = orders.filter(({ manualSale }) => !manualSale).map(({ uid }) => uid)
  return [...new Set(uids)].filter((uid) => uid !== '')
}
