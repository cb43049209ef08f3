import assert from 'node:assert/strict'
import { test } from 'node:test'

import { orderShipping } from './order-amounts.ts'

test('delivery is what the total has above its lines', () => {
  const item = { id: 'a', title: 'a', size: 'M', quantity: 2, price: 500, image: '' } as const
  assert.equal(orderShipping({ items: [item], totalAmount: 1080 }), 80)
  assert.equal(orderShipping({ items: [item], totalAmount: 1000 }), 0)
})
