import 'server-only'

import { findPaidOrder, type OrdersRead } from '../adapters/firestore/orders.ts'
import {
  countOrders,
  ordersDisputed,
  ordersInReview,
  ordersNumbered,
  ordersOfStatus,
  ordersPlaced,
  ordersReturning,
  ordersWithCaptures,
  sortedOrders,
} from '../adapters/firestore/owner-orders.ts'
import { readOrderNumber } from '../order/order-number.ts'
import type { Order, OrderStatus } from '../order/order.ts'
import { invoiceTexts } from './invoice-columns.ts'
import { ordersOfDays } from './orders-of-days.ts'
import { arrange } from './order-sort.ts'
import { isToShip, isWaiting, OWNER_PAGE, type OwnerQuery, STATUS_OF_VIEW } from './order-views.ts'

const TAIWAN = /^(?:\+|00)?886\(?0?\)?/

// A telephone number as digits that begin with 0, however it is written.
function phoneDigits(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/[^\d+()]/g, '')
  return plain.replace(TAIWAN, '0').replaceAll(/\D/g, '')
}

/** A text as a search compares it: narrow, lower case, 臺 as 台, without blanks, hyphens and the like. */
export function searchKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('臺', '台')
    .replaceAll(/[\s\p{Pd}\p{Po}()]/gu, '')
}

function namesOf({ recipient: { firstName, lastName } }: Order): string[] {
  return [`${lastName}${firstName}`, `${firstName}${lastName}`]
}

function paymentIds({ payment }: Order): string[] {
  if (!payment) return []
  const refunds = payment.refunds.map(({ id }) => id)
  return [...payment.references, ...refunds, payment.captureId ?? '']
}

// Everything by which an order can be found.
function textsOf(order: Order): string[] {
  const { recipient, shipment } = order
  const { zipcode, city, area, address } = recipient
  return [
    order.orderId,
    order.email,
    recipient.email,
    ...namesOf(order),
    `${zipcode}${city}${area}${address}`,
    recipient.store,
    shipment?.trackingNumber ?? '',
    ...paymentIds(order),
    ...invoiceTexts(order),
    ...order.items.flatMap(({ id, title, color, size }) => [id, `${title}${color ?? ''}${size}`]),
  ]
}

const PHONE = /^[+()\d\s\p{Pd}.]{6,}$/u

/**
 * Returns a test that finds a text in an order's number, names, addresses, store, parcel, items or
 * payment ids; a telephone number is found however it is written. An empty text finds nothing.
 */
export function orderSearch(text: string): (order: Order) => boolean {
  const wanted = searchKey(text)
  if (wanted === '') return () => false
  const digits = PHONE.test(text.normalize('NFKC')) ? phoneDigits(text) : ''
  return (order) =>
    textsOf(order).some((one) => searchKey(one).includes(wanted)) ||
    (digits !== '' && phoneDigits(order.recipient.phone).includes(digits))
}

/** Whether a text may be an id of the payment provider's; those are found in orders of any age. */
export function isProviderId(text: string): boolean {
  return /^[A-Z0-9]{12,24}$/i.test(text.trim()) && /\d/.test(text)
}

const DAY = 24 * 60 * 60 * 1000
async function placedWithin(days: number, now: Date): Promise<OrdersRead> {
  const from = new Date(now.getTime() - days * DAY).toISOString()
  // A clock that is behind the shop's must not hide the newest order.
  const until = new Date(now.getTime() + DAY).toISOString()
  const { orders, unreadable } = await ordersPlaced({ from, until })
  return { orders: orders.toReversed(), unreadable }
}

/**
 * The orders of the last days, newest first, of one status or any, with the ids of those that can't
 * be read. Throws DatabaseUnavailable.
 */
export async function findOrders(
  { status, days }: { readonly status: OrderStatus | undefined; readonly days: number },
  now: Date,
): Promise<OrdersRead> {
  const { orders, unreadable } = await placedWithin(days, now)
  return { orders: orders.filter((order) => !status || order.status === status), unreadable }
}

// Numbers and ids of the provider's are looked up directly, so the age of the order does not matter.
async function identified(text: string): Promise<readonly Order[]> {
  const number = readOrderNumber(text)
  if (number) return ordersNumbered([number])
  if (!isProviderId(text)) return []
  const id = text.trim().toUpperCase()
  const [captured, paid] = await Promise.all([
    ordersWithCaptures([id]),
    findPaidOrder({ reference: id }),
  ])
  return captured.length > 0 || !paid ? captured : [paid]
}

/**
 * The orders that a search finds (`orderSearch`), newest first. A whole order number and PayPal's
 * ids are found however old; anything else within the last days, all of which are read. Throws
 * DatabaseUnavailable.
 */
export async function searchOrders(
  { text, days }: { readonly text: string; readonly days: number },
  now: Date,
): Promise<OrdersRead> {
  const orders = await identified(text)
  if (orders.length > 0 || readOrderNumber(text)) return { orders, unreadable: [] }
  const { orders: all, unreadable } = await placedWithin(days, now)
  return { orders: all.filter(orderSearch(text)), unreadable }
}

/** How many days back a search reads, unless it is for a whole number or an id of the payment provider's. */
export const SEARCHED_DAYS = 365

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

function pageOf({ orders: all, unreadable }: OrdersRead, query: OwnerQuery): OwnerList {
  const orders = arrange(all, query)
  const asked = query.page
  const pages = Math.max(1, Math.ceil(orders.length / OWNER_PAGE))
  const page = Math.min(asked, pages)
  const shown = orders.slice((page - 1) * OWNER_PAGE, page * OWNER_PAGE)
  return { orders: shown, unreadable, page, pages, total: orders.length }
}

async function paidOrders(isShown: (order: Order) => boolean): Promise<OrdersRead> {
  const { orders, unreadable } = await ordersOfStatus('已付款')
  return { orders: orders.filter((order) => isToShip(order) && isShown(order)), unreadable }
}

async function awaitingDecision(): Promise<OrdersRead> {
  const found = await Promise.all([ordersInReview(), ordersDisputed(), ordersReturning()])
  const orders = [...new Map(found.flat().map((one) => [one.id, one])).values()]
  orders.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  return { orders, unreadable: [] }
}

/**
 * A page of the owner's list, sorted and of the days that were asked for. Reads all paid orders for
 * what is to be shipped, the orders of the days, and a year of orders for a search.
 * Throws DatabaseUnavailable.
 */
export async function listOrders(query: OwnerQuery, now = new Date()): Promise<OwnerList> {
  const { view, search, from, to } = query
  if (search !== '') {
    return pageOf(await searchOrders({ text: search, days: SEARCHED_DAYS }, now), query)
  }
  const status = STATUS_OF_VIEW[view]
  const hasDays = from !== '' || to !== ''
  if (status !== undefined && hasDays) return pageOf(await ordersOfDays(status, query), query)
  if (status !== undefined) return ofStatus(status, query)
  if (view === 'attention') return pageOf(await awaitingDecision(), query)
  const isShown = (order: Order) => isWaiting(order, now) === (view === 'waiting')
  return pageOf(await paidOrders(isShown), query)
}
