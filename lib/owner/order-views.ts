import { DELIVERIES, type Delivery, deliveryOf } from '#lib/delivery/recipient.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'
import type { Order } from '#lib/order/order.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { isDay } from './month.ts'

export const ORDER_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** Inclusive range of placement days (YYYY-MM-DD, Taipei); empty means open. */
export type PlacedDays = { readonly from: string; readonly to: string }

const COMPARE: Readonly<Record<OrderSort, (a: Order, b: Order) => number>> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
  largest: (a, b) => b.totalAmount - a.totalAmount,
  smallest: (a, b) => a.totalAmount - b.totalAmount,
}

/** The field by which the database sorts so, and whether the largest comes first. */
export const SORT_FIELDS = {
  newest: ['createdAt', 'desc'],
  oldest: ['createdAt', 'asc'],
  largest: ['totalAmount', 'desc'],
  smallest: ['totalAmount', 'asc'],
} as const satisfies Record<OrderSort, readonly [string, string]>

/** Whether an order was placed on one of these days. */
export function isPlacedIn({ createdAt }: Pick<Order, 'createdAt'>, { from, to }: PlacedDays) {
  const day = taipeiDay(new Date(createdAt))
  return (from === '' || day >= from) && (to === '' || day <= to)
}

/** The orders placed on these days and delivered so, sorted; what is equal keeps its place. */
export function arrange(
  orders: readonly Order[],
  {
    sort,
    delivery,
    ...days
  }: PlacedDays & { readonly sort: OrderSort; readonly delivery?: Delivery | '' },
): readonly Order[] {
  return orders
    .filter((order) => isPlacedIn(order, days))
    .filter((order) => !delivery || deliveryOf(order) === delivery)
    .toSorted(COMPARE[sort])
}

/** Views of the owner's list: open work first, then every status. */
export const ORDER_VIEWS = [
  'to-ship',
  'waiting',
  'attention',
  'unpaid',
  'shipped',
  'completed',
  'cancelled',
  'all',
] as const
export type OrderListView = (typeof ORDER_VIEWS)[number]

/** The status that a view shows, page by page, the newest first; null is any. The other views are read whole. */
export const STATUS_OF_VIEW: Partial<Record<OrderListView, OrderStatus | null>> = {
  unpaid: '待付款',
  shipped: '已出貨',
  completed: '已完成',
  cancelled: '已取消',
  all: null,
}

/** Orders per page. */
export const OWNER_PAGE = 50

/** The owner's query; a search covers all views. Pages count from 1. */
export type OwnerQuery = PlacedDays & {
  readonly view: OrderListView
  readonly search: string
  /** The id under which the session keeps what was searched for, or an empty value if the address says it itself. */
  readonly kept: string
  readonly page: number
  readonly sort: OrderSort
  /** Empty means any. */
  readonly delivery: Delivery | ''
}

const TO_DO: readonly OrderListView[] = ['to-ship', 'waiting', 'attention']

/** Default sort of a view: open work is sorted oldest first. */
export function usualSort({ view, search }: Pick<OwnerQuery, 'view' | 'search'>): OrderSort {
  return search === '' && TO_DO.includes(view) ? 'oldest' : 'newest'
}

export const LONGEST_SEARCH = 120

/** The query in an address; anything unknown means the orders to ship. */
export function ownerQuery(parameters: { readonly [name: string]: unknown }): OwnerQuery {
  const search = typeof parameters.search === 'string' ? parameters.search.trim() : ''
  const page =
    typeof parameters.page === 'string' && /^[1-9]\d{0,4}$/.test(parameters.page)
      ? parameters.page
      : 1
  const query = {
    view: ORDER_VIEWS.find((view) => view === parameters.view) ?? 'to-ship',
    search: search.slice(0, LONGEST_SEARCH),
    kept:
      typeof parameters.kept === 'string' && /^[\da-f]{16}$/.test(parameters.kept)
        ? parameters.kept
        : '',
  }
  return {
    ...query,
    page: Number(page),
    sort:
      ORDER_SORTS.find((sort) => sort === parameters.sort) ??
      usualSort({ ...query, search: query.kept || query.search }),
    from: dayIn(parameters.from),
    to: dayIn(parameters.to),
    delivery: DELIVERIES.find((delivery) => delivery === parameters.delivery) ?? '',
  }
}

function dayIn(value: unknown): string {
  return typeof value === 'string' && isDay(value) ? value : ''
}

/** The address of the list for a query, without the defaults. */
export function ownerListPath(query: Partial<OwnerQuery>): string {
  const { view, search, kept, page, sort, from, to, delivery } = query
  const parameters = new URLSearchParams()
  if (kept) parameters.set('kept', kept)
  else if (search) parameters.set('search', search)
  if (view !== undefined && view !== 'to-ship') parameters.set('view', view)
  const usual = usualSort({ view: view ?? 'to-ship', search: kept || (search ?? '') })
  if (sort !== undefined && sort !== usual) parameters.set('sort', sort)
  if (from) parameters.set('from', from)
  if (to) parameters.set('to', to)
  if (delivery) parameters.set('delivery', delivery)
  if (page !== undefined && page > 1) parameters.set('page', String(page))
  const text = parameters.toString()
  return text === '' ? OWNER_PATHS.orders : `${OWNER_PATHS.orders}?${text}`
}
