import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Currency, formatPrice } from './format-price.ts'

const written: [amount: number, text: string, currency?: Currency][] = [
  [1540, 'NT$1,540'],
  [0, 'NT$0'],
  [1234567, 'NT$1,234,567'],
  [1540, '¥1,540', 'JPY'],
  [1540, '$1,540', 'USD'],
]

for (const [amount, text, currency] of written) {
  test(`${amount} is ${text}`, () => {
    assert.equal(formatPrice(amount, currency), text)
  })
}
