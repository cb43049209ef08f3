import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Order, orderSchema, type OrderStatus } from '../order/order.ts'
import type { PaymentState } from './payment.ts'
import type { PaypalCapture } from './paypal-order.ts'
import { type ReviewEnd, reviewed, type ReviewRefusal } from './review.ts'

const now = new Date('2026-11-21T05:00:00.000Z')
const handling = { who: 'wang', now, reason: '已和買家確認' }

function order(state: PaymentState = 'review', status: OrderStatus = '待付款'): Order {
  const at = '2026-11-21T02:00:00.000Z'
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
    payment: {
      state,
      method: 'paypal',
      createAttempt: 1,
      captureAttempt: 1,
      paypalOrderId: 'PP1',
      paypalOrderIds: ['PP1', 'PP2'],
      reason: 'second-capture',
      startedAt: at,
      changedAt: at,
    },
  })
}

const capture = (id: string, status: string): PaypalCapture => ({
  id,
  status,
  amount: 3080,
  currency: 'TWD',
  customId: 'doc-1',
  invoiceId: 'Order2026112110-0001',
  createTime: '2026-11-21T02:09:00Z',
})

const kept = capture('C1', 'COMPLETED')
const back = capture('C2', 'REFUNDED')

test('with one capture kept and the other given back the order is paid', () => {
  const answer = reviewed(order(), { end: 'paid', captures: [kept, back] }, handling)
  assert.ok(answer.ok)
  assert.equal(answer.data.status, '已付款')
  assert.equal(answer.data.paidAt, '2026-11-21T05:00:00.000Z')
  assert.equal(answer.data.payment?.state, 'paid')
  assert.equal(answer.data.payment.captureId, 'C1')
  assert.equal(answer.data.payment.reason, undefined)
  assert.deepEqual(answer.data.event, {
    at: '2026-11-21T05:00:00.000Z',
    what: 'review-paid',
    by: 'owner',
    who: 'wang',
    reason: '已和買家確認',
  })
})

test('an order that was shipped before its review stays shipped', () => {
  const answer = reviewed(order('review', '已出貨'), { end: 'paid', captures: [kept] }, handling)
  assert.equal(answer.ok && answer.data.status, undefined)
})

test('with everything given back the payment is refunded and the status stays', () => {
  const answer = reviewed(order(), { end: 'refunded', captures: [back] }, handling)
  assert.ok(answer.ok)
  assert.equal(answer.data.payment?.state, 'refunded')
  assert.equal(answer.data.status, undefined)
})

const refusals: [string, ReviewEnd, PaypalCapture[], ReviewRefusal][] = [
  ['paid without any money', 'paid', [], 'not-one-capture'],
  ['paid with only refunded money', 'paid', [back], 'not-one-capture'],
  ['paid twice', 'paid', [kept, capture('C3', 'COMPLETED')], 'not-one-capture'],
  ['paid while a capture is pending', 'paid', [kept, capture('C3', 'PENDING')], 'pending-money'],
  ['refunded while money is left', 'refunded', [kept, back], 'money-left'],
  ['refunded in part', 'refunded', [capture('C1', 'PARTIALLY_REFUNDED')], 'money-left'],
  ['refunded without a refund', 'refunded', [capture('C1', 'DECLINED')], 'no-refund'],
]

for (const [name, end, captures, code] of refusals) {
  test(`a review does not end as ${name}`, () => {
    assert.deepEqual(reviewed(order(), { end, captures }, handling), { ok: false, code })
  })
}

test('what is not under review is not resolved', () => {
  const answer = reviewed(order('paid'), { end: 'refunded', captures: [back] }, handling)
  assert.deepEqual(answer, { ok: false, code: 'not-in-review' })
})

for (const reason of ['', '  ']) {
  test(`a review does not end for the reason "${reason}"`, () => {
    const answer = reviewed(order(), { end: 'paid', captures: [kept] }, { ...handling, reason })
    assert.deepEqual(answer, { ok: false, code: 'no-reason' })
  })
}
