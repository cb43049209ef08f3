import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { eventParams } from './analytics-event.ts'
import { purchaseEvent } from './purchase-event.ts'

const shirt = {
  id: 'otr-001',
  title: '旅見',
  size: 'M',
  quantity: 2,
  price: 590,
  image: '',
} as const

test('a purchase is worth its items without delivery, and names no person', () => {
  const recipient = { ...EMPTY_RECIPIENT, lastName: '方', phone: '0912345678' }
  const order = makeOrder({ items: [shirt], totalAmount: 1260, recipient })
  const event = purchaseEvent(order)
  assert.deepEqual(eventParams(event), {
    transaction_id: order.orderNumber,
    currency: 'TWD',
    value: 1180,
    shipping: 80,
    items: [
      { item_id: 'OTR-001-M', item_name: '旅見', item_variant: 'M', price: 590, quantity: 2 },
    ],
  })
  const text = JSON.stringify(event)
  for (const personal of [order.email, recipient.phone, recipient.lastName]) {
    assert.equal(text.includes(personal), false, personal)
  }
})

test('discounted items have the price that was paid', () => {
  const items = [{ ...shirt, quantity: 3, reduction: 370 }]
  const event = purchaseEvent(makeOrder({ items, totalAmount: 1400 }))
  assert.deepEqual([event.value, event.shipping, event.items[0]?.price], [1400, 0, 466.67])
})
