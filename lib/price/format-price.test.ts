import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatPrice } from './format-price.ts'

const cases: [number, string][] = [
  [1540, 'NT$1,540'],
  [0, 'NT$0'],
  [1234567, 'NT$1,234,567'],
]

for (const [amount, text] of cases) {
  test(`${amount} is ${text}`, () => {
    assert.equal(formatPrice(amount), text)
  })
}
