import { test } from 'node:test'

import { newMember } from '../support/accounts.ts'
import { actionId } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { head, sendRaw } from '../support/raw-http.ts'
import { shopLog } from '../support/start-shop.ts'

const at = (path: string) => new URL(path, addresses().shop)

// The policy represents all headers; headers.test.ts checks each.
function expectGuarded(response: Response, status: number, what: string): void {
  expect(response.status, what).toBe(status)
  expect(response.headers.get('content-security-policy'), what).toContain("frame-ancestors 'none'")
  expect(response.headers.get('strict-transport-security'), what).toContain('max-age')
}

const BOUNDARY = { 'content-type': 'multipart/form-data; boundary=X' }
const parts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`)
    .join('\r\n')}\r\n--X--\r\n`

const action = (argument: string) =>
  parts({
    $ACTION_REF_1: '',
    '$ACTION_1:0': JSON.stringify({ id: actionId('startSession'), bound: '$@1' }),
    '$ACTION_1:1': argument,
  })

const FORMS: readonly (readonly [string, Record<string, string>, string, number])[] = [
  ['junk', BOUNDARY, 'junk', 415],
  ['nothing', BOUNDARY, '', 415],
  ['no boundary', { 'content-type': 'multipart/form-data' }, 'junk', 415],
  ['an action with its argument', BOUNDARY, action('["token"]'), 415],
  ...['$r1', '$Q1', '$B1', '$x1', '$F1'].map(
    (kind) => [`an argument ${kind}`, BOUNDARY, action(JSON.stringify([kind])), 415] as const,
  ),
  ['more than 64 kB', BOUNDARY, parts({ x: 'x'.repeat(100_000) }), 415],
  ['fields', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 415],
  ['JSON', { 'content-type': 'application/json' }, '{}', 405],
  ['a text', { 'content-type': 'text/plain' }, '[]', 405],
  ['a foreign form', { ...BOUNDARY, origin: 'https://evil.example' }, 'junk', 403],
  ['a form of no origin', { ...BOUNDARY, origin: 'null' }, 'junk', 403],
]

for (const path of ['/', '/product/otr-001', '/login', '/account', '/none', '/api/none']) {
  test(`a post to ${path} without the header of an action is refused before it is read`, async () => {
    const before = shopLog().length
    for (const [name, headers, body, status] of FORMS) {
      const isApi = path.startsWith('/api/')
      if (isApi && status !== 415) continue
      const response = await fetch(at(path), { method: 'POST', headers, body })
      expectGuarded(response, status, name)
      expect(response.headers.get('set-cookie'), name).toBeNull()
      expect(await response.text(), name).toBe('')
    }
    expect(shopLog().slice(before)).not.toMatch(/^ {4}at |"failure"/m)
  })
}

test('an action is called by its id, with few and plain arguments, from the own site alone', async () => {
  const { session } = await newMember()
  const before = shopLog().length
  const id = actionId('startSession')
  const own = { origin: addresses().shop }
  const calls: [string, Record<string, string>, string, number][] = [
    ['another id', { 'next-action': 'SENT-BY-SOMEBODY' }, '[]', 400],
    ['many arguments', {}, JSON.stringify(Array.from({ length: 1001 }, () => 1)), 400],
    ['a big number', {}, JSON.stringify([`$n${'9'.repeat(400)}`]), 400],
    [
      'a foreign page behind a made-up host',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
      '["x"]',
      403,
    ],
    ['the own page behind a made-up host', { 'x-forwarded-host': 'evil.example' }, '["x"]', 200],
    ['an action that is not there', { 'next-action': '0'.repeat(42) }, '["x"]', 409],
  ]
  for (const [name, more, body, status] of calls) {
    const headers = {
      'content-type': 'text/plain;charset=UTF-8',
      'next-action': id,
      cookie: `__session=${session}`,
      ...own,
      ...more,
    }
    const response = await fetch(at('/login'), { method: 'POST', headers, body })
    expect(response.status, name).toBe(status)
    await response.text()
  }
  expect(shopLog().slice(before)).not.toMatch(/^ {4}at |SENT-BY-SOMEBODY/m)
})

test('a refused address is kept by no cache, and has no data for the router', async () => {
  for (const path of ['/%6fwner', '/owner/.', '/owner%2forders']) {
    const router: Record<string, string> = { rsc: '1' }
    for (const headers of [{}, router, { ...router, 'next-router-prefetch': '1' }]) {
      const answer = await sendRaw([head('GET', path, headers)])
      expect([answer.status, answer.text], path).toEqual([404, expect.stringContaining('no-store')])
      expect(answer.text).not.toContain('text/x-component')
    }
  }
})

test('a place of the router that is none is refused, signed in and out', async () => {
  const { session } = await newMember()
  const before = shopLog().length
  for (const path of ['/login', '/signup', '/verify-email', '/account', '/account/settings', '/']) {
    for (const state of ['garbage', '%', encodeURIComponent('["",{"children":1}]')]) {
      const response = await fetch(at(`${path}?_rsc=x`), {
        redirect: 'manual',
        headers: { rsc: '1', 'next-router-state-tree': state, cookie: `__session=${session}` },
      })
      expectGuarded(response, 400, `${path} ${state}`)
    }
  }
  expect(shopLog().slice(before)).not.toMatch(/^ {4}at |"failure"/m)
})

for (const path of [
  '/product/100%',
  '/product/%',
  '/product/%ff',
  '/product/%C0%AF',
  '/blog/%',
  '/shop/category/%',
  '/shop/page/%',
  '/account/order/%',
  '/checkout/paypal/%',
  '/_next/image?url=/images/products/otr-001-front.jpg&w=640&q=75',
  '/images/products/otr-001-front.00000000-640.avif',
]) {
  test(`${path} is a page that is missing`, async () => {
    const before = shopLog().length
    const response = await fetch(at(path))
    expectGuarded(response, 404, path)
    expect(await response.text()).toContain('找不到這個頁面')
    expect(shopLog().slice(before)).not.toMatch(/^ {4}at |⨯|"failure"/m)
  })
}

test('an order by an id that the database reserves is as unknown as any', async () => {
  const { session } = await newMember()
  for (const path of ['/account/order/__x__', '/checkout/paypal/__x__']) {
    const response = await fetch(at(path), { headers: { cookie: `__session=${session}` } })
    expectGuarded(response, 404, path)
  }
})

test('an upgrade is refused and its connection ended, on every path', async () => {
  const upgrade = { connection: 'Upgrade, Upgrade', upgrade: 'websocket' }
  for (const path of ['/', '/login', '/nope', '/_next/webpack-hmr', '/api/sweep']) {
    const answer = await sendRaw(head('GET', path, upgrade))
    expect(answer, path).toMatchObject({ status: 400, closed: true })
  }
})

// Log lines of concurrent tests, none of them a refusal.
const OF_OTHERS =
  /^\{"severity":"INFO",.*"event":"(?:mail|order-placed|order-cancelled|payment|webhook|owner-change|return-asked|shipping-date|data-request|sweep)",/

test('methods and targets that no page uses are refused without a word in the log', async () => {
  const before = shopLog().length
  const requests: [string, string, number][] = [
    ['TRACE', '/account', 405],
    ['TRACE', '/checkout', 405],
    ['TRACE', '/api/sweep', 405],
    ['TRACE', '/api/paypal/webhook', 405],
    ['PUT', '/', 405],
    ['DELETE', '/account', 405],
    ['GET', '*', 400],
    ['OPTIONS', '*', 400],
    ['GET', 'http://evil.example/', 400],
    ['POST', '/', 405],
  ]
  for (const [method, target, status] of requests) {
    const { status: got, text } = await sendRaw(head(method, target))
    expect(got, `${method} ${target}`).toBe(status)
    expect(text, `${method} ${target}`).toMatch(/content-security-policy/i)
  }
  const lines = shopLog().slice(before).split('\n').filter(Boolean)
  expect(lines.filter((line) => !OF_OTHERS.test(line))).toEqual([])
})

const CHUNKED = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
const CHUNK = `4000\r\n${' '.repeat(0x4000)}\r\n`

for (const [path, status] of [
  ['/api/paypal/webhook', 413],
  ['/api/ecpay/map', 411],
  ['/api/ecpay/parcel', 411],
  ['/api/ecpay/store', 411],
  ['/api/owner-picture', 411],
  ['/api/reports', 411],
  ['/api/sweep', 411],
  ['/api/none', 411],
  ['/', 405],
  ['/images/x', 405],
  ['/nowhere', 405],
] as const) {
  test(`a body without an end at ${path} is refused and its connection closed`, async () => {
    // More than any address takes; its last chunk never comes.
    const body = Array.from({ length: 20 }, () => CHUNK)
    const { status: got, closed } = await sendRaw([head('POST', path, CHUNKED), ...body])
    expect([got, closed]).toEqual([status, true])
  })
}

test('a call of an action without an end is refused and its connection closed', async () => {
  const call = { 'content-type': 'text/plain', 'next-action': actionId('startSession') }
  const chunks = { ...call, 'transfer-encoding': 'chunked' }
  const body = Array.from({ length: 20 }, () => CHUNK)
  const { status, closed } = await sendRaw([head('POST', '/login', chunks), ...body])
  expect([status, closed]).toEqual([411, true])
})

test('an upload that breaks off leaves one line at most and no stack', async () => {
  const before = shopLog().length
  const type = { 'content-type': 'application/json', 'content-length': '5000' }
  await sendRaw([head('POST', '/api/paypal/webhook', type), '{"half'], { patience: 300 })
  await sendRaw([head('POST', '/', { ...BOUNDARY, 'content-length': '5000' }), '--X'], {
    patience: 300,
  })
  const call = {
    'content-type': 'text/plain',
    'content-length': '5000',
    'next-action': actionId('startSession'),
  }
  await sendRaw([head('POST', '/login', call), '["x'], { patience: 300 })
  await expect.poll(async () => (await fetch(at('/api/health/live'))).status).toBe(200)
  expect(shopLog().slice(before)).not.toMatch(/^ {4}at |aborted/m)
})

test('a page that is asked for with a type, or with the header of an action, is that page', async () => {
  for (const [name, value] of [
    ['content-type', 'text/plain'],
    ['next-action', 'x'],
  ] as const) {
    const headers = { [name]: value }
    expect((await fetch(at('/'), { headers, redirect: 'manual' })).status).toBe(200)
    expectGuarded(await fetch(at('/__/nothing'), { headers }), 404, '/__/nothing')
  }
})
