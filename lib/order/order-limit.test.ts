import assert from 'node:assert/strict'
import { test } from 'node:test'

import { recentOrders } from './order-limit.ts'

const now = new Date('2026-11-21T03:00:00.000Z')

test('orders count for sixty minutes', () => {
  const times = ['2026-11-21T02:00:00.000Z', '2026-11-21T02:00:00.001Z', '2026-11-21T02:59:59.999Z']
  assert.deepEqual(recentOrders(times, now), times.slice(1))
})
