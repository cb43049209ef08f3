import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { ok } from '#lib/result.ts'
import { changeFirst } from './change-orders.ts'

test('orders beyond those that one press books are named, not left out', async () => {
  const entries = Array.from({ length: 22 }, (_, index) => {
    const orderNumber = `Order2026112110-${1000 + index}`
    return { orderNumber, order: makeOrder({ orderNumber }) }
  })
  const late = entries.slice(20).map(({ orderNumber }) => {
    return { orderNumber, code: 'too-many-at-once' }
  })
  assert.deepEqual(await changeFirst(entries, async (order) => ok(order)), {
    done: 20,
    refused: late,
  })
})
