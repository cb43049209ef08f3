/** The page a member lands on after signing in, unless a redirect says otherwise. */
export const ACCOUNT_PATH = '/account'

const SHOP_PATHS = {
  home: '/',
  shop: '/shop',
  blog: '/blog',
  contact: '/contact',
  cart: '/cart',
  join: '/join',
  checkout: '/checkout',
  checkoutSuccess: '/checkout-success',
  login: '/login',
  signup: '/signup',
  verifyEmail: '/verify-email',
  verifySuccess: '/verify-success',
  reset: '/reset',
  account: ACCOUNT_PATH,
  orders: '/account/order',
  settings: '/account/settings',
} as const

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

/** Whether a path is one of the shop's own pages, which are not written in content/info. */
export function isShopPath(path: string): boolean {
  return Object.values<string>(SHOP_PATHS).includes(path)
}

/** An information page. */
export function infoPath(slug: string): string {
  return `/${encodeURIComponent(slug)}`
}

/** The page of a product. */
export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

/** The page of a category, by its slug. */
export function categoryPath(slug: string): string {
  return `/shop/category/${encodeURIComponent(slug)}`
}

/** The page of a blog article. */
export function articlePath(slug: string): string {
  return `/blog/${encodeURIComponent(slug)}`
}

/** The page that the code on a garment opens, by the id of its style. */
export function garmentPath(id: string): string {
  return `/c/${encodeURIComponent(id)}`
}

/** The camera of a style. */
export function cameraPath(id: string): string {
  return `${garmentPath(id)}/camera`
}

/** The same garment page as a GS1 Digital Link, by its GTIN-14. */
export function digitalLinkPath(gtin: string): string {
  return `/01/${gtin}`
}

/** Whether a path, in small letters or capitals, lies under a garment page or its Digital Link. */
export function isGarmentPath(path: string): boolean {
  return /^\/(?:c|01)\//i.test(path)
}

/** The page to which the mail about joining leads. */
export const JOIN_CONFIRM_PATH = '/join/confirm'

/** Page of the stock alert mail's link. */
export const STOCK_ALERT_PATH = '/back-in-stock'

/** The page of a creator. */
export function creatorPath(slug: string): string {
  return `/creator/${encodeURIComponent(slug)}`
}

const PAYMENT = '/checkout/paypal/'
const LINE_PAY_RETURN = '/checkout/line-pay/'

/** The page on which an order is paid, by the id of its document. */
export function paymentPath(id: string): string {
  return PAYMENT + encodeURIComponent(id)
}

/** Return path for the provider, by the order's document id; for a window the payment page. */
export function returnPath(provider: string, id: string): string {
  return `/checkout/${provider}/${encodeURIComponent(id)}`
}

/** True for the paths to which providers send buyers back, perhaps without a session. */
export function isReturnPath(path: string): boolean {
  return path.startsWith(LINE_PAY_RETURN)
}

const CAMERA = /^\/c\/[^/]+\/camera$/

/**
 * True if a path needs its own document: PayPal's script and the camera need their page's headers.
 */
export function needsOwnDocument(path: string): boolean {
  return path.startsWith(PAYMENT) || CAMERA.test(path)
}

/** The page that shows one order to its member, by the id of its document. */
export function orderPath(id: string): string {
  return `/account/order/${encodeURIComponent(id)}`
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
  if (typeof target !== 'string' || !/^\/(?![/\\])[^\\\s]*$/.test(target)) return ACCOUNT_PATH
  const url = URL.parse(target, 'http://shop.invalid')
  if (url?.host !== 'shop.invalid' || url.pathname.startsWith('//')) return ACCOUNT_PATH
  return url.pathname + url.search + url.hash
}
