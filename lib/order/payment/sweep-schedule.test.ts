import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Order, UNPAID_FOR } from '../order.ts'
import { request } from '../order-view.fixture.ts'
import { nextCheck } from './sweep-schedule.ts'
import {
  at,
  inReview,
  makeAttempt,
  makeOrder,
  makePayment,
  minute,
  withAttempts,
} from './orders.fixture.ts'
import type { Attempt } from './payment.ts'

const HOURS = 60
const end = at(72 * HOURS)
const one = (overrides: Partial<Attempt>) =>
  withAttempts(makeAttempt({ startedAt: at(10), ...overrides }))

test('an unpaid order ends 72 hours after it was placed (rule 34)', () => {
  assert.equal(UNPAID_FOR, 72 * 60 * 60 * 1000)
  assert.deepEqual(nextCheck(makeOrder(), minute(5), 0), { at: end, urgent: false, looks: 0 })
})

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
  test(`a payment that is ${name} is looked at ${urgent ? 'before others' : 'after what may hold money'}, after growing pauses (rule 310)`, () => {
    for (const [looks, minutes] of rows) {
      const check = nextCheck(one(overrides), minute(20), looks)
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
  test(`refunds that are ${states.join(' and ')} are asked about after ${minutes} min (rule 310)`, () => {
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
    const check = nextCheck(one({}), minute(now), looks)
    now = (Date.parse(check?.at ?? '') - minute(0).getTime()) / 60_000
  }
  assert.equal(looks, 7)
  assert.equal(now, 10 + 6 * HOURS)
})

test('the look that ends an attempt or an order is not put off beyond that', () => {
  const opened = nextCheck(one({}), minute(10 + 5 * HOURS), 9)
  assert.equal(opened?.at, at(10 + 6 * HOURS))
  const later = makeAttempt({ number: 2, startedAt: at(4 * HOURS) })
  const two = withAttempts(makeAttempt({ startedAt: at(10) }), later)
  assert.equal(nextCheck(two, minute(10 + 5 * HOURS), 9)?.at, at(10 + 6 * HOURS))
  const last = one({ startedAt: at(70 * HOURS) })
  assert.equal(nextCheck(last, minute(71 * HOURS), 9)?.at, end)
})

test('an attempt that could not be ended in time is tried again later, never at once', () => {
  const overdue = nextCheck(one({}), minute(80 * HOURS), 3)
  assert.equal(overdue?.at, at(80 * HOURS + 1))
  assert.equal(nextCheck(makeOrder(), minute(80 * HOURS), 1)?.at, at(80 * HOURS + 10))
  assert.equal(nextCheck(makeOrder(), minute(80 * HOURS), 0)?.at, at(80 * HOURS))
})

test('a closed payment waits for the end of its order', () => {
  assert.deepEqual(nextCheck(one({ state: 'closed' }), minute(20), 0), {
    at: end,
    urgent: false,
    looks: 0,
  })
})

const done: [string, Order][] = [
  ['an order under review', inReview()],
  ['a paid order', { ...one({ state: 'captured' }), status: '已付款' }],
  ['a shipped order', { ...one({ state: 'captured' }), status: '已出貨' }],
  ['a cancelled order', { ...one({}), status: '已取消' }],
]

for (const [name, order] of done) {
  test(`${name} is not looked at`, () => assert.equal(nextCheck(order, minute(20), 0), null))
}
