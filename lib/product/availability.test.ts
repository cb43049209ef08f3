import assert from 'node:assert/strict'
import { test } from 'node:test'

import { availability, nextChange, sizeAvailability } from './availability.ts'

const lastMoment = new Date('2027-02-28T15:59:59.999Z')
const over = new Date('2027-02-28T16:00:00.000Z')
const preorder = { preorder: true, preorder_deadline: '2027-02-28' }

const ships = { ...preorder, estimated_ship_date: '2027-03-31' }
const lastShipping = new Date('2027-03-31T15:59:59.999Z')
const late = new Date('2027-03-31T16:00:00.000Z')

const cases = [
  { product: { ...preorder, stock: 100 }, now: lastMoment, is: 'preorder' },
  { product: { ...preorder, stock: 100 }, now: over, is: 'in-stock' },
  { product: { ...preorder, stock: 0 }, now: lastMoment, is: 'preorder' },
  { product: { ...preorder, stock: 0 }, now: over, is: 'sold-out' },
  { product: { preorder: true, stock: 0 }, now: over, is: 'preorder' },
  { product: { preorder: false, stock: 1 }, now: over, is: 'in-stock' },
  { product: { preorder: false, stock: 0 }, now: over, is: 'sold-out' },
  { product: { ...preorder, preorder: false, stock: 0 }, now: lastMoment, is: 'sold-out' },
  { product: { ...ships, stock: 100 }, now: over, is: 'back-order' },
  { product: { ...ships, stock: 100 }, now: lastShipping, is: 'back-order' },
  { product: { ...ships, stock: 100 }, now: late, is: 'paused' },
  { product: { ...ships, stock: 0 }, now: late, is: 'sold-out' },
  { product: { ...ships, preorder_deadline: undefined, stock: 0 }, now: late, is: 'paused' },
  { product: { ...ships, preorder: false, stock: 1 }, now: over, is: 'back-order' },
]

for (const { product, now, is } of cases) {
  test(`${JSON.stringify(product)} at ${now.toISOString()} is ${is}`, () => {
    assert.equal(availability(product, now), is)
  })
}

const sized = { preorder: false, stock: 4, stock_by_size: { S: 0, M: 4 } }
const sizes = [
  { name: 'with units', product: sized, size: 'M', is: 'in-stock' },
  { name: 'without units', product: sized, size: 'S', is: 'sold-out' },
  { name: 'that the file leaves out', product: sized, size: 'L', is: 'sold-out' },
  { name: 'of a pre-order', product: { ...sized, ...preorder }, size: 'S', is: 'preorder' },
  {
    name: 'that is not counted',
    product: { preorder: false, stock: 4 },
    size: 'S',
    is: 'in-stock',
  },
] as const

for (const { name, product, size, is } of sizes) {
  test(`a size ${name} is ${is}`, () => {
    assert.equal(sizeAvailability(product, size, lastMoment), is)
  })
}

test('a page changes next when the first of the days ahead passes', () => {
  const product = { ...ships, stock: 100 }
  assert.equal(nextChange(product, lastMoment)?.toISOString(), over.toISOString())
  assert.equal(nextChange(product, over)?.toISOString(), late.toISOString())
  assert.equal(nextChange(product, late), undefined)
})
