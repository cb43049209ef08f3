import type { OwnDocumentPath, ShopPath } from './shop-routes.ts'

/** The page a member lands on after signing in, unless a redirect says otherwise. */
export const ACCOUNT_PATH = '/account'

const SHOP_PATHS = {
  home: '/',
  shop: '/shop',
  blog: '/blog',
  contact: '/contact',
  cart: '/cart',
  join: '/join',
  halves: '/halves',
  checkout: '/checkout',
  storeMap: '/checkout/store',
  checkoutSuccess: '/checkout-success',
  login: '/login',
  signup: '/signup',
  verifyEmail: '/verify-email',
  verifySuccess: '/verify-success',
  reset: '/reset',
  account: ACCOUNT_PATH,
  orders: '/account/order',
  settings: '/account/settings',
  ownData: '/account/settings/data',
} as const satisfies Record<string, ShopPath>

/** The information pages to which the shop itself leads; content/info must have them. */
export const INFO_PATHS = {
  about: '/about',
  policy: '/policy',
  terms: '/terms',
  patent: '/patent-statement',
  deleteDataFacebook: '/delete-data-facebook',
} as const

/** Every path that takes no parameter and to which the shop itself leads. */
export const PATHS = { ...SHOP_PATHS, ...INFO_PATHS }

/** The service worker that shows a page of the shop's own while the shop can't be reached. */
export const OFFLINE_WORKER_PATH = '/offline-worker.js' satisfies ShopPath

/** Whether this build offers that page; a build without it takes the worker away where it is. */
export const OFFERS_OFFLINE_PAGE = process.env.OFFLINE_PAGE !== '0'

function fill(route: ShopPath, parameter: string): string {
  return route.replace(/\[\w+\]/, () => encodeURIComponent(parameter))
}

/** An information page. */
export const infoPath = (slug: string) => fill('/[slug]', slug)

/** The page of a product. */
export const productPath = (id: string) => fill('/product/[id]', id)

/** The page of a category, by its slug. */
export const categoryPath = (slug: string) => fill('/shop/category/[category]', slug)

/** The page of a blog article. */
export const articlePath = (slug: string) => fill('/blog/[slug]', slug)

/** The page of a creator. */
export const creatorPath = (slug: string) => fill('/creator/[slug]', slug)

/** The page that the code on a garment opens, by the id of its style. */
export const garmentPath = (id: string) => fill('/c/[id]', id)

/** The camera of a style. */
export const cameraPath = (id: string) => fill('/c/[id]/camera', id)

/** The same garment page as a GS1 Digital Link, by its GTIN-14. */
export const digitalLinkPath = (gtin: string) => fill('/01/[gtin]', gtin)

/** The linkset of the page of a GTIN, or undefined for any other path. */
export function digitalLinks(path: string): string | undefined {
  return /^\/01\/\d+$/.test(path) ? `${path}/linkset` : undefined
}

/** The page that shows one order to its member, by the id of its document. */
export const orderPath = (id: string) => fill('/account/order/[id]', id)

/** The page on which an order is paid, by the id of its document; `method` is the payment method chosen before. */
export const paymentPath = (id: string, method?: string) =>
  fill('/checkout/paypal/[id]', id) + (method === undefined ? '' : `?by=${method}`)

/** Return path for the provider, by the order's document id; for a window the payment page. */
export function returnPath(provider: string, id: string): string {
  return `/checkout/${provider}/${encodeURIComponent(id)}`
}

/** Whether a path, in small letters or capitals, lies under a garment page or its Digital Link. */
export function isGarmentPath(path: string): boolean {
  return /^\/(?:c\/|01\/[^/]+(?:\/linkset)?\/?$)/i.test(path)
}

/** The page to which the mail about joining leads. */
export const JOIN_CONFIRM_PATH = '/join/confirm' satisfies ShopPath

/** Page of the link by which an order's mails show it without an account. */
export const MAILED_ORDER_PATH = '/order' satisfies ShopPath

/** Page of the stock alert mail's link. */
export const STOCK_ALERT_PATH = '/back-in-stock' satisfies ShopPath

/** Page of the link by which a mail asks for another store. */
export const PICKUP_PATH = '/pickup' satisfies ShopPath

/** Page of the link by which a mail asks for the account of a refund. */
export const REFUND_ACCOUNT_PATH = '/refund-account' satisfies ShopPath

/** The page of one half, its drawing, and the picture that stands for it where it is shared. */
export const halfPagePath = (id: string) => fill('/halves/[id]', id)
export const halfDrawingPath = (id: string) => fill('/halves/[id]/drawing.svg', id)
export const halfPicturePath = (id: string) => fill('/halves/[id]/share.png', id)

/** The page on which somebody lets their half be seen; the motif follows #. */
export const GIVE_HALF_PATH = '/halves/give' satisfies ShopPath

/** Page of the link by which a mail confirms or takes back a half. */
export const MAILED_HALF_PATH = '/halves/mine' satisfies ShopPath

const MAILED_LINKS: ReadonlySet<string> = new Set([
  JOIN_CONFIRM_PATH,
  MAILED_ORDER_PATH,
  STOCK_ALERT_PATH,
  PICKUP_PATH,
  REFUND_ACCOUNT_PATH,
  MAILED_HALF_PATH,
])

// Who has an order's id and a payment's number may read how the payment stands.
const BUYER_RETURNS = /^\/checkout\/(?:ecpay|line-pay)\//

/** Whether a path is a page whose address holds a secret: of a mailed link, or to which a buyer comes back from paying. */
export function isSecretPath(path: string): boolean {
  return MAILED_LINKS.has(path) || BUYER_RETURNS.test(path)
}

const OWN_DOCUMENTS: Readonly<Record<OwnDocumentPath, RegExp>> = {
  '/checkout/paypal/[id]': /^\/checkout\/paypal\//,
  '/c/[id]/camera': /^\/c\/[^/]+\/camera$/,
}

/** True if a page has headers of its own, so that a link opens it as a new document. */
export function needsOwnDocument(path: string): boolean {
  return Object.values(OWN_DOCUMENTS).some((pattern) => pattern.test(path))
}

/** True if `here` is in the section at `path`; products are in the shop, orders in the account. */
export function isUnder(path: string, here: string): boolean {
  if (path === SHOP_PATHS.home) return here === path
  if (path === SHOP_PATHS.shop && here.startsWith('/product/')) return true
  if (path === SHOP_PATHS.orders)
    return here === ACCOUNT_PATH || here.startsWith(`${ACCOUNT_PATH}/`)
  return here === path || here.startsWith(`${path}/`)
}

/** Returns the sign-in path that continues to `target`. */
export function loginPath(target: string): string {
  return `${PATHS.login}?redirect=${encodeURIComponent(target)}`
}

/** `target` if it is a path of this site, else the account page: no other host is ever reached. */
export function safeRedirect(target: unknown): string {
  if (typeof target !== 'string') return ACCOUNT_PATH
  // A link from a chat may bring signs along that nobody sees.
  const path = target.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').trim()
  if (!/^\/(?![/\\])[^\\\s]*$/.test(path)) return ACCOUNT_PATH
  const url = URL.parse(path, 'http://shop.invalid')
  if (url?.host !== 'shop.invalid' || url.pathname.startsWith('//')) return ACCOUNT_PATH
  return url.pathname + url.search + url.hash
}

/** The path of a target inside the shop, without its query and fragment. */
export function pathOf(target: string): string {
  return target.replace(/[?#].*$/s, '')
}

/** What a part of an address says without its percent signs, or undefined if they are wrong. */
export function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
