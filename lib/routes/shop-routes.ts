import {
  ACTION_BYTES,
  FILE_METHODS,
  firstParts,
  PAGE_METHODS,
  type Route,
  routeFinder,
  type Routes,
} from './route.ts'

const STORED = {
  who: 'anyone',
  methods: PAGE_METHODS,
  body: ACTION_BYTES,
  policy: 'hashes',
  kept: 'page',
} as const
const PAGE = { ...STORED, made: 'once' } as const
const HOURLY = { ...STORED, made: 'hourly' } as const
const ON_REQUEST = { ...STORED, made: 'per-request', policy: 'nonce', kept: 'never' } as const
const MEMBERS = { ...ON_REQUEST, who: 'member', limit: 'page' } as const
const FILE = { ...PAGE, methods: FILE_METHODS, body: 0 } as const
const READ = { ...FILE, made: 'per-request', kept: 'never' } as const
const SIGNED = { ...READ, who: 'signed', methods: ['POST'] } as const
const PUSH = { ...SIGNED, body: 16 * 1024, takesForm: true } as const

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
  '/c/[id]/camera': { ...HOURLY, policy: 'camera' },
  '/c/[id]/linkset': FILE,
  '/01/[gtin]': { ...HOURLY, forms: ['linkset'] },
  '/01/[gtin]/linkset': FILE,
  '/[slug]': { ...PAGE, indexed: 'by-file', forms: ['markdown'] },
  '/contact': PAGE,
  '/join': { ...PAGE, indexed: 'all' },
  '/join/confirm': PAGE,
  '/back-in-stock': PAGE,
  '/cart': HOURLY,
  '/pickup': ON_REQUEST,
  '/login': ON_REQUEST,
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
  '/checkout/paypal/[id]': { ...MEMBERS, policy: 'payment' },
  // Guests come back here from LINE Pay in another browser.
  '/checkout/line-pay/[id]': ON_REQUEST,
  '/checkout-success': ON_REQUEST,
  '/markdown/[...path]': { ...FILE, made: 'hourly' },
  '/llms.txt': { ...FILE, made: 'hourly' },
  '/.well-known/gs1resolver': FILE,
  '/.well-known/security.txt': { ...FILE, made: 'daily' },
  '/api/company': { ...READ, who: 'member', limit: 'company' },
  '/api/stores': { ...READ, limit: 'stores' },
  '/api/reports': { ...READ, methods: ['POST'], body: 64 * 1024, limit: 'report' },
  '/api/health': READ,
  '/api/health/live': READ,
  '/api/sweep': { ...SIGNED, methods: ['GET', 'POST'], body: 1024 },
  '/api/refresh': SIGNED,
  '/api/paypal/webhook': { ...SIGNED, body: 256 * 1024, takesChunks: true },
  '/api/ecpay/map': PUSH,
  '/api/ecpay/parcel': PUSH,
  '/api/ecpay/store': PUSH,
} as const satisfies Routes

/** The path of a route, with its parameters in brackets. */
export type ShopPath = keyof typeof SHOP_ROUTES

type PathWith<Fact extends Partial<Route>> = {
  [Path in ShopPath]: (typeof SHOP_ROUTES)[Path] extends Fact ? Path : never
}[ShopPath]

/** The paths of pages with headers of their own. */
export type OwnDocumentPath = PathWith<{ policy: 'payment' | 'camera' }>

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
  firstParts(
    Object.fromEntries(ROWS.filter(([, { who, limit }]) => who === 'member' && limit === 'page')),
  ),
)

/** Whether a path lies under a first part that has members' pages: a guest signs in first (rule 222). */
export function isInMemberArea(path: string): boolean {
  return MEMBER_AREAS.has(path.split('/')[1] ?? '')
}
