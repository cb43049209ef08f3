import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { isOwnerPath, OWNER_PATHS } from './owner-paths.ts'
import { needsOwnDocument } from './paths.ts'
import {
  OWNER_ROUTES,
  ownerRouteAt,
  routeAt,
  PAGE_METHODS,
  type Route,
  isInMemberArea,
  SHOP_ROUTES,
  shopPathsWith,
  shopRouteAt,
} from './shop-routes.ts'

const APP = join(import.meta.dirname, '..', '..', 'app')
const ROUTES: Readonly<Record<string, Route>> = { ...SHOP_ROUTES, ...OWNER_ROUTES }

/** The path of a file of app/: a folder in round brackets is no part of it. */
const pathOf = (file: string) =>
  `/${dirname(file)
    .split('/')
    .filter((part) => part !== '.' && !/^\(.*\)$/.test(part))
    .join('/')}`

const files = new Map(
  globSync('{**,.well-known/**}/{page.tsx,route.ts}', { cwd: APP }).map((file) => [
    pathOf(file),
    readFileSync(join(APP, file), 'utf8'),
  ]),
)

test('every page and handler of app/ has one row, and every row a page or handler', () => {
  assert.deepEqual(Object.keys(ROUTES).toSorted(), [...files.keys()].toSorted())
})

const PUBLIC = join(APP, '..', 'public')
const NAMED_BY_NEXT: Readonly<Record<string, string>> = {
  'robots.ts': '/robots.txt',
  'sitemap.ts': '/sitemap.xml',
  'manifest.ts': '/manifest.webmanifest',
}

test('every other file that is answered has a row that takes no POST', () => {
  const made = globSync('{robots,sitemap,manifest}.ts', { cwd: APP }).map(
    (file) => NAMED_BY_NEXT[file] ?? file,
  )
  const kept = globSync('*.{ico,svg,png}', { cwd: APP }).map((file) => `/${file}`)
  const shown = globSync('**/*.*', { cwd: PUBLIC }).map((file) => `/${file}`)
  const script = '/_next/static/chunks/a.js'
  for (const path of [...made, ...kept, ...shown, '/faq.md', '/product/otr-001.md', script]) {
    assert.deepEqual(routeAt(path)?.methods, ['GET', 'HEAD'], path)
  }
})

test('a handler takes the methods that its row names, and its share of the allowance there', () => {
  for (const [path, { methods, limit }] of Object.entries(ROUTES)) {
    const text = files.get(path) ?? ''
    if (/^export default /m.test(text)) {
      assert.deepEqual(methods, PAGE_METHODS, path)
      continue
    }
    for (const method of methods.filter((name) => name !== 'HEAD')) {
      assert.match(text, new RegExp(String.raw`^export (?:.*\b${method}\b)`, 'm'), path)
    }
    if (limit !== undefined) assert.match(text, new RegExp(`Allowance\\([^)]*'${limit}'`), path)
  }
})

test('the proxy is asked for every page that runs scripts by a nonce', () => {
  const proxy = readFileSync(join(APP, '..', 'proxy.ts'), 'utf8')
  for (const [path, { policy }] of Object.entries(ROUTES)) {
    if (policy !== 'nonce' && policy !== 'trusted-types') continue
    const [, part = ''] = path.split('/')
    assert.ok(proxy.includes(`'${path}'`) || proxy.includes(`'/${part}/:path*'`), path)
  }
})

const SECONDS = { once: undefined, hourly: '3600', daily: '86_400', 'per-request': undefined }

test('a file of app/ is made anew as often as its row says', () => {
  for (const [path, { made }] of Object.entries(ROUTES)) {
    const [, seconds] = /^export const revalidate = ([\d_]+)$/m.exec(files.get(path) ?? '') ?? []
    assert.equal(seconds, SECONDS[made], path)
  }
})

test('each page of the owner asks for the account that its row names', () => {
  const asks = { owner: /requireOwner\w*\(/, staff: /requireStaff\w*\(|requireOwnerSession\(/ }
  for (const [path, { who }] of Object.entries(OWNER_ROUTES)) {
    assert.match(files.get(path) ?? '', asks[who], path)
  }
})

const found: readonly (readonly [path: string, route: Route | undefined])[] = [
  ['/', SHOP_ROUTES['/']],
  ['/contact', SHOP_ROUTES['/contact']],
  ['/faq', SHOP_ROUTES['/[slug]']],
  ['/c/otr-001', SHOP_ROUTES['/c/[id]']],
  ['/c/otr-001/camera', SHOP_ROUTES['/c/[id]/camera']],
  ['/markdown/blog/a-circle', SHOP_ROUTES['/markdown/[...path]']],
  ['/checkout/paypal/a/b', undefined],
  ['/.well-known/security_txt', undefined],
  ['/owner', SHOP_ROUTES['/[slug]']],
]

for (const [path, route] of found) {
  test(`the route of ${path} is found`, () => assert.equal(shopRouteAt(path), route))
}

test("the owner's paths are those of the table", () => {
  assert.equal(ownerRouteAt('/owner/order/abc'), OWNER_ROUTES['/owner/order/[id]'])
  assert.equal(ownerRouteAt('/owner/nothing'), undefined)
  for (const path of Object.values(OWNER_PATHS)) assert.ok(isOwnerPath(path), path)
})

test('a link opens a page as a new document where it has headers of its own', () => {
  for (const path of shopPathsWith(() => true)) {
    const address = path.replaceAll(/\[(?:\.{3})?\w+\]/g, 'abc')
    assert.equal(
      needsOwnDocument(address),
      ['payment', 'camera'].includes(shopRouteAt(address)?.policy ?? ''),
      path,
    )
  }
})

test("guests sign in for every address among members' pages, known or not", () => {
  for (const path of ['/account', '/account/none', '/checkout', '/checkout/paypal/abc']) {
    assert.ok(isInMemberArea(path), path)
  }
  for (const path of ['/', '/checkout-success', '/accounts', '/cart']) {
    assert.ok(!isInMemberArea(path), path)
  }
})
