import assert from 'node:assert/strict'
import { test } from 'node:test'

import { eventParams } from './analytics-event.ts'

const shirt = { id: 'otr-001', title: '旅見', price: 1540, color: '白色', size: 'M' } as const
const personal = { image: '/a.jpg', email: 'fang@example.com' }

test('an event names items by SKU, price and quantity, and carries nothing else of a line', () => {
  const plain = { id: 'ots-001', title: '日常', price: 590 }
  const items = [{ ...shirt, ...personal, quantity: 2 }, plain]
  assert.deepEqual(eventParams({ name: 'add_to_cart', items }), {
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

test('a purchase carries its order number, value and delivery fee', () => {
  const order = { transactionId: 'Order2026112801-0001', value: 1540, shipping: 80 }
  assert.deepEqual(eventParams({ name: 'purchase', ...order, items: [shirt] }), {
    transaction_id: 'Order2026112801-0001',
    currency: 'TWD',
    value: 1540,
    shipping: 80,
    items: [
      {
        item_id: 'OTR-001-M',
        item_name: '旅見',
        item_variant: '白色 M',
        price: 1540,
        quantity: 1,
      },
    ],
  })
})
