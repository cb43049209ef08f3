import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Currency, formatPrice } from './format-price.ts'

const cases: [number, Currency, string][] = [
  [1540, 'TWD', 'NT$1,540'],
  [0, 'TWD', 'NT$0'],
  [1234567, 'TWD', 'NT$1,234,567'],
  [3300, 'JPY', '¥3,300'],
  [49, 'USD', '$49'],
]

for (const [amount, currency, text] of cases) {
  test(`${amount} ${currency} is ${text}`, () => {
    assert.equal(formatPrice(amount, currency), text)
  })
}
