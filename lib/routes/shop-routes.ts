import { firstParts, type Route, routeFinder, type Routes } from './route.ts'

const PAGE = { who: 'anyone', made: 'once' } as const
const HOURLY = { who: 'anyone', made: 'hourly' } as const
const ON_REQUEST = { who: 'anyone', made: 'per-request' } as const
const MEMBERS = { who: 'member', made: 'per-request', hasNonce: true } as const
const SIGNED = { who: 'signed', made: 'per-request' } as const

/**
 * Every page and handler of the shop but the owner's. Browsers get the paths of paths.ts; only the
 * server and types read this table.
 */
export const SHOP_ROUTES = {
  '/': { ...HOURLY, indexed: 'all' },
  '/shop': { ...HOURLY, indexed: 'all' },
  '/shop/page/[page]': HOURLY,
  '/shop/category/[category]': { ...HOURLY, indexed: 'all' },
  '/shop/category/[category]/page/[page]': HOURLY,
  '/product/[id]': { ...HOURLY, indexed: 'all', forms: ['markdown'] },
  '/blog': { ...HOURLY, indexed: 'all' },
  '/blog/page/[page]': HOURLY,
  '/blog/[slug]': { ...HOURLY, indexed: 'all', forms: ['markdown'] },
  '/creator/[slug]': { ...HOURLY, indexed: 'all' },
  '/c/[id]': { ...HOURLY, indexed: 'all', forms: ['markdown', 'linkset'] },
  '/c/[id]/camera': { ...HOURLY, headers: 'camera' },
  '/c/[id]/linkset': PAGE,
  '/01/[gtin]': { ...HOURLY, forms: ['linkset'] },
  '/01/[gtin]/linkset': PAGE,
  '/[slug]': { ...PAGE, indexed: 'by-file', forms: ['markdown'] },
  '/contact': PAGE,
  '/join': { ...PAGE, indexed: 'all' },
  '/join/confirm': PAGE,
  '/back-in-stock': PAGE,
  '/cart': HOURLY,
  '/pickup': ON_REQUEST,
  '/login': { ...ON_REQUEST, hasNonce: true },
  '/signup': ON_REQUEST,
  '/reset': ON_REQUEST,
  '/verify-email': ON_REQUEST,
  '/verify-success': PAGE,
  '/account': MEMBERS,
  '/account/order': MEMBERS,
  '/account/order/[id]': MEMBERS,
  '/account/orders': MEMBERS,
  '/account/settings': MEMBERS,
  '/checkout': MEMBERS,
  '/checkout/store': { ...MEMBERS, postsToCarrier: true },
  // PayPal's own script writes inline scripts, so this page keeps the policy of all pages.
  '/checkout/paypal/[id]': { who: 'member', made: 'per-request', headers: 'payment' },
  // Guests come back here from LINE Pay in another browser.
  '/checkout/line-pay/[id]': { ...ON_REQUEST, hasNonce: true },
  '/checkout-success': ON_REQUEST,
  '/markdown/[...path]': HOURLY,
  '/llms.txt': HOURLY,
  '/.well-known/gs1resolver': PAGE,
  '/.well-known/security.txt': { who: 'anyone', made: 'daily' },
  '/api/company': ON_REQUEST,
  '/api/stores': ON_REQUEST,
  '/api/reports': ON_REQUEST,
  '/api/health': ON_REQUEST,
  '/api/health/live': ON_REQUEST,
  '/api/sweep': SIGNED,
  '/api/refresh': SIGNED,
  '/api/paypal/webhook': { ...SIGNED, takesChunks: true },
  '/api/ecpay/map': { ...SIGNED, takesForm: true },
  '/api/ecpay/parcel': { ...SIGNED, takesForm: true },
  '/api/ecpay/store': { ...SIGNED, takesForm: true },
} as const satisfies Routes

/** The path of a route, with its parameters in brackets. */
export type ShopPath = keyof typeof SHOP_ROUTES

type PathWith<Fact extends Partial<Route>> = {
  [Path in ShopPath]: (typeof SHOP_ROUTES)[Path] extends Fact ? Path : never
}[ShopPath]

/** The paths of pages with headers of their own. */
export type OwnDocumentPath = PathWith<{ headers: 'payment' | 'camera' }>

/** The paths of all pages that search engines list. */
export type IndexedPath = PathWith<{ indexed: 'all' | 'by-file' }>

/** The route that answers a path; undefined where the shop has none, or the owner's page has it. */
export const shopRouteAt = routeFinder(SHOP_ROUTES)

const ROWS: readonly (readonly [path: string, route: Route])[] = Object.entries(SHOP_ROUTES)

/** The paths of the routes of which `isWanted` is true. */
export function shopPathsWith(isWanted: (route: Route) => boolean): readonly string[] {
  return ROWS.filter(([, route]) => isWanted(route)).map(([path]) => path)
}

const MEMBER_AREAS = new Set(
  firstParts(Object.fromEntries(ROWS.filter(([, { who }]) => who === 'member'))),
)

/** Whether a path lies under a first part that has members' pages: a guest signs in first (rule 222). */
export function isInMemberArea(path: string): boolean {
  return MEMBER_AREAS.has(path.split('/')[1] ?? '')
}
