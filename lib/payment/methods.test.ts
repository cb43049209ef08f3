import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { methodsFor } from './amount-limits.ts'
import { methodsBy, methodsInApp } from './methods.ts'

const CHANNEL = { LINE_PAY_CHANNEL_ID: '1234567890' }

const OFFERED: readonly (readonly [what: string, Parameters<typeof methodsBy>[0], string])[] = [
  ['without a channel at LINE Pay', {}, 'paypal card'],
  ['with an empty one', { LINE_PAY_CHANNEL_ID: ' ' }, 'paypal card'],
  ['with a channel', CHANNEL, 'line-pay paypal card'],
  ['with a channel that comes first', { ...CHANNEL, LINE_PAY_FIRST: '1' }, 'line-pay paypal card'],
  ['with cards at ECPay', { ECPAY_PAYMENT_MERCHANT_ID: '1' }, 'ecpay-card paypal'],
  [
    'with a setting of ways at ECPay that is blank',
    { ECPAY_PAYMENT_MERCHANT_ID: '1', ECPAY_PAYMENT_METHODS: ' ' },
    'ecpay-card paypal',
  ],
  [
    'with all that a contract with ECPay may have',
    { ECPAY_PAYMENT_MERCHANT_ID: '1', ECPAY_PAYMENT_METHODS: 'cvs, card,atm' },
    'ecpay-card atm cvs paypal',
  ],
  [
    'with transfers alone',
    { ECPAY_PAYMENT_MERCHANT_ID: '1', ECPAY_PAYMENT_METHODS: 'atm' },
    'atm paypal card',
  ],
  ['with both', { ...CHANNEL, ECPAY_PAYMENT_MERCHANT_ID: '1' }, 'line-pay ecpay-card paypal'],
  ['with a channel that comes last', { ...CHANNEL, LINE_PAY_FIRST: ' 0 ' }, 'paypal card line-pay'],
]

for (const [what, overrides, methods] of OFFERED) {
  test(`${what} the ways to pay are ${methods}`, () => {
    assert.equal(methodsBy(overrides).join(' '), methods)
  })
}

test('ECPay takes a card for 5 to 199,999 dollars, and every other way takes any amount', () => {
  const all = methodsBy({ ...CHANNEL, ECPAY_PAYMENT_MERCHANT_ID: '1' })
  const without = 'line-pay paypal'
  assert.equal(methodsFor(all, 4).join(' '), without)
  assert.equal(methodsFor(all, 5).join(' '), all.join(' '))
  assert.equal(methodsFor(all, 199_999).join(' '), all.join(' '))
  assert.equal(methodsFor(all, 200_000).join(' '), without)
})

test("in an app's own browser the way that may fail there comes last", () => {
  const all = methodsBy({ ...CHANNEL, ECPAY_PAYMENT_MERCHANT_ID: '1' })
  assert.equal(methodsInApp(all).join(' '), 'line-pay paypal ecpay-card')
})

test("no file compares a provider's name: what differs is a row of the table", () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = globSync('{app,cli,components,lib}/**/*.{ts,tsx}', { cwd: root })
  const compared =
    /[!=]==\s*'(?:paypal|line-pay|ecpay|ecpay-code)'|case '(?:line-pay|ecpay|ecpay-code)':/
  const own = files.filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file))
  assert.ok(own.length > 100)
  assert.deepEqual(
    own.filter((file) => compared.test(readFileSync(join(root, file), 'utf8'))),
    [],
  )
})
