import assert from 'node:assert/strict'
import { test } from 'node:test'

import { missingAt } from './missing.ts'
import {
  isSecretPath,
  isUnder,
  loginPath,
  orderPath,
  paymentPath,
  productPath,
  safeRedirect,
} from './paths.ts'

const redirects: [unknown, string][] = [
  ['/checkout', '/checkout'],
  ['/account/order?page=2#top', '/account/order?page=2#top'],
  ['/product/otr-001', '/product/otr-001'],
  [undefined, '/account'],
  [null, '/account'],
  [['/checkout'], '/account'],
  ['', '/account'],
  ['checkout', '/account'],
  ['//evil.example', '/account'],
  ['/\\evil.example', '/account'],
  ['/\t/evil.example', '/account'],
  ['/..//evil.example', '/account'],
  ['/a\\b', '/account'],
  ['https://evil.example/', '/account'],
  ['javascript:alert(1)', '/account'],
  ['/%0a', '/%0a'],
]

for (const [target, path] of redirects) {
  test(`redirect ${JSON.stringify(target)} goes to ${path}`, () => {
    assert.equal(safeRedirect(target), path)
  })
}

test('ids are escaped in paths', () => {
  assert.equal(productPath('a/b'), '/product/a%2Fb')
  assert.equal(orderPath('../x'), '/account/order/..%2Fx')
  assert.equal(paymentPath('abc'), '/checkout/paypal/abc')
  assert.equal(paymentPath('abc', 'atm'), '/checkout/paypal/abc?by=atm')
  assert.equal(loginPath('/checkout?a=b'), '/login?redirect=%2Fcheckout%3Fa%3Db')
})

test('pages of mailed links and of buyers who come back from paying have a secret in their address', () => {
  const secret = [
    '/back-in-stock',
    '/halves/mine',
    '/refund-account',
    '/checkout/ecpay/abc',
    '/checkout/line-pay/abc',
  ]
  assert.ok(secret.every(isSecretPath))
  const others = ['/', '/checkout', '/checkout/paypal/abc', '/account/order', '/checkout-success']
  assert.ok(!others.some(isSecretPath))
})

const places: [string, string, boolean][] = [
  ['/', '/shop', false],
  ['/shop', '/shop/category/basic', true],
  ['/shop', '/product/otr-001', true],
  ['/shop', '/shopping', false],
  ['/blog', '/blog/an-article', true],
  ['/account/order', '/account', true],
  ['/account/order', '/account/order/abc', true],
  ['/cart', '/checkout', false],
]

for (const [path, here, is] of places) {
  test(`${here} is ${is ? '' : 'not '}under ${path}`, () => assert.equal(isUnder(path, here), is))
}

const cases: [string, string][] = [
  ['/product/x', 'product'],
  ['/blog/x', 'article'],
  ['/blog/', 'page'],
  ['/products/x', 'page'],
  ['/shop/category/x', 'page'],
  ['/', 'page'],
]
for (const [path, missing] of cases) {
  test(`a ${missing} is missing at ${path}`, () => {
    assert.equal(missingAt(path), missing)
  })
}
