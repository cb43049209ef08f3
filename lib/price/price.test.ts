import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Currency, formatPrice, priceBreakdown } from './price.ts'

const cases = [
  { priced: [], lines: 0, shipping: 0, total: 0 },
  { priced: [{ price: 1540, quantity: 2 }], lines: 3080, shipping: 0, total: 3080 },
  { priced: [{ price: 1199, quantity: 1 }], lines: 1199, shipping: 80, total: 1279 },
  { priced: [{ price: 1200, quantity: 1 }], lines: 1200, shipping: 0, total: 1200 },
  {
    priced: [
      { price: 300, quantity: 3 },
      { price: 100, quantity: 1 },
    ],
    lines: 1000,
    shipping: 80,
    total: 1080,
  },
]

for (const { priced, ...breakdown } of cases) {
  test(`${JSON.stringify(priced)} costs NT$${breakdown.total} (rule 23)`, () => {
    assert.deepEqual(priceBreakdown(priced), { ...breakdown, reductions: [] })
  })
}

const written: [amount: number, text: string, currency?: Currency][] = [
  [1540, 'NT$1,540'],
  [0, 'NT$0'],
  [1234567, 'NT$1,234,567'],
  [1540, '¥1,540', 'JPY'],
  [1540, '$1,540', 'USD'],
]

for (const [amount, text, currency] of written) {
  test(`${amount} is ${text} (rule 4)`, () => {
    assert.equal(formatPrice(amount, currency), text)
  })
}
