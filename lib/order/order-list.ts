import { PATHS } from '#lib/routes/paths.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'
import type { OrderSummary } from './order-summary.ts'

/** Orders on a page of the list; the home tab shows RECENT_ORDERS. */
export const ORDERS_A_PAGE = 5
export const RECENT_ORDERS = 3

/** A member's query; an empty search and no status match all. Pages count from 1. */
export type OrderQuery = {
  readonly search: string
  readonly status: OrderStatus | null
  readonly page: number
}

/** One page of the list, which page it is, and how many pages and orders there are. */
export type OrderPage = {
  readonly orders: readonly OrderSummary[]
  readonly page: number
  readonly pages: number
  readonly total: number
}

const LONGEST_SEARCH = 80

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The query in an address; what it does not understand asks for all, or for page 1. */
export function orderQuery(parameters: { readonly [name: string]: unknown }): OrderQuery {
  const page = text(parameters.page)
  return {
    search: text(parameters.search).trim().slice(0, LONGEST_SEARCH),
    status: ORDER_STATUSES.find((status) => status === parameters.status) ?? null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of the list for a query; what is usual is left out. */
export function orderListPath({ search, status, page }: Partial<OrderQuery>): string {
  const parameters = new URLSearchParams()
  if (search) parameters.set('search', search)
  if (status) parameters.set('status', status)
  if (page !== undefined && page > 1) parameters.set('page', String(page))
  const query = parameters.toString()
  return query === '' ? PATHS.orders : `${PATHS.orders}?${query}`
}

/** Whether a search is part of the order number, or of an item's title or id; upper and lower case are one. */
export function matchesSearch(order: Pick<OrderSummary, 'orderNumber' | 'items'>, search: string) {
  const wanted = pastedText(search).trim().toLowerCase()
  const texts = [order.orderNumber, ...order.items.flatMap(({ title, id }) => [title, id])]
  return texts.some((candidate) => pastedText(candidate).toLowerCase().includes(wanted))
}

/** Returns the number of pages for `total` orders; an empty list is one page. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / ORDERS_A_PAGE))
}

/** Orders to skip and to read for a page, from the nearer end. */
export type DateRange = {
  readonly from: 'newest' | 'oldest'
  readonly skip: number
  readonly limit: number
}

/** Finds the page with the fewest skipped orders: Firestore bills those too. */
export function stretchOf(page: number, total: number): DateRange {
  const newer = (page - 1) * ORDERS_A_PAGE
  const limit = Math.min(ORDERS_A_PAGE, total - newer)
  const older = total - newer - limit
  return newer <= older
    ? { from: 'newest', skip: newer, limit }
    : { from: 'oldest', skip: older, limit }
}
