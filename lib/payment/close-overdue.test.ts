import assert from 'node:assert/strict'
import { test } from 'node:test'

import { closeOverdue, postponeCheck } from './close-overdue.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  capturing,
  makeAttempt,
  makeOrder,
  minute,
  withAttempts,
} from './orders.fixture.ts'
import { ATTEMPT_STATES } from './payment.ts'

test('attempts that nobody approved within six hours are closed, others are not', () => {
  const old = { startedAt: at(0) }
  const order = withAttempts(
    makeAttempt({ ...old, state: 'open' }),
    makeAttempt({ ...old, number: 2, state: 'refused' }),
    makeAttempt({ ...old, number: 3, state: 'creating' }),
    makeAttempt({ ...old, number: 4, state: 'capturing' }),
    makeAttempt({ ...old, number: 5, state: 'pending' }),
    makeAttempt({ number: 6, startedAt: at(200) }),
  )
  assert.equal(closeOverdue(order, after(360)), undefined)
  const closed = afterChange(order, closeOverdue(order, after(361)))
  const states = closed.payment?.attempts.map(({ state }) => state)
  assert.deepEqual(states, ['closed', 'closed', 'closed', 'capturing', 'pending', 'open'])
  assert.equal(closeOverdue(makeOrder(), after(361)), undefined)
})

test('a look in vain counts, and an order that wants no money is looked at no more', () => {
  const order = { ...withAttempts(makeAttempt()), check: { at: at(6), urgent: false, looks: 2 } }
  assert.equal(postponeCheck(order, minute(6))?.looks, 3)
  assert.equal(postponeCheck({ ...order, status: '已付款' }, minute(6)), undefined)
})

for (const state of ATTEMPT_STATES) {
  const isLocked = ['capturing', 'pending', 'captured'].includes(state)
  test(`while another attempt is ${state}, one ${isLocked ? 'is not' : 'is'} captured`, () => {
    const order = withAttempts(makeAttempt(), makeAttempt({ number: 2, state }))
    assert.equal(attemptOf(capturing(order)).state, isLocked ? 'open' : 'capturing')
  })
}

test('an expired attempt is still captured when its buyer approved it after all', () => {
  const order = withAttempts(makeAttempt({ state: 'closed', reason: 'not-approved-in-time' }))
  assert.equal(attemptOf(capturing(order, 5)).state, 'capturing')
})
