import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owesTooMuch, recentOrders } from './placement.ts'

const now = new Date('2026-11-21T03:00:00.000Z')

test('orders count for sixty minutes', () => {
  const times = ['2026-11-21T02:00:00.000Z', '2026-11-21T02:00:00.001Z', '2026-11-21T02:59:59.999Z']
  assert.deepEqual(recentOrders(times, now), times.slice(1))
})

for (const [unpaid, isProven, expected] of [
  [[], false, false],
  [['a', 'b'], false, false],
  [['a', 'b', 'c'], false, true],
  [['a', 'b', 'c', 'd'], true, false],
] as const) {
  const who = isProven ? 'a proven member' : 'a member whose e-mail is not proven'
  test(`${who} with ${unpaid.length} unpaid orders ${expected ? 'waits' : 'orders on'}`, () => {
    assert.equal(owesTooMuch(unpaid, isProven), expected)
  })
}
