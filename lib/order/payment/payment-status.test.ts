import assert from 'node:assert/strict'
import { test } from 'node:test'

import { request } from '../order-view.fixture.ts'
import { type Order } from '../order.ts'
import { isPayable } from './methods.ts'
import {
  at,
  inReview,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  withAttempts,
  minute,
} from './orders.fixture.ts'
import {
  canRetryApproval,
  nextCheck,
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
  test(`an order with ${name} is told as ${status} and ${payable ? 'can' : 'cannot'} be paid`, () => {
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

const HOURS = 60
const end = at(72 * HOURS)
const oneSweepSchedule = (overrides: Partial<Attempt>) =>
  withAttempts(makeAttempt({ startedAt: at(10), ...overrides }))

// Each row: looks in vain so far, and the minutes until the next one.
const pauses: [string, Partial<Attempt>, boolean, [number, number][]][] = [
  [
    'being captured',
    { state: 'capturing' },
    true,
    [
      [0, 1],
      [1, 2],
      [4, 16],
      [5, 30],
      [400, 30],
    ],
  ],
  [
    'pending',
    { state: 'pending' },
    true,
    [
      [0, 30],
      [1, 60],
      [3, 240],
      [400, 240],
    ],
  ],
  [
    'open',
    { state: 'open' },
    false,
    [
      [0, 5],
      [1, 10],
      [4, 80],
      [5, 160],
      [6, 180],
      [9, 180],
    ],
  ],
  [
    'being created',
    { state: 'creating' },
    false,
    [
      [0, 5],
      [2, 20],
    ],
  ],
  [
    'refused',
    { state: 'refused' },
    false,
    [
      [0, 5],
      [2, 20],
    ],
  ],
]

for (const [name, overrides, urgent, rows] of pauses) {
  test(`a payment that is ${name} is looked at ${urgent ? 'before others' : 'after what may hold money'}, after growing pauses`, () => {
    for (const [looks, minutes] of rows) {
      const check = nextCheck(oneSweepSchedule(overrides), minute(20), looks)
      assert.deepEqual(check, { at: at(20 + minutes), urgent, looks })
    }
  })
}

for (const [states, minutes] of [
  [['sending'], 1],
  [['pending'], 30],
  [['pending', 'sending'], 1],
  [['sending', 'pending'], 1],
] as const) {
  test(`refunds that are ${states.join(' and ')} are asked about after ${minutes} min`, () => {
    const requests = states.map((state, index) => ({ ...request(state), number: index + 1 }))
    const payment = makePayment([makeAttempt({ state: 'captured' })], { refundRequests: requests })
    const check = nextCheck(makeOrder({ status: '已付款', payment }), minute(20), 0)
    assert.deepEqual(check, { at: at(20 + minutes), urgent: true, looks: 0 })
  })
}

test('an abandoned payment is looked at seven times in the six hours that it is open', () => {
  let now = 10
  let looks = 0
  for (; now < 10 + 6 * HOURS; looks += 1) {
    const check = nextCheck(oneSweepSchedule({}), minute(now), looks)
    now = (Date.parse(check?.at ?? '') - minute(0).getTime()) / 60_000
  }
  assert.equal(looks, 7)
  assert.equal(now, 10 + 6 * HOURS)
})

test('the look that ends an attempt or an order is not put off beyond that', () => {
  const opened = nextCheck(oneSweepSchedule({}), minute(10 + 5 * HOURS), 9)
  assert.equal(opened?.at, at(10 + 6 * HOURS))
  const later = makeAttempt({ number: 2, startedAt: at(4 * HOURS) })
  const two = withAttempts(makeAttempt({ startedAt: at(10) }), later)
  assert.equal(nextCheck(two, minute(10 + 5 * HOURS), 9)?.at, at(10 + 6 * HOURS))
  const last = oneSweepSchedule({ startedAt: at(70 * HOURS) })
  assert.equal(nextCheck(last, minute(71 * HOURS), 9)?.at, end)
})

test('an attempt that could not be ended in time is tried again later, never at once', () => {
  const overdue = nextCheck(oneSweepSchedule({}), minute(80 * HOURS), 3)
  assert.equal(overdue?.at, at(80 * HOURS + 1))
  assert.equal(nextCheck(makeOrder(), minute(80 * HOURS), 1)?.at, at(80 * HOURS + 10))
  assert.equal(nextCheck(makeOrder(), minute(80 * HOURS), 0)?.at, at(80 * HOURS))
})
