import { before, test } from 'node:test'

import { ALL_ROUTES } from '#lib/routes/shop-routes.ts'
import { actionId } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { shopLog } from '../support/start-shop.ts'

/** A value of each parameter, where the fixture has one. */
const PARAMETERS: readonly (readonly [part: string, value: string])[] = [
  ['/markdown/[...path]', '/markdown/product/otr-001'],
  ['/images/[...path]', '/images/products/otr-001-front.jpg'],
  ['/sounds/[...path]', '/sounds/none.mp3'],
  ['/_next/static/[...path]', '/_next/static/none.js'],
  ['/_next/[...path]', '/_next/none'],
  ['/blog/[slug]', '/blog/finished-together'],
  ['/creator/[slug]', '/creator/studio'],
  ['/[slug]', '/faq'],
  ['/c/[id]', '/c/otr-001'],
  ['/product/[id]', '/product/otr-001'],
  ['[category]', 'basic'],
  ['[gtin]', '04712345678900'],
]

const addressOf = (path: string) =>
  PARAMETERS.reduce((address, [part, value]) => address.replace(part, value), path).replaceAll(
    /\[\w+\]/g,
    '1',
  )

const at = (path: string) => new URL(path, addresses().shop)

const files = ALL_ROUTES.filter(
  ([path, { methods, who }]) =>
    who === 'anyone' && !path.startsWith('/api/') && !methods.some((method) => method === 'POST'),
).map(([path]) => addressOf(path))

const stateOf = async (path: string) => (await fetch(at(path))).status

// Calls an action by an id that stands in a page for anybody.
function call(path: string): Promise<Response> {
  return fetch(at(path), {
    method: 'POST',
    body: '["x"]',
    headers: {
      origin: addresses().shop,
      'content-type': 'text/plain;charset=UTF-8',
      'next-action': actionId('startSession'),
    },
  })
}

const found = new Map<string, number>()
before(async () => {
  for (const path of files) found.set(path, await stateOf(path))
})

test('an action that is called at a file is refused, and the file stays', async () => {
  expect(files.length).toBeGreaterThan(15)
  for (const path of files) {
    const answer = await call(path)
    expect([path, answer.status]).toEqual([path, 405])
    expect(answer.headers.get('allow'), path).toBe('GET, HEAD')
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    expect([path, await stateOf(path)]).toEqual([path, found.get(path)])
  }
})

test('an action is still called at a page', async () => {
  expect((await call('/login')).status).toBe(200)
})

const SPELLED = [
  '/%61ccount',
  '/%6cogin',
  '/%6Fwner',
  '/account%2forder',
  '/account%2Forder',
  '/owner%2fbooks',
  '/%63heckout',
  '/api%2fhealth',
  '/%70roduct/otr-001',
  '/product/otr%2d001',
  '/s%69gnup',
  '/checkout%2Dsuccess',
]
// Letters that need it are encoded as ever, also where nothing is.
const ENCODED = [
  '/account/%E8%A1%A3',
  '/account%20',
  '/owner/%C3%A9',
  '/checkout/%7C',
  '/%E8%A1%A3',
]

const REQUESTS: readonly Record<string, string>[] = [
  {},
  { 'content-type': 'text/html' },
  { rsc: '1' },
]

for (const headers of REQUESTS) {
  const name = Object.keys(headers).join() || 'no header'
  test(`a path with letters encoded for nothing is missing, with ${name}`, async () => {
    const begin = shopLog().length
    for (const path of [...SPELLED, ...ENCODED]) {
      const answer = await fetch(at(path), { headers, redirect: 'manual' })
      const wanted = SPELLED.includes(path) ? [404] : [200, 307, 404]
      expect(wanted, `${path} ${answer.status}`).toContain(answer.status)
    }
    expect(shopLog().slice(begin)).not.toMatch(/too many times|^ {4}at |MaxListeners/m)
  })
}

test('no page that is made for one request runs an inline script without its nonce', async () => {
  for (const [path, { policy: named, methods, who }] of ALL_ROUTES) {
    if (who !== 'anyone' || named !== 'nonce' || !methods.includes('GET')) continue
    const answer = await fetch(at(addressOf(path)), { redirect: 'manual' })
    // /pickup is missing in a shop without a carrier, and a missing page is a stored one.
    if (answer.status === 404) continue
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, scripts = ''] = /script-src ([^;]*)/.exec(policy) ?? []
    expect([path, scripts.includes("'unsafe-inline'")]).toEqual([path, false])
    expect([path, scripts.includes("'nonce-")]).toEqual([path, true])
  }
})

test('no page lets a phone make links of numbers and days', async () => {
  for (const path of ['/', '/product/otr-001', '/faq', '/login', '/cart']) {
    const html = await (await fetch(at(path))).text()
    const [, content = ''] = /<meta name="format-detection" content="([^"]*)"/.exec(html) ?? []
    const asked = content.split(', ').toSorted()
    expect([path, ...asked]).toEqual([path, 'address=no', 'date=no', 'email=no', 'telephone=no'])
  }
})
