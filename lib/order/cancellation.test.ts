import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  after,
  inReview,
  makeAttempt,
  makeOrder,
  makePayment,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { ATTEMPT_STATES } from '#lib/payment/payment.ts'
import { cancel } from './cancellation.ts'
import { ORDER_STATUSES } from './order-status.ts'

for (const status of ORDER_STATUSES) {
  const isUnpaid = status === '待付款'
  test(`an order that is ${status} ${isUnpaid ? 'can' : 'cannot'} be cancelled`, () => {
    const answer = cancel(makeOrder({ status }), 'by-owner', after(10, 'owner'))
    assert.equal(answer.ok, isUnpaid)
    assert.equal(answer.ok || answer.code, isUnpaid || 'not-unpaid')
  })
}

for (const state of ATTEMPT_STATES) {
  const isUnderWay = ['capturing', 'pending', 'captured'].includes(state)
  test(`an order with an attempt that is ${state} ${isUnderWay ? 'is not' : 'is'} cancelled`, () => {
    const order = withAttempts(makeAttempt(), makeAttempt({ number: 2, state }))
    const answer = cancel(order, 'unpaid-too-long', after(10, 'sweep'))
    assert.equal(answer.ok || answer.code, isUnderWay ? 'money-under-way' : true)
  })
}

test('an order under review is not cancelled', () => {
  const answer = cancel(inReview(), 'by-member', after(10))
  assert.deepEqual(answer, { ok: false, code: 'money-under-way' })
})

test('an order whose money was all given back while it was unpaid can end', () => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const order = makeOrder({ payment: makePayment(attempts, { refundedAmount: TOTAL }) })
  assert.equal(cancel(order, 'unpaid-too-long', after(10, 'sweep')).ok, true)
  const part = makeOrder({ payment: makePayment(attempts, { refundedAmount: TOTAL - 1 }) })
  assert.equal(cancel(part, 'unpaid-too-long', after(10, 'sweep')).ok, false)
})
