import assert from 'node:assert/strict'
import { test } from 'node:test'

import { after, makeAttempt, makeOrder, makePayment, TOTAL } from '#lib/payment/orders.fixture.ts'
import { applyChange } from './apply.ts'
import type { Order } from './order.ts'
import { changeShipDate } from './shipping-date.ts'

const shirt = { title: '旅見', size: 'M', quantity: 1, price: 1540, image: '' } as const

const itemsShippingDate: Order['items'] = [
  { ...shirt, id: 'otr-001', preorder: { shipsAbout: '2027-03-31' } },
  { ...shirt, id: 'otr-001', size: 'L' },
  { ...shirt, id: 'otp-001', preorder: { shipsAbout: '2027-03-31' } },
]

const date = { product: 'otr-001', shipsAbout: '2027-04-15' }

const context = { ...after(5, 'owner'), who: '小芳', reason: '布料晚到' }

const order = makeOrder({ items: itemsShippingDate })

test("only the product's pre-orders move, and the order says why", () => {
  const change = changeShipDate(order, date, context)
  assert.ok(change)
  const moved = applyChange(order, change)
  assert.deepEqual(
    moved.items.map(({ preorder }) => preorder?.shipsAbout),
    ['2027-04-15', undefined, '2027-03-31'],
  )
  assert.deepEqual(moved.history.at(-1), {
    at: context.now.toISOString(),
    by: 'owner',
    who: '小芳',
    note: '布料晚到',
    type: 'ship-date.changed',
    data: { product: 'otr-001', shipsAbout: '2027-04-15', before: '2027-03-31' },
  })
  assert.equal(changeShipDate(moved, date, context), undefined)
})

const refunded = makePayment([makeAttempt({ state: 'captured' })], { refundedAmount: TOTAL })

const closed: [string, Partial<Order>][] = [
  ['was shipped', { status: '已出貨' }],
  ['is complete', { status: '已完成' }],
  ['was cancelled', { status: '已取消' }],
  ['was given back in full', { status: '已付款', payment: refunded }],
  ['holds no pre-order of it', { items: itemsShippingDate.slice(1) }],
]

for (const [name, overrides] of closed) {
  test(`an order that ${name} stays as it is`, () => {
    assert.equal(changeShipDate({ ...order, ...overrides }, date, context), undefined)
  })
}
