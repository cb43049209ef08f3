import type { OwnerRoutePath } from './shop-routes.ts'

/** The owner's page. No page of the shop imports these paths, so no shopper gets them. */
export const OWNER_PATH = '/owner'

/** Every page of the owner that takes no parameter. */
export const OWNER_PATHS = {
  today: OWNER_PATH,
  orders: '/owner/orders',
  sales: '/owner/sales',
  customers: '/owner/customers',
  newOrder: '/owner/new',
  ship: '/owner/ship',
  slips: '/owner/slips',
  parcels: '/owner/parcels',
  labels: '/owner/labels',
  stock: '/owner/stock',
  content: '/owner/content',
  contentFile: '/owner/content/file',
  books: '/owner/books',
  creators: '/owner/creators',
  date: '/owner/date',
  arrival: '/owner/arrival',
  customer: '/owner/customer',
  discounts: '/owner/discounts',
  join: '/owner/join',
  halves: '/owner/halves',
  audit: '/owner/audit',
  proof: '/owner/proof',
} as const satisfies Record<string, OwnerRoutePath>

/** The owner's page of one order, by the id of its document. */
export function ownerOrderPath(id: string): string {
  return `${OWNER_PATH}/order/${encodeURIComponent(id)}`
}

const withOrders = (path: string, ids: readonly string[]) =>
  `${path}?${new URLSearchParams(ids.map((id) => ['order', id])).toString()}`

/** The page that prints the labels of orders, by their ids. */
export const labelsPath = (ids: readonly string[]) => withOrders(OWNER_PATHS.labels, ids)

/** The packing slips of orders, by their ids. */
export const slipsPath = (ids: readonly string[]) => withOrders(OWNER_PATHS.slips, ids)

/** The same page with its refund unfolded. */
export function ownerRefundPath(id: string): string {
  return `${ownerOrderPath(id)}?open=refund#refund`
}

/** The page that edits a file of content/; a new one may begin as a copy of another. */
export function contentFilePath(file: string, held?: string): string {
  const parameters = new URLSearchParams(held === undefined ? { file } : { file, held })
  return `${OWNER_PATHS.contentFile}?${parameters.toString()}`
}

/** The page that changes about which day a product's pre-orders ship. */
export function shippingDatePath(product: string): string {
  return `${OWNER_PATHS.date}?product=${encodeURIComponent(product)}`
}

/** A page of the customers, from before the time (ISO 8601) when a member joined. */
export function customersPath(before: string): string {
  return `${OWNER_PATHS.customers}?before=${encodeURIComponent(before)}`
}

/** The statement of a month (YYYY-MM) by creator, or of one of them. */
export function statementPath(month: string, creator?: string): string {
  const only = creator === undefined ? '' : `&creator=${encodeURIComponent(creator)}`
  return `${OWNER_PATHS.creators}?month=${month}${only}`
}

/** The page of one discount code. */
export function discountPath(code: string): string {
  return `${OWNER_PATHS.discounts}?code=${encodeURIComponent(code)}`
}

/** Path of a customer's data, by e-mail or uid. */
export function customerPath(customer: string): string {
  return `${OWNER_PATHS.customer}?customer=${encodeURIComponent(customer)}`
}

/** The header of a request by which the proxy names the owner's page that is opened. */
export const OPENED_PAGE = 'x-opened-page'

/** Returns the reauthentication page's path, which continues to `next`. */
export function proofPath(next: string): string {
  return `${OWNER_PATHS.proof}?next=${encodeURIComponent(next)}`
}

/** Returns the owner's page to open after reauthentication; defaults to the first. */
export function pathAfterProof(next: unknown): string {
  if (typeof next !== 'string') return OWNER_PATH
  const { pathname, search } = URL.parse(next, 'http://shop.invalid') ?? {
    pathname: '',
    search: '',
  }
  const isOwn = /^\/owner(?:\/|$)/.test(next) && isOwnerPath(pathname)
  return isOwn && pathname !== OWNER_PATHS.proof ? pathname + search : OWNER_PATH
}

/** The sales of a range of days (YYYY-MM-DD, both counted in). */
export function salesPath({ from, until }: { readonly from: string; readonly until: string }) {
  return `${OWNER_PATHS.sales}?from=${from}&until=${until}`
}

/** Kinds of books: a month's money, orders, and goods by creator, and the sales of a range. */
export const BOOK_KINDS = ['money', 'orders', 'creators', 'sales'] as const
export type BookKind = (typeof BOOK_KINDS)[number]

/** Books of a kind as a file; the period is a month (YYYY-MM) or a range (2026-11-01_2026-11-30). */
export function bookPath(kind: BookKind, period: string): string {
  return `${OWNER_PATH}/books/${kind}/${period}`
}

/** The page of the books that begins with a file, as after the proof that it needs. */
export function bookStartPath(kind: string, period: string): string {
  return `${OWNER_PATHS.books}?file=${encodeURIComponent(`${kind}-${period}`)}`
}

const PERIOD = /^([a-z]+)-(\d{4}-\d{2}(?:-\d{2}_\d{4}-\d{2}-\d{2})?)$/

/** The book that such a page begins with, or undefined for anything else. */
export function bookOf(
  file: unknown,
): { readonly kind: BookKind; readonly period: string } | undefined {
  const [, name, period = ''] = PERIOD.exec(String(file)) ?? []
  const kind = BOOK_KINDS.find((one) => one === name)
  return kind && { kind, period }
}

/** The name of the file that a customer's data is given in, by the end of its name. */
export function customerFile(customer: string, end: string): string {
  return `customer-${customer.replaceAll(/[^\w.-]/g, '_')}.${end}`
}

export function isOwnerPath(path: string): boolean {
  return path === OWNER_PATH || path.startsWith(`${OWNER_PATH}/`)
}
