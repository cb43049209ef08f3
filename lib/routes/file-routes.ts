import { OWNER_ROUTES, ownerRouteAt } from './owner-routes.ts'
import { FILE_METHODS, type Route, routeFinder, type Routes } from './route.ts'
import { SHOP_ROUTES, shopPathsWith, shopRouteAt } from './shop-routes.ts'

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
  '/_next/image': { ...PUBLIC, made: 'per-request', kept: 'picture' },
  '/_next/[...path]': PUBLIC,
} as const satisfies Routes

/** Every page that can be read as markdown has a twin at its own address with .md. */
export const TWIN_PATHS = shopPathsWith(({ forms }) => forms?.includes('markdown') === true)

const TWINS = Object.fromEntries(
  TWIN_PATHS.map((path) => [`${path}.md`, { ...PUBLIC, made: 'hourly' } as const]),
)

/** The files, with the markdown twins. */
export const FILE_ROUTES: Routes = { ...FILES, ...TWINS }

const fileRouteAt = routeFinder(FILE_ROUTES)

/** The row of an address, whatever answers there; undefined where nothing does. */
export function routeAt(path: string): Route | undefined {
  return fileRouteAt(path) ?? ownerRouteAt(path) ?? shopRouteAt(path)
}

/** Every row, by its path. */
export const ALL_ROUTES: readonly (readonly [path: string, route: Route])[] = Object.entries({
  ...FILE_ROUTES,
  ...SHOP_ROUTES,
  ...OWNER_ROUTES,
})
