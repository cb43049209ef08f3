import assert from 'node:assert/strict'
import { test } from 'node:test'

import { getPathMatch } from 'next/dist/shared/lib/router/utils/path-match.js'

import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { movedProblem, redirectsOf } from './moved.ts'

const pages = new Set(['/', '/shop', '/faq', '/product/otr-001', '/blog/one', '/cart'])
const problem = (...rows: readonly (readonly [from: string, to: string])[]) =>
  movedProblem(
    rows.map(([from, to]) => ({ from, to })),
    pages,
  )

const taken = [
  '/products/half-tee',
  'https://old.example/products/half-tee/',
  '/商品/旅見',
  '/%E5%95%86%E5%93%81/1',
  '/?p=123',
  '/product/gone',
  '/blog/gone',
  '/gone',
  '/SalePage/Index/123',
  '/goods.php?id=1',
]
for (const from of taken) {
  test(`${from} may lead to a page`, () => {
    assert.equal(problem([from, '/product/otr-001?size=M#facts']), undefined)
  })
}

const hiding = [
  '/',
  '/shop',
  '/SHOP',
  '/shop/',
  '/%73hop',
  'https://ourtee.example/cart',
  '/Product/OTR-001',
  '/?code=SPRING',
  '/shop?page=2',
  '/api/anything',
  '/API/health',
  '/owner/none',
  '/account',
  '/checkout/paypal/1',
  '/_next/static/a.js',
  '/__/auth/handler',
  '/images/a.jpg',
  '/c/OTR-001',
  '/01/04712345678900',
  '/feed/google.xml',
  '/robots.txt',
  '/faq.md',
  '/login',
  '/shop/page/2',
]
for (const from of hiding) {
  test(`${from} would hide the shop's own`, () => {
    assert.match(problem([from, '/faq'])?.reason ?? '', /網站的現有網址/)
  })
}

test('no fixed address of the shop can be led away', () => {
  const fixed = Object.keys(SHOP_ROUTES).filter((path) => !path.includes('['))
  for (const path of fixed) assert.ok(movedProblem([{ from: path, to: '/faq' }]), path)
})

const wrong = [
  [[['/a', '/none']], 'moved.0.to', /沒有 \/none 這一頁/],
  [[['/a', '/a']], 'moved.0.to', /重複轉址/],
  [[['/a', '/A/']], 'moved.0.to', /重複轉址/],
  [
    [
      ['/a', '/b'],
      ['/b', '/a'],
    ],
    'moved.0.to',
    /也是舊網址/,
  ],
  [
    [
      ['/a', '/b?x=1'],
      ['/b', '/faq'],
    ],
    'moved.0.to',
    /直接寫它轉到的 \/faq/,
  ],
  [
    [
      ['/a', '/faq'],
      ['https://old.example/A/', '/shop'],
    ],
    'moved.1.from',
    /寫了兩次/,
  ],
  [
    [
      ['/a?x=1&y=2', '/faq'],
      ['/a?y=2&x=1', '/shop'],
    ],
    'moved.1.from',
    /寫了兩次/,
  ],
  [[['a', '/faq']], 'moved.0.from', /不是網址/],
  [[['//evil.example/a', '/faq']], 'moved.0.from', /不是網址/],
  [[['/a%', '/faq']], 'moved.0.from', /不是網址/],
  [[['/a', '//evil.example']], 'moved.0.to', /不是站內/],
] as const
for (const [rows, field, reason] of wrong) {
  test(`${JSON.stringify(rows)} is refused at ${field}`, () => {
    const found = problem(...rows)
    assert.equal(found?.field, field)
    assert.match(found.reason, reason)
  })
}

test('an address is taken by its letters, and none of them is a pattern', () => {
  const from = ['/a(b)*', '/c:d', '/e+f', '/商品/旅見', '/[x]{y}', '/g?h']
  const redirects = redirectsOf(from.map((one) => ({ from: one, to: '/faq' })))
  const sources = redirects.map(({ source }) => source)
  const leads = (path: string) =>
    sources.filter((source) => getPathMatch(source, { strict: true })(path) !== false).length
  for (const path of ['/a(b)*', '/c:d', '/e+f', '/%E5%95%86%E5%93%81/%E6%97%85%E8%A6%8B', '/g']) {
    assert.equal(leads(path), 1, path)
  }
  for (const path of ['/ab', '/abb', '/c', '/cd', '/ef', '/eef', '/g/h'])
    assert.equal(leads(path), 0, path)
})

test('an address with a query stands before the same one without', () => {
  const redirects = redirectsOf([
    { from: '/old', to: '/shop' },
    { from: '/old?id=1.5', to: '/faq' },
  ])
  assert.deepEqual(redirects, [
    {
      source: '/old',
      has: [{ type: 'query', key: 'id', value: String.raw`1\.5` }],
      destination: '/faq',
      permanent: true,
    },
    { source: '/old', destination: '/shop', permanent: true },
  ])
})
