import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { ACTION_BYTES, ALL_ROUTES } from '#lib/routes/shop-routes.ts'
import { readBytes } from './read-body.ts'
import {
  bodyRefusal,
  isActionBody,
  isOwnOrigin,
  isValidPath,
  rejectRequest,
  UNKNOWN_ACTION,
} from './request-filter.ts'

const bytes = (text: string) => [...new TextEncoder().encode(text)]
const encode = (text: string) => new TextEncoder().encode(text)

const requestOf = (body: Uint8Array<ArrayBuffer>) =>
  new Request('http://shop.invalid', { method: 'POST', body })

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const bodies: [string, string, number | undefined][] = [
  ['an honest call', '[{"id":"a"}]', undefined],
  ['no argument', '[]', undefined],
  ['eight arguments', '[1,2,3,4,5,6,7,8]', undefined],
  ['nine arguments', '[1,2,3,4,5,6,7,8,9]', 400],
  ['what is large', JSON.stringify(['衣'.repeat(ACTION_BYTES / 3)]), 413],
  ['no JSON', 'garbage{', 400],
  ['nothing', '', 400],
  ['no list', '{}', 400],
  ['a reference', '["$@1"]', 400],
  ['a server reference', '[{"a":["$F1"]}]', 400],
  ['a stream', '["$r1"]', 400],
  ['a map', '["$Q1"]', 400],
  ['a file', '["$B1"]', 400],
  ['an iterator', '["$x1"]', 400],
  ['a big number', `["$n${'9'.repeat(400)}"]`, 400],
  ['a promise', '[{"then":"x"}]', 400],
  ['a prototype', '[{"__proto__":{"ok":true}}]', 400],
  ['a depth that no form has', nest(20), 400],
  ['a depth without end', nest(30_000), 400],
]

for (const [name, body, status] of bodies) {
  test(`${name} is ${status === undefined ? 'let in' : `answered ${status}`}`, async () => {
    assert.equal(bodyRefusal(await readBytes(requestOf(encode(body)), ACTION_BYTES)), status)
  })
}

const broken: [string, readonly number[]][] = [
  ['a byte order mark before an honest call', [0xef, 0xbb, 0xbf, ...bytes('["x"]')]],
  ['a byte that is no UTF-8', [...bytes('["'), 0xff, ...bytes('"]')]],
  ['a letter that breaks off', [...bytes('["'), 0xe8, 0xa1]],
  ['a letter in more bytes than it needs', [...bytes('["'), 0xc0, 0xaf, ...bytes('"]')]],
]

for (const [name, body] of broken) {
  test(`${name} is answered 400`, () => {
    assert.equal(bodyRefusal(new Uint8Array(body)), 400)
  })
}

test("React's own encoding of an action's arguments is let in", () => {
  const written = [
    '$undefined',
    '$$1,540',
    '$D2026-11-21T00:00:00.000Z',
    '$NaN',
    '$-0',
    '$Infinity',
  ]
  assert.equal(isActionBody(JSON.stringify([{ written }])), true)
})

test('no text throws, and what is let in is a list', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      if (isActionBody(text)) assert.ok(Array.isArray(JSON.parse(text)))
    }),
  )
})

const SITE = 'https://ourtee.example'
const ID = '40'.padEnd(42, 'a')

const OWN = crypto.randomUUID()
const GATE = { origin: SITE, actions: new Set([ID]), ownCall: OWN }

type Change = {
  method?: string
  target?: string
  headers?: Record<string, string | undefined>
}

const CALL = { origin: SITE, 'content-type': 'text/plain;charset=UTF-8', 'next-action': ID }

function answer({ method = 'POST', target = '/checkout', headers = {} }: Change) {
  const all = new Map(Object.entries({ ...CALL, ...headers }))
  return rejectRequest({ method, target, header: (name) => all.get(name) }, GATE)
}

const GET = {
  method: 'GET',
  headers: { 'next-action': undefined, origin: undefined, 'content-type': undefined },
}
const state = (value: unknown) => ({
  ...GET,
  headers: { ...GET.headers, 'next-router-state-tree': encodeURIComponent(JSON.stringify(value)) },
})
const type = (value: string | undefined) => ({ headers: { 'content-type': value } })
const form = 'multipart/form-data; boundary=x'

const requests: [string, Change, number | undefined][] = [
  ['a page', GET, undefined],
  ['the head of a page', { ...GET, method: 'HEAD' }, undefined],
  ['a call of an action', {}, undefined],
  ['a call without an origin', { headers: { origin: undefined } }, undefined],
  ['a foreign page', { headers: { origin: 'https://evil.example' } }, 403],
  ['a page without origin', { headers: { origin: 'null' } }, 403],
  ['another port of the host', { headers: { origin: `${SITE}:8443` } }, 403],
  ['the site without encryption', { headers: { origin: 'http://ourtee.example' } }, 403],
  [
    'a foreign page that says it is ours',
    { headers: { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' } },
    403,
  ],
  ['a form for an action', type(form), 415],
  ['a form', { headers: { 'content-type': form, 'next-action': undefined } }, 415],
  ['a plain form', type('application/x-www-form-urlencoded'), 415],
  ['a form with large letters', type('Multipart/Form-Data'), 415],
  ['JSON for an action', type('application/json'), 415],
  ['nothing for an action', type(undefined), 415],
  ['a POST for no action', { headers: { 'next-action': undefined } }, 405],
  ['a body that says it is large', { headers: { 'content-length': '65537' } }, 413],
  ['an action of another shape', { headers: { 'next-action': 'none' } }, 400],
  ['an action with a text behind', { headers: { 'next-action': `${ID}\n[x]` } }, 400],
  [
    'an action of another build',
    { headers: { 'next-action': ID.replace('4', '7') } },
    UNKNOWN_ACTION,
  ],
  ['another method', { ...GET, method: 'PUT' }, 405],
  ['a trace', { ...GET, method: 'TRACE' }, 405],
  ['a trace of the webhook', { ...GET, method: 'TRACE', target: '/api/paypal/webhook' }, 405],
  ['the asterisk', { ...GET, method: 'OPTIONS', target: '*' }, 400],
  ['another site', { ...GET, target: 'http://evil.example/' }, 400],
  ['an action at a picture', { target: '/images/products/otr-001-front.jpg' }, 405],
  ['an action at a script', { target: '/_next/static/chunks/a.js' }, 405],
  [
    'a webhook',
    {
      target: '/api/paypal/webhook',
      headers: { 'content-type': 'application/json', origin: undefined, 'next-action': undefined },
    },
    undefined,
  ],
  ['a push as a form of files', { target: '/api/ecpay/parcel', ...type(form) }, 415],
  [
    'a form beside the pushes',
    { target: '/api/ecpay/parcels', ...type('application/x-www-form-urlencoded') },
    415,
  ],
  [
    'a webhook without a length',
    {
      target: '/api/paypal/webhook',
      headers: {
        'content-type': 'application/json',
        'next-action': undefined,
        'transfer-encoding': 'chunked',
      },
    },
    undefined,
  ],
  ...['/api/ecpay/map', '/api/ecpay/parcel', '/api/reports', '/api/owner-picture', '/api/x'].map(
    (target): [string, Change, number] => [
      `a body without a length at ${target}`,
      { target, headers: { 'next-action': undefined, 'transfer-encoding': 'chunked' } },
      411,
    ],
  ),
  ['a call without a length', { headers: { 'transfer-encoding': 'chunked' } }, 411],
  [
    'a call that this process passes on to itself',
    { headers: { 'transfer-encoding': 'chunked', 'x-own-call': OWN } },
    undefined,
  ],
  [
    'a call that says it is passed on',
    { headers: { 'transfer-encoding': 'chunked', 'x-own-call': 'another' } },
    411,
  ],
  ['a form under /api', { target: '/api/x', ...type(form) }, 415],
  ['an action under /api', { target: '/api/x' }, 400],
  ['a post to the sign-in service', { target: '/__/auth/handler', ...type(form) }, undefined],
  ['a path that is like its', { target: '/__/author', ...type(form) }, 415],
  ['the router where it is', state(['', { children: ['shop', {}] }, null, null, 3]), undefined],
  [
    'the router at a product',
    state([
      '',
      { children: ['product', { children: [['id', 'otr-001', 'd', null], {}, null, 'refetch'] }] },
    ]),
    undefined,
  ],
  ['the router with more than it knows', state(['', {}, 'x']), 400],
  ['the router nowhere', state('garbage'), 400],
  ['the router at a place that is none', state(['', { children: 'shop' }]), 400],
  [
    'a router that speaks no JSON',
    { ...GET, headers: { ...GET.headers, 'next-router-state-tree': 'garbage%' } },
    400,
  ],
]

for (const [name, change, status] of requests) {
  test(`${name} is ${status === undefined ? 'let in' : `answered ${status}`}`, () => {
    assert.equal(answer(change), status)
  })
}

const exampleOf = (path: string) => path.replaceAll(/\[[\w.]+\]/g, 'abc')

test('no address takes a method, or a size, that its row does not name', () => {
  for (const [path, { methods, body }] of ALL_ROUTES) {
    const target = exampleOf(path)
    const taken: readonly string[] = methods
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      const isAction = method === 'POST' && !target.startsWith('/api/')
      const headers = isAction ? {} : GET.headers
      const status = taken.includes(method) ? undefined : 405
      assert.equal(answer({ method, target, headers }), status, `${method} ${target}`)
    }
    if (!taken.includes('POST')) continue
    const headers = {
      ...(target.startsWith('/api/') ? GET.headers : {}),
      'content-length': String(body + 1),
    }
    assert.equal(answer({ target, headers }), 413, target)
  }
})

test('a letter that needs no encoding is encoded nowhere', () => {
  for (const letter of 'azAZ09-._~/') {
    const code = letter.charCodeAt(0).toString(16)
    for (const written of [`%${code}`, `%${code.toUpperCase()}`]) {
      assert.equal(isValidPath(`/account${written}`), false, written)
    }
    assert.equal(isValidPath(`/shop?x=%${code}`), true)
  }
  for (const written of ['%20', '%E8%A1%A3', '%28', '%40', '%3A', '%5B', '%60', '%7B']) {
    assert.equal(isValidPath(`/account${written}`), true, written)
  }
})

for (const target of [
  '/',
  '/product/otr-001?x=%',
  '/%E8%A1%A3',
  '/images/site/hero.0a1b2c3d-640.avif',
]) {
  test(`${target} may be there`, () => assert.equal(answer({ ...GET, target }), undefined))
}

for (const target of [
  '/product/100%',
  '/blog/%ff',
  '/product/%C0%AF',
  '/%00',
  '/shop%0d%0a',
  '/a/../b',
  '/%2e%2e/b',
  '/shop\\x',
  '/_next/image?url=%2Fimages%2Fsite%2Fhero.jpg&w=640&q=90',
  '/_next/image?url=https://evil.example/x.jpg',
  '/_next/image',
  '/_global-error',
  '/_error',
  '/_nowhere',
  '/_not-found',
  '/%5Fnowhere',
]) {
  test(`${target} is nowhere`, () => {
    assert.equal(answer({ ...GET, target }), 404)
    assert.equal(answer({ target }), 400)
  })
}

test('no origin, target or state throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'binary' }), (origin, text) => {
      isOwnOrigin(origin, SITE)
      isValidPath(`/${text}`)
      answer({ ...GET, headers: { ...GET.headers, 'next-router-state-tree': text } })
    }),
  )
})
