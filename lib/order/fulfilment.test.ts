import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { PaymentState } from '../payment/payment.ts'
import { completed, shipped } from './fulfilment.ts'
import { type Order, ORDER_STATUSES, orderSchema, type OrderStatus } from './order.ts'

const now = new Date('2026-11-21T02:10:00.000Z')
const handling = { who: 'wang', now }
const parcel = { carrier: ' 黑貓宅急便 ', trackingNumber: ' 9012345678 ' }

function order(status: OrderStatus, state?: PaymentState): Order {
  const at = '2026-11-21T02:00:00.000Z'
  const payment = state && {
    state,
    method: 'paypal',
    createAttempt: 1,
    captureAttempt: 1,
    paypalOrderIds: ['PP1'],
    startedAt: at,
    changedAt: at,
  }
  return orderSchema.parse({
    id: 'doc-1',
    orderId: 'Order2026112110-0001',
    uid: 'ada',
    email: 'ada@example.com',
    createdAt: at,
    status,
    totalAmount: 3080,
    items: [],
    recipient: {},
    shippingMethod: 'home',
    timeCode: '2026112110',
    ...(payment ? { payment } : {}),
  })
}

test('a paid order is shipped with its parcel, and who did it when', () => {
  const answer = shipped(order('已付款', 'paid'), parcel, handling)
  assert.deepEqual(answer, {
    ok: true,
    data: {
      status: '已出貨',
      shipment: {
        carrier: '黑貓宅急便',
        trackingNumber: '9012345678',
        shippedAt: '2026-11-21T02:10:00.000Z',
      },
      event: {
        at: '2026-11-21T02:10:00.000Z',
        what: 'shipped',
        by: 'owner',
        who: 'wang',
        reason: 'handed-to-carrier',
      },
    },
  })
})

for (const status of ORDER_STATUSES) {
  test(`${status} ${status === '已付款' ? 'can' : 'cannot'} be shipped`, () => {
    assert.equal(shipped(order(status, 'paid'), parcel, handling).ok, status === '已付款')
  })
  test(`${status} ${status === '已出貨' ? 'can' : 'cannot'} be completed`, () => {
    assert.equal(completed(order(status, 'paid'), handling).ok, status === '已出貨')
  })
}

for (const state of ['refunded', 'review', 'pending'] as const) {
  test(`an order marked 已付款 whose payment is ${state} is not shipped`, () => {
    const answer = shipped(order('已付款', state), parcel, handling)
    assert.deepEqual(answer, { ok: false, code: 'not-paid' })
  })
}

for (const missing of [{ carrier: ' ' }, { trackingNumber: '' }]) {
  test(`a parcel without ${Object.keys(missing).join()} is not shipped`, () => {
    const answer = shipped(order('已付款', 'paid'), { ...parcel, ...missing }, handling)
    assert.deepEqual(answer, { ok: false, code: 'parcel-incomplete' })
  })
}

test('a completed order keeps the reason that was given', () => {
  const answer = completed(order('已出貨', 'paid'), { ...handling, reason: '買家已領取' })
  assert.deepEqual(answer.ok && answer.data.event, {
    at: '2026-11-21T02:10:00.000Z',
    what: 'completed',
    by: 'owner',
    who: 'wang',
    reason: '買家已領取',
  })
})
