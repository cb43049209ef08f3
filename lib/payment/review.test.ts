import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Order, orderSchema, type OrderStatus } from '../order/order.ts'
import type { PaymentState } from './payment.ts'
import type { PaypalCapture } from './paypal-order.ts'
import { type Booked, type ReviewEnd, reviewed, type ReviewRefusal } from './review.ts'
import { standing } from './standing.ts'

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
  assert.equal(answer.data.payment.reason, 'reviewed')
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

const nothing: Booked = { payments: 0, left: 0 }
const paidBack: Booked = { payments: 1, left: 0 }

test('what was paid elsewhere under its number and given back there is refunded', () => {
  const answer = reviewed(order(), { end: 'refunded', captures: [], booked: paidBack }, handling)
  assert.equal(answer.ok && answer.data.payment?.state, 'refunded')
})

test('with nothing captured and nothing in the books the order may be paid anew', () => {
  const captures = [capture('C1', 'DECLINED'), capture('C2', 'FAILED')]
  const answer = reviewed(order(), { end: 'expired', captures, booked: nothing }, handling)
  assert.ok(answer.ok)
  assert.equal(answer.data.payment?.state, 'expired')
  assert.equal(answer.data.status, undefined)
  assert.equal(answer.data.event.what, 'review-expired')
  const { event: _event, ...change } = answer.data
  assert.equal(standing({ ...order(), ...change, status: '待付款' }), 'expired')
})

const refusals: [string, ReviewEnd, PaypalCapture[], ReviewRefusal, Booked?][] = [
  ['paid without any money', 'paid', [], 'not-one-capture'],
  ['paid with only refunded money', 'paid', [back], 'not-one-capture'],
  ['paid twice', 'paid', [kept, capture('C3', 'COMPLETED')], 'not-one-capture'],
  ['paid while a capture is pending', 'paid', [kept, capture('C3', 'PENDING')], 'pending-money'],
  ['refunded while money is left', 'refunded', [kept, back], 'money-left'],
  ['refunded in part', 'refunded', [capture('C1', 'PARTIALLY_REFUNDED')], 'money-left'],
  ['refunded without a refund', 'refunded', [capture('C1', 'DECLINED')], 'no-refund', nothing],
  ['refunded before the books are asked', 'refunded', [], 'books-behind'],
  ['refunded while money is left elsewhere', 'refunded', [], 'booked', { payments: 2, left: 1 }],
  ['expired while money is held', 'expired', [kept], 'money-left', nothing],
  ['expired while a capture is pending', 'expired', [capture('C1', 'PENDING')], 'pending-money'],
  ['expired after a refund', 'expired', [back], 'given-back', nothing],
  ['expired before the books are asked', 'expired', [], 'books-behind'],
  ['expired while paid elsewhere', 'expired', [], 'booked', { payments: 1, left: 1 }],
  ['expired when paid elsewhere and given back', 'expired', [], 'given-back', paidBack],
]

for (const [name, end, captures, code, booked] of refusals) {
  test(`a review does not end as ${name}`, () => {
    assert.deepEqual(reviewed(order(), { end, captures, booked }, handling), { ok: false, code })
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
