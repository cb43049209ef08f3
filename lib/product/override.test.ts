import assert from 'node:assert/strict'
import { test } from 'node:test'

import { availability, sizeAvailability } from './availability.ts'
import { noteOverride, knownOverrides } from './known-overrides.ts'
import { type Override, withOverride } from './override.ts'
import { productData } from '../seo/product-data.ts'
import { makeProduct } from './product.fixture.ts'

const changedAt = '2026-11-23T02:00:00.000Z'
const now = new Date('2026-11-23T02:00:00Z')
const early = makeProduct({
  preorder: true,
  estimated_ship_date: '2027-03-31',
  stock: 0,
  html: '<p>預計 2027年3月31日前後出貨</p>',
})

test('a changed day is on the product and in its structured data (rule 776)', () => {
  const product = withOverride(early, { shipsAbout: '2027-04-20', changedAt })
  assert.equal(product.estimated_ship_date, '2027-04-20')
  assert.equal(product.html, '<p>預計 2027年4月20日前後出貨</p>')
  const [offer] = productData(product, now).hasVariant
    ? [JSON.stringify(productData(product, now))]
    : []
  assert.match(offer ?? '', /"availabilityStarts":"2027-04-20T00:00:00\+08:00"/)
  assert.doesNotMatch(offer ?? '', /2027-03-31/)
})

const offers: [string, Partial<Override>, string, string][] = [
  ['nothing', {}, 'in-stock', 'in-stock'],
  ['no pieces', { stock: 0 }, 'sold-out', 'sold-out'],
  ['pieces of S alone', { stock: 2, stock_by_size: { S: 2 } }, 'in-stock', 'sold-out'],
  ['off sale', { isOffSale: true, stock: 9 }, 'sold-out', 'sold-out'],
]

for (const [what, override, ofProduct, ofM] of offers) {
  test(`an override with ${what} decides whether the product and its size M can be bought (rule 777)`, () => {
    const product = withOverride(makeProduct(), { ...override, changedAt })
    assert.equal(availability(product, now), ofProduct)
    assert.equal(sizeAvailability(product, 'M', now), ofM)
  })
}

test('a pre-order that is off sale is sold out', () => {
  assert.equal(availability(withOverride(early, { isOffSale: true, changedAt }), now), 'sold-out')
})

test('an older override never replaces a newer one, in whatever order they are read', () => {
  const newer = { shipsAbout: '2027-05-01', changedAt: '2026-11-23T02:00:01.000Z' }
  assert.equal(noteOverride('one', newer), true)
  assert.equal(noteOverride('one', { shipsAbout: '2027-04-20', changedAt }), false)
  assert.equal(noteOverride('one', newer), false)
  assert.equal(knownOverrides().get('one'), newer)
})
