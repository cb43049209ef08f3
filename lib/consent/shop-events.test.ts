import assert from 'node:assert/strict'
import { test } from 'node:test'

import { toldOf } from './shop-events.ts'

test('goods are told by their SKU, price and number, and by nothing else of a line', () => {
  const line = { id: 'otr-001', title: '旅見', price: 1540, color: '白色', size: 'M' } as const
  const unsaid = { image: '/a.jpg', email: 'fang@example.com' }
  const told = toldOf([
    { ...line, ...unsaid, quantity: 2 },
    { id: 'ots-001', title: '日常', price: 590 },
  ])
  assert.deepEqual(told, {
    currency: 'TWD',
    value: 3670,
    items: [
      {
        item_id: 'OTR-001-M',
        item_name: '旅見',
        item_variant: '白色 M',
        price: 1540,
        quantity: 2,
      },
      { item_id: 'OTS-001', item_name: '日常', price: 590, quantity: 1 },
    ],
  })
})
