import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  at,
  inReview,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  withAttempts,
} from './orders.fixture.ts'
import { isPayable } from './payment-headline.ts'
import {
  canRetryApproval,
  paidAttempt,
  paymentAnswer,
  paymentStatus,
  unsettledAttempts,
} from './payment-status.ts'
import { type Attempt, MOST_REFUSALS, type Payment } from './payment.ts'

const one = (overrides: Partial<Attempt>) => withAttempts(makeAttempt(overrides))
const money = (overrides: Partial<Omit<Payment, 'state'>> = {}) =>
  makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })], {
    captureId: 'C1',
    ...overrides,
  })
const makePaid = (overrides: Partial<Omit<Payment, 'state'>> = {}) =>
  makeOrder({ status: '已付款', payment: money(overrides) })
const refusedAt = at(3)

const result: [string, Order, string, boolean][] = [
  ['no payment', makeOrder(), 'unpaid', true],
  ['an attempt that is being created', one({ state: 'creating' }), 'unpaid', true],
  ['an open attempt', one({}), 'unpaid', true],
  ['an attempt that is being captured', one({ state: 'capturing' }), 'confirming', false],
  ['a pending attempt', one({ state: 'pending' }), 'pending', false],
  ['a refused attempt', one({ state: 'refused', refusedAt }), 'declined', true],
  ['an attempt that ended with a refusal', one({ state: 'closed', refusedAt }), 'declined', true],
  ['a closed attempt', one({ state: 'closed' }), 'expired', true],
  ['a review', inReview(), 'review', false],
  ['a captured attempt', makePaid(), 'paid', false],
  ['a part given back', makePaid({ refundedAmount: 80 }), 'partly-refunded', false],
  ['everything given back', makePaid({ refundedAmount: 3080 }), 'refunded', false],
  ['an open dispute', makePaid({ disputes: [makeDispute('open')] }), 'disputed', false],
  ['a dispute that was won', makePaid({ disputes: [makeDispute('won')] }), 'paid', false],
  [
    'a dispute that was lost',
    makePaid({ disputes: [makeDispute('lost')], refundedAmount: 3080 }),
    'refunded',
    false,
  ],
  ['its cancellation', { ...one({}), status: '已取消' }, 'cancelled', false],
  ['a review after its cancellation', inReview({ status: '已取消' }), 'review', false],
]

for (const [name, order, status, payable] of result) {
  test(`an order with ${name} is shown as ${status} and ${payable ? 'can' : 'cannot'} be paid`, () => {
    const now = paymentStatus(order)
    assert.equal(now, status)
    assert.equal(isPayable(now), payable)
  })
}

const again: [Partial<Attempt>, boolean][] = [
  [{ state: 'refused', refusals: 1, reason: 'INSTRUMENT_DECLINED' }, true],
  [{ state: 'refused', refusals: 2, reason: 'PAYER_ACTION_REQUIRED' }, true],
  [{ state: 'refused', refusals: MOST_REFUSALS, reason: 'INSTRUMENT_DECLINED' }, false],
  [{ state: 'refused', refusals: 1, reason: 'PAYER_CANNOT_PAY' }, false],
  [{ state: 'refused', refusals: 1, reason: 'DECLINED' }, false],
  [{ state: 'closed', refusals: 1, refusedAt, reason: 'INSTRUMENT_DECLINED' }, false],
  [{ state: 'open', refusals: 1, reason: 'INSTRUMENT_DECLINED' }, false],
]

for (const [overrides, isAgain] of again) {
  test(`${JSON.stringify(overrides)} ${isAgain ? 'opens' : 'does not open'} the provider's window again`, () => {
    assert.equal(canRetryApproval(one(overrides)), isAgain)
  })
}

test('a paid order is paid by the attempt with its capture, and asks about none that only waits for its buyer', () => {
  const attempts = [
    makeAttempt({ captureId: 'C0' }),
    makeAttempt({ number: 2, state: 'captured', captureId: 'C2' }),
    makeAttempt({ number: 3, state: 'capturing' }),
  ]
  const order = makeOrder({ status: '已付款', payment: makePayment(attempts, { captureId: 'C2' }) })
  assert.equal(paidAttempt(order)?.number, 2)
  assert.deepEqual(
    unsettledAttempts(order).map(({ number }) => number),
    [3],
  )
})

test('an answer tells the refusals of the attempt that was asked about, else of the leading one', () => {
  const order = withAttempts(
    makeAttempt({ refusals: 2, changedAt: at(2) }),
    makeAttempt({ number: 2, method: 'card', refusals: 1, state: 'refused', refusedAt }),
  )
  assert.equal(paymentAnswer(order, 'PP1').refusals, 2)
  assert.equal(paymentAnswer(order, 'PP2').refusals, 1)
  assert.equal(paymentAnswer(order).refusals, 2)
  assert.equal(paymentAnswer(order, 'PP9').refusals, 2)
  assert.deepEqual(paymentAnswer(makeOrder()), { status: 'unpaid', again: false, refusals: 0 })
})
