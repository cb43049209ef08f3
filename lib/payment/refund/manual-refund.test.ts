import assert from 'node:assert/strict'
import { test } from 'node:test'

import { manualRefundTime } from './manual-refund.ts'

const BOOKED: readonly (readonly [name: string, paidAt: string, now: string, at: string])[] = [
  [
    'at noon of its day',
    '2026-11-27T02:00:00.000Z',
    '2026-11-28T09:00:00.000Z',
    '2026-11-28T04:00:00.000Z',
  ],
  [
    'after the payment of that afternoon',
    '2026-11-28T04:32:00.000Z',
    '2026-11-28T09:00:00.000Z',
    '2026-11-28T04:32:00.001Z',
  ],
  [
    'now, where noon is still to come',
    '2026-11-27T02:00:00.000Z',
    '2026-11-28T01:00:00.000Z',
    '2026-11-28T01:00:00.000Z',
  ],
]
for (const [name, paidAt, now, at] of BOOKED) {
  test(`a refund by hand is booked ${name}`, () => {
    assert.equal(manualRefundTime('2026-11-28', paidAt, new Date(now)), at)
  })
}
