import assert from 'node:assert/strict'
import { test } from 'node:test'

import { applyChange } from './apply.ts'
import {
  after,
  at,
  afterChange,
  inReview,
  makeAttempt,
  makeOrder,
  makePayment,
  TOTAL,
  withAttempts,
} from './payment/orders.fixture.ts'
import { ATTEMPT_STATES } from './payment/payment.ts'
import { cancel } from './cancellation.ts'
import { CANCEL_CAUSES } from './event-causes.ts'
import type { Order } from './order.ts'
import { ORDER_STATUSES } from './order-status.ts'

test('an unpaid order is cancelled, and is looked at no more (rule 34)', () => {
  const order = makeOrder({ check: { at: at(5), urgent: false, looks: 0 } })
  const answer = cancel(order, 'by-member', after(10))
  assert.ok(answer.ok)
  assert.deepEqual(answer.data.events, [
    { at: at(10), type: 'order.cancelled', by: 'member', data: { cause: 'by-member' } },
  ])
  const ended = applyChange(order, answer.data)
  assert.deepEqual([ended.status, ended.cancelledAt, ended.check], ['已取消', at(10), undefined])
})

for (const cause of CANCEL_CAUSES) {
  test(`an order that ends ${cause} says so, and what was written about it`, () => {
    const plain = cancel(makeOrder(), cause, after(10))
    assert.deepEqual(plain.ok && plain.data.events[0]?.data, { cause })
    const overrides = cancel(makeOrder(), cause, { ...after(10, 'owner'), reason: '買家來信' })
    assert.partialDeepStrictEqual(overrides.ok && overrides.data.events, [
      { data: { cause }, note: '買家來信' },
    ])
  })
}

for (const status of ORDER_STATUSES) {
  const isUnpaid = status === '待付款'
  test(`an order that is ${status} ${isUnpaid ? 'can' : 'cannot'} be cancelled (rule 34)`, () => {
    const answer = cancel(makeOrder({ status }), 'by-owner', after(10, 'owner'))
    assert.equal(answer.ok, isUnpaid)
    assert.equal(answer.ok || answer.code, isUnpaid || 'not-unpaid')
  })
}

for (const state of ATTEMPT_STATES) {
  const isUnderWay = ['capturing', 'pending', 'captured'].includes(state)
  test(`an order with an attempt that is ${state} ${isUnderWay ? 'is not' : 'is'} cancelled (rule 272)`, () => {
    const order = withAttempts(makeAttempt(), makeAttempt({ number: 2, state }))
    const answer = cancel(order, 'unpaid-too-long', after(10, 'sweep'))
    assert.equal(answer.ok || answer.code, isUnderWay ? 'money-under-way' : true)
  })
}

test('an order under review is not cancelled (rule 272)', () => {
  const answer = cancel(inReview(), 'by-member', after(10))
  assert.deepEqual(answer, { ok: false, code: 'money-under-way' })
})

test('a cancelled order keeps its attempts, so that money that comes all the same is found (rule 290)', () => {
  const order: Order = withAttempts(makeAttempt())
  const answer = cancel(order, 'by-member', after(10))
  assert.ok(answer.ok)
  assert.deepEqual(afterChange(order, answer.data).payment, order.payment)
})

test('an order whose money was all given back while it was unpaid can end', () => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const order = makeOrder({ payment: makePayment(attempts, { refundedAmount: TOTAL }) })
  assert.equal(cancel(order, 'unpaid-too-long', after(10, 'sweep')).ok, true)
  const part = makeOrder({ payment: makePayment(attempts, { refundedAmount: TOTAL - 1 }) })
  assert.equal(cancel(part, 'unpaid-too-long', after(10, 'sweep')).ok, false)
})
