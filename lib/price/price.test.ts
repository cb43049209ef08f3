import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkPrice } from './check-price.ts'
import { line, now, products } from './price.fixture.ts'
import { unitsPaid, priceBreakdown } from './price.ts'

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
  test(`${JSON.stringify(priced)} costs NT$${breakdown.total}`, () => {
    assert.deepEqual(priceBreakdown(priced), { ...breakdown, reductions: [] })
  })
}

test('lines are priced from the catalogue, delivery included', () => {
  const checked = checkPrice([{ ...line, id: 'cheap' }], { products, now })
  assert.equal(checked.ok && priceBreakdown(checked.items).total, 1080)
  for (const color of ['白色', '黑色']) {
    assert.equal(checkPrice([{ ...line, id: 'colored', color }], { products, now }).ok, true)
  }
  assert.deepEqual(checked.ok && checked.items[0], {
    id: 'cheap',
    title: '晴天',
    color: '白色',
    size: 'M',
    quantity: 2,
    price: 500,
    image: '/images/a.jpg',
  })
})

test('units of a line that does not divide give back whole dollars, the last one the rest', () => {
  const three = { price: 400, quantity: 3, reduction: 199 }
  const parts = [0, 1, 2].map((before) => unitsPaid(three, 1, before))
  assert.deepEqual(parts, [333, 334, 334])
  assert.deepEqual(
    [unitsPaid(three, 2), unitsPaid(three, 3), unitsPaid(three, 9)],
    [667, 1001, 1001],
  )
})
