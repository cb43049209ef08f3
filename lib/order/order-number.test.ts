import assert from 'node:assert/strict'
import { test } from 'node:test'

import { searchedNumber, orderNumber, timeCode } from './order-number.ts'

const cases: [string, number, string][] = [
  ['2026-11-21T02:00:00Z', 1, 'Order2026112110-0001'],
  ['2026-11-21T15:59:59Z', 42, 'Order2026112123-0042'],
  ['2026-12-31T16:00:00Z', 9999, 'Order2027010100-9999'],
  ['2026-12-31T16:00:00Z', 10000, 'Order2027010100-10000'],
]

for (const [placedAt, sequence, number] of cases) {
  test(`order ${sequence} at ${placedAt} is ${number}`, () => {
    assert.equal(orderNumber(timeCode(new Date(placedAt)), sequence), number)
  })
}

const searches: [string, string | undefined][] = [
  ['Order2026112110-0001', 'Order2026112110-0001'],
  ['order2026112110-00', 'Order2026112110-00'],
  ['2026112110', 'Order2026112110'],
  ['2026112110-', 'Order2026112110-'],
  ['202611211', undefined],
  ['0001', undefined],
  ['Order', undefined],
  ['x2026112110', undefined],
  ['2026112110-0001 旅見', undefined],
]

for (const [search, beginning] of searches) {
  test(`${search} ${beginning ? 'seeks an order number' : 'may be a part of anything'}`, () => {
    assert.equal(searchedNumber(search), beginning)
  })
}
