import type { FormTarget } from '#lib/http/security-headers.ts'
import type { LimitedAction } from '#lib/limit/allowance.ts'

export type PageForm = 'html' | 'markdown' | 'linkset'

/** A method that some address of the shop takes. */
export type Method = 'GET' | 'HEAD' | 'POST'

/**
 * The facts of one address. The request filter, the proxy, the headers, docs/nginx.conf and a CDN's rules are made from them.
 */
export type Route = {
  /** The people who are answered. `signed` is a machine with a secret or a signature. */
  readonly who: 'anyone' | 'member' | 'staff' | 'owner' | 'signed'
  /** When the answer is made: at the build, then every hour or day, or for each request. */
  readonly made: 'once' | 'hourly' | 'daily' | 'per-request'
  /** The methods that it takes; a POST to a page is the call of a server action. All else is 405. */
  readonly methods: readonly Method[]
  /** The largest body, in bytes. */
  readonly body: number
  /** Whether its body may come without a length. */
  readonly takesChunks?: true
  /** Whether it takes a form from another site: a push or a browser from the carrier. */
  readonly takesForm?: true
  /** Whether search engines list it; `by-file` where each file of content/ decides. */
  readonly indexed?: 'all' | 'by-file'
  /** Its forms beside HTML, at the same address by Accept. Markdown has a path of its own with `.md`. */
  readonly forms?: readonly Exclude<PageForm, 'html'>[]
  /**
   * Which scripts run: those of the build by their hashes, those of this request by a nonce, the same
   * with Trusted Types, or a policy of its own, whose page a link opens as a new document.
   */
  readonly policy: 'hashes' | 'nonce' | 'trusted-types' | 'payment' | 'camera'
  /** Who takes its forms beside the shop. */
  readonly postsTo?: FormTarget
  /**
   * The form in which a cache in front keeps it, and so its key: a page by its address, Next's router and the
   * form in Accept; a file by its path.
   */
  readonly kept: 'never' | 'page' | 'file'
  /** The allowance of one session, client or owner that an answer takes a share of. */
  readonly limit?: LimitedAction
}

/** The largest call of a server action, in bytes; next.config says the same to Next. */
export const ACTION_BYTES = 64 * 1024

export const PAGE_METHODS = ['GET', 'HEAD', 'POST'] as const

/** The methods of a file: an action that is called there would be stored in its place. */
export const FILE_METHODS = ['GET', 'HEAD'] as const

/** Routes by path, written as in app/: a part in brackets is a parameter. */
export type Routes = Readonly<Record<string, Route>>

function matcher(path: string): RegExp {
  const escaped = path.replaceAll('.', String.raw`\.`)
  const pattern = escaped.replaceAll(/\[(?:\\\.){3}\w+\]/g, '.+').replaceAll(/\[\w+\]/g, '[^/]+')
  return new RegExp(`^${pattern}$`)
}

/** Returns the function that finds a path's route as Next does: a fixed part wins over a parameter. */
export function routeFinder(routes: Routes): (path: string) => Route | undefined {
  const patterns = Object.entries(routes)
    .filter(([path]) => path.includes('['))
    .map(([path, route]) => ({ pattern: matcher(path), route }))
  return (path) =>
    Object.hasOwn(routes, path)
      ? routes[path]
      : patterns.find(({ pattern }) => pattern.test(path))?.route
}

/** The first part of each path, without parameters: the names that content/info can't take. */
export function firstParts(routes: Routes): readonly string[] {
  return Object.keys(routes)
    .map((path) => path.split('/')[1] ?? '')
    .filter((part) => !part.startsWith('['))
}

const OWNERS = {
  who: 'owner',
  made: 'per-request',
  methods: PAGE_METHODS,
  body: ACTION_BYTES,
  policy: 'trusted-types',
  kept: 'never',
} as const
const STAFFS = { ...OWNERS, who: 'staff' } as const

/** Every page and handler of the owner's; staff have those that pack and ship. */
export const OWNER_ROUTES = {
  '/owner': OWNERS,
  '/owner/orders': STAFFS,
  '/owner/order/[id]': STAFFS,
  '/owner/ship': STAFFS,
  '/owner/slips': STAFFS,
  '/owner/parcels': STAFFS,
  '/owner/labels': { ...STAFFS, postsTo: 'carrier' },
  '/owner/new': OWNERS,
  '/owner/sales': OWNERS,
  '/owner/customers': OWNERS,
  '/owner/customer': OWNERS,
  '/owner/discounts': OWNERS,
  '/owner/creators': OWNERS,
  '/owner/stock': OWNERS,
  '/owner/date': OWNERS,
  '/owner/arrival': OWNERS,
  '/owner/content': OWNERS,
  '/owner/content/file': OWNERS,
  '/owner/books': OWNERS,
  '/owner/books/[kind]/[period]': { ...OWNERS, methods: FILE_METHODS, body: 0, policy: 'hashes' },
  '/owner/join': OWNERS,
  '/owner/halves': OWNERS,
  '/owner/audit': OWNERS,
  '/owner/proof': STAFFS,
  '/api/owner-picture': {
    ...OWNERS,
    methods: ['POST'],
    // A photograph: more than a telephone's camera makes.
    body: 25 * 1024 * 1024,
    policy: 'hashes',
    limit: 'owner',
  },
} as const satisfies Routes

/** The path of a route of the owner's, with its parameters in brackets. */
export type OwnerRoutePath = keyof typeof OWNER_ROUTES

/** The route of the owner's that answers a path, or undefined if there is none. */
export const ownerRouteAt = routeFinder(OWNER_ROUTES)

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
  // A label with its lot or serial number leads to its GTIN.
  '/01/[gtin]/[...qualifiers]': READ,
  '/[slug]': { ...PAGE, indexed: 'by-file', forms: ['markdown'] },
  '/contact': PAGE,
  '/join': { ...PAGE, indexed: 'all' },
  '/join/confirm': PAGE,
  '/back-in-stock': PAGE,
  '/order': PAGE,
  '/halves': { ...HOURLY, indexed: 'all' },
  '/halves/page/[page]': HOURLY,
  '/halves/[id]': { ...HOURLY, indexed: 'all' },
  '/halves/[id]/drawing.svg': { ...READ, made: 'per-request' },
  '/halves/[id]/share.png': { ...FILE, made: 'hourly' },
  '/halves/give': PAGE,
  '/halves/mine': PAGE,
  '/cart': HOURLY,
  '/pickup': ON_REQUEST,
  '/refund-account': ON_REQUEST,
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
  '/account/settings/data': MEMBERS,
  '/checkout': MEMBERS,
  '/checkout/store': { ...MEMBERS, postsTo: 'carrier' },
  // PayPal's own script writes inline scripts, so this page keeps the policy of all pages.
  '/checkout/paypal/[id]': { ...MEMBERS, policy: 'payment' },
  // Guests come back here from LINE Pay in another browser.
  '/checkout/line-pay/[id]': ON_REQUEST,
  // The page that leads to ECPay's cashier, and to which a buyer comes back in any browser.
  '/checkout/ecpay/[id]': { ...ON_REQUEST, postsTo: 'cashier' },
  '/checkout-success': ON_REQUEST,
  '/markdown/[...path]': { ...FILE, made: 'hourly' },
  '/offline-worker.js': FILE,
  '/llms.txt': { ...FILE, made: 'hourly' },
  '/feed/google.xml': { ...FILE, made: 'hourly' },
  '/feed/meta.xml': { ...FILE, made: 'hourly' },
  '/.well-known/gs1resolver': FILE,
  '/.well-known/security.txt': { ...FILE, made: 'daily' },
  '/api/company': { ...READ, who: 'member', limit: 'company' },
  '/api/stores': { ...READ, limit: 'stores' },
  // A browser's reports are smaller.
  '/api/reports': { ...READ, methods: ['POST'], body: 16 * 1024, limit: 'report' },
  '/api/health': READ,
  '/api/health/live': READ,
  '/api/sweep': { ...SIGNED, methods: ['GET', 'POST'], body: 1024 },
  '/api/refresh': SIGNED,
  '/api/paypal/webhook': { ...SIGNED, body: 256 * 1024, takesChunks: true },
  '/api/ecpay/paid': PUSH,
  '/api/ecpay/code-paid': PUSH,
  '/api/ecpay/back': PUSH,
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

/** The route that answers a path, or undefined if the shop has none, or the owner's page has it. */
export const shopRouteAt = routeFinder(SHOP_ROUTES)

const ROWS: readonly (readonly [path: string, route: Route])[] = Object.entries(SHOP_ROUTES)

/** The paths of the routes of which `isWanted` is true. */
export function shopPathsWith(isWanted: (route: Route) => boolean): readonly string[] {
  return ROWS.filter(([, route]) => isWanted(route)).map(([path]) => path)
}

/** Whether a route is a page, which takes the calls of its server actions too; all else is a file or data. */
export function isPage({ methods }: Pick<Route, 'methods'>): boolean {
  return PAGE_METHODS.every((method) => methods.includes(method))
}

const MEMBER_AREAS = new Set(
  firstParts(
    Object.fromEntries(ROWS.filter(([, { who, limit }]) => who === 'member' && limit === 'page')),
  ),
)

/** Whether a path lies under a first part that has members' pages: a guest signs in first. */
export function isInMemberArea(path: string): boolean {
  return MEMBER_AREAS.has(path.split('/')[1] ?? '')
}

const PUBLIC = {
  who: 'anyone',
  made: 'once',
  methods: FILE_METHODS,
  body: 0,
  policy: 'hashes',
  kept: 'page',
} as const

/** Addresses that are no file of app/ by their own name: made by Next, or lying in public/. */
const FILES = {
  '/robots.txt': PUBLIC,
  '/sitemap.xml': { ...PUBLIC, made: 'hourly' },
  '/manifest.webmanifest': PUBLIC,
  '/favicon.ico': PUBLIC,
  '/icon.svg': PUBLIC,
  '/apple-icon.png': PUBLIC,
  '/icon-192.png': PUBLIC,
  '/icon-512.png': PUBLIC,
  '/images/[...path]': PUBLIC,
  '/sounds/[...path]': PUBLIC,
  '/_next/static/[...path]': { ...PUBLIC, kept: 'file' },
  '/_next/[...path]': PUBLIC,
} as const satisfies Routes

/** Every page that can be read as markdown has a twin at its own address with .md. */
export const TWIN_PATHS = shopPathsWith(({ forms }) => forms?.includes('markdown') === true)

const TWINS = Object.fromEntries(
  TWIN_PATHS.map((path) => [`${path}.md`, { ...PUBLIC, made: 'hourly' } as const]),
)

/**
 * The files and answers that have no place for a robots tag of their own, and no search engine lists.
 * A page's other forms say it themselves, since they stand at the page's address, too.
 */
export const UNLISTED_FILES: readonly string[] = [
  ...shopPathsWith((route) => !isPage(route)).filter((path) => !path.includes('[')),
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
]

/** The files, with the markdown twins. */
export const FILE_ROUTES: Routes = { ...FILES, ...TWINS }

const fileRouteAt = routeFinder(FILE_ROUTES)

/** The row of an address, whatever answers there, or undefined if nothing does. */
export function routeAt(path: string): Route | undefined {
  return fileRouteAt(path) ?? ownerRouteAt(path) ?? shopRouteAt(path)
}

/** Every row, by its path. */
export const ALL_ROUTES: readonly (readonly [path: string, route: Route])[] = Object.entries({
  ...FILE_ROUTES,
  ...SHOP_ROUTES,
  ...OWNER_ROUTES,
})
