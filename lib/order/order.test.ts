import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newEvent } from './events.ts'
import { after, at, inReview, makeOrder } from './payment/orders.fixture.ts'
import { applyChange, changedFields } from './apply.ts'
import { canMoveOrder, orderSchema, orderShipping } from './order.ts'
import { ORDER_STATUSES } from './order-status.ts'

const MOVES = new Set([
  '待付款 to 已付款',
  '待付款 to 已取消',
  '已付款 to 已出貨',
  '已出貨 to 已完成',
  '已取消 to 已付款',
])

for (const status of ORDER_STATUSES) {
  for (const next of ORDER_STATUSES) {
    const move = `${status} to ${next}`
    test(`an order ${MOVES.has(move) ? 'may' : 'may not'} go from ${move} (rule 33)`, () => {
      assert.equal(canMoveOrder(status, next), MOVES.has(move))
    })
  }
}

test('delivery is what the total has above its lines', () => {
  const item = { id: 'a', title: 'a', size: 'M', quantity: 2, price: 500, image: '' } as const
  assert.equal(orderShipping({ items: [item], totalAmount: 1080 }), 80)
  assert.equal(orderShipping({ items: [item], totalAmount: 1000 }), 0)
})

const event = newEvent('order.placed', {}, after(1))
const context = after(2, 'sweep')
const check = { at: at(5), urgent: true, looks: 2 }

test('a change is what its events make of an order, and they join its history (rule 860)', () => {
  const order = makeOrder({ check })
  const parcel = { carrier: '黑貓', trackingNumber: '9012' }
  const shipped = newEvent('parcel.shipped', { parcel }, after(1))
  assert.deepEqual(applyChange(order, { events: [event, shipped] }), {
    ...order,
    status: '已出貨',
    shipment: { ...parcel, shippedAt: at(1) },
    history: [event, shipped],
  })
  assert.equal(applyChange(order, { events: [], parcelCheckAt: at(2) }).parcelCheckAt, at(2))
})

test('only the fields that a change wrote are stored, and one that it took away is gone', () => {
  const order = makeOrder({ check })
  const after = applyChange(order, { events: [newEvent('refunds.unwatched', {}, context)] })
  const changed = changedFields(order, after)
  assert.deepEqual(changed, { check: undefined, history: after.history })
  assert.deepEqual(changedFields(order, order), {})
})

test('an event says who, what and why; what a person wrote is its note (rule 82)', () => {
  assert.deepEqual(event, { at: at(1), by: 'member', type: 'order.placed', data: {} })
  const overrides = { ...after(1, 'owner'), who: 'wang', reason: '買家來信' }
  assert.deepEqual(newEvent('order.cancelled', { cause: 'by-owner' }, overrides), {
    at: at(1),
    by: 'owner',
    who: 'wang',
    note: '買家來信',
    type: 'order.cancelled',
    data: { cause: 'by-owner' },
  })
})

test('an order is read back as it was written, and one of another shape is not (rule 271)', () => {
  for (const order of [makeOrder({ check }), inReview()]) {
    assert.deepEqual(orderSchema.parse(JSON.parse(JSON.stringify(order))), order)
  }
  for (const overrides of [
    { totalAmount: 1.5 },
    { status: '取消' },
    { payment: { state: 'paid' } },
  ]) {
    assert.equal(orderSchema.safeParse({ ...makeOrder(), ...overrides }).success, false)
  }
})
