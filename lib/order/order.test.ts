import assert from 'node:assert/strict'
import { test } from 'node:test'

import { canMoveOrder, ORDER_STATUSES, orderShipping } from './order.ts'

test('a status moves one step forward and never back', () => {
  for (const [from, status] of ORDER_STATUSES.entries()) {
    for (const [to, next] of ORDER_STATUSES.entries()) {
      assert.equal(canMoveOrder(status, next), to === from + 1, `${status} to ${next}`)
    }
  }
})

test('delivery is what the total has above its lines', () => {
  const item = { id: 'a', title: 'a', size: 'M', quantity: 2, price: 500, image: '' } as const
  assert.equal(orderShipping({ items: [item], totalAmount: 1080 }), 80)
  assert.equal(orderShipping({ items: [item], totalAmount: 1000 }), 0)
})
