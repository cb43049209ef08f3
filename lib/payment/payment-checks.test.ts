import assert from 'node:assert/strict'
import { test } from 'node:test'

import { request } from '#lib/order/order-view.fixture.ts'
import { at, makeAttempt, makeOrder, makePayment, minute, withAttempts } from './orders.fixture.ts'
import { nextCheck } from './payment-checks.ts'
import type { Attempt } from './payment.ts'

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

test('a refund that waits for its time delays no other one that was sent', () => {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  const waiting = { ...request('sending'), notBefore: at(10 * HOURS) }
  const checkOf = (...refundRequests: ReturnType<typeof request>[]) => {
    const payment = makePayment([captured], { captureId: 'C1', refundRequests })
    return nextCheck(makeOrder({ status: '已付款', payment }), minute(60), 0)?.at
  }
  assert.equal(checkOf(waiting), at(10 * HOURS))
  assert.equal(checkOf(waiting, { ...request('sending'), number: 2 }), at(61))
})
