import assert from 'node:assert/strict'
import { test } from 'node:test'

import { orderNumber, timeCode } from './order-number.ts'

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
