import assert from 'node:assert/strict'
import { test } from 'node:test'

import { withProseDays } from '#lib/content/content-flags.ts'
import { productData } from '#lib/seo/structured-data.ts'
import { availability, sizeAvailability } from './availability.ts'
import { type Override, shipDayOf, withOverride } from './override.ts'
import { changedAt, makeProduct } from './product.fixture.ts'

const now = new Date('2026-11-23T02:00:00Z')

const early = makeProduct({
  preorder: true,
  estimated_ship_date: '2027-03-31',
  stock: 0,
  html: '<p>預計 {estimated_ship_date}前後出貨</p>',
})

test('a changed day is on the product and in its structured data', () => {
  const product = withProseDays(withOverride(early, { shipsAbout: '2027-04-20', changedAt }))
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
  ['no units', { stock: 0 }, 'sold-out', 'sold-out'],
  ['units of S alone', { stock: 2, stock_by_size: { S: 2 } }, 'in-stock', 'sold-out'],
  ['off sale', { isOffSale: true, stock: 9 }, 'sold-out', 'sold-out'],
]

for (const [what, override, ofProduct, ofM] of offers) {
  test(`an override with ${what} decides whether the product and its size M can be bought`, () => {
    const product = withOverride(makeProduct(), { ...override, changedAt })
    assert.equal(availability(product, now), ofProduct)
    assert.equal(sizeAvailability(product, 'M', now), ofM)
  })
}

test('a pre-order that is off sale is sold out', () => {
  assert.equal(availability(withOverride(early, { isOffSale: true, changedAt }), now), 'sold-out')
})

const days: [string, string | undefined, Partial<Override>, string | undefined][] = [
  ['of the file', '2027-03-31', {}, '2027-03-31'],
  ['that the owner moved', '2027-03-31', { shipsAbout: '2027-04-20' }, '2027-04-20'],
  [
    'of goods that are here',
    '2027-03-31',
    { shipsAbout: '2027-03-31', arrivedOf: '2027-03-31' },
    undefined,
  ],
  [
    'moved again after they came',
    '2027-03-31',
    { shipsAbout: '2027-05-01', arrivedOf: '2027-03-31' },
    '2027-05-01',
  ],
  [
    'of the next edition in the file',
    '2027-09-30',
    { shipsAbout: '2027-03-31', arrivedOf: '2027-03-31' },
    '2027-09-30',
  ],
  ['that the file took out', undefined, { shipsAbout: '2027-04-20' }, undefined],
]

for (const [what, written, override, day] of days) {
  test(`the shipping day ${what} is ${day ?? 'none'}`, () => {
    assert.equal(shipDayOf(written, override), day)
  })
}

test('goods that are here are no pre-order, whatever their file says', () => {
  const here = { shipsAbout: '2027-03-31', arrivedOf: '2027-03-31', stock: 3, changedAt }
  assert.equal(availability(withOverride(early, here), now), 'in-stock')
  assert.equal(availability(withOverride(early, { ...here, stock: 0 }), now), 'sold-out')
})

const moved = { preorderUntil: '2027-03-15', changedAt }

const until = (written: string) =>
  withOverride({ ...early, preorder_deadline: written }, moved).preorder_deadline

test('a moved last day holds until the file names a later one', () => {
  assert.equal(until('2027-02-28'), '2027-03-15')
  assert.equal(until('2027-08-31'), '2027-08-31')
})
