import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  type Approval,
  beginCapture,
  noteApproval,
  refuseCapture,
  releaseUnapproved,
} from './capture-claim.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  capturing,
  inReview,
  makeAttempt,
  makeOrder,
  withAttempts,
} from './orders.fixture.ts'
import type { Attempt } from './payment.ts'

const DECLINED = { kind: 'refused', issue: 'INSTRUMENT_DECLINED' } as const

const sent = { reference: 'PP1', captureAttempt: 1 }

const open = withAttempts(makeAttempt())

function begin(order: Order, approval: Approval | undefined, now: number, reference = 'PP1') {
  return beginCapture(order, { reference, claim: 'claim-1', approval }, after(now))
}

function refuse(order: Order, now = 3): Order {
  return afterChange(order, refuseCapture(order, sent, DECLINED, after(now)))
}

const declined = refuse(capturing(open))

test('a refusal is counted on its attempt, and the next capture takes a new key', () => {
  const attempt = attemptOf(declined)
  assert.equal(attempt.state, 'refused')
  assert.equal(attempt.refusals, 1)
  assert.equal(attempt.refusedAt, at(3))
  assert.equal(attempt.captureAttempt, 2)
  assert.equal(attempt.sends, 0)
  assert.equal(attempt.reason, 'INSTRUMENT_DECLINED')
  assert.equal(declined.payment?.state, 'declined')
})

test('a second refusal needs an approval of its own', () => {
  const again = capturing(declined, 4, { reference: 'PP1', observedRefusals: 1 })
  const second = { ...sent, captureAttempt: 2 }
  const twice = afterChange(again, refuseCapture(again, second, DECLINED, after(5)))
  assert.equal(attemptOf(twice).refusals, 2)
  assert.equal(begin(twice, { observedRefusals: 1 }, 6), undefined)
  assert.equal(
    attemptOf(capturing(twice, 6, { reference: 'PP1', observedRefusals: 2 })).state,
    'capturing',
  )
})

const wanting: [string, Order][] = [
  ['a paid order', { ...open, status: '已付款' }],
  ['a cancelled order', { ...open, status: '已取消' }],
  ['an order under review', inReview()],
  ['an attempt that is pending', withAttempts(makeAttempt({ state: 'pending' }))],
  ['an attempt that is captured', withAttempts(makeAttempt({ state: 'captured' }))],
]

for (const [name, order] of wanting) {
  test(`nothing is captured on ${name}`, () => {
    const before = attemptOf(order)
    const after1 = attemptOf(afterChange(order, begin(order, undefined, 5)))
    assert.deepEqual(after1, before)
    assert.equal(attemptOf(capturing(order, 5)).sends, 0)
  })
}

test("a reference that is not this order's changes nothing", () => {
  assert.equal(begin(open, { observedRefusals: 0 }, 5, 'PP9'), undefined)
  assert.equal(begin(makeOrder(), { observedRefusals: 0 }, 5), undefined)
  assert.equal(noteApproval(open, 'PP9', { observedRefusals: 0 }, after(5)), undefined)
})

const stale: [string, Partial<Attempt>][] = [
  ['it was refused already', { state: 'refused', captureAttempt: 2 }],
  ['the next capture is under way', { state: 'capturing', captureAttempt: 2 }],
  ['it was captured', { state: 'captured' }],
  ['it is pending', { state: 'pending' }],
]

for (const [name, overrides] of stale) {
  test(`the answer to a capture changes nothing when ${name}`, () => {
    const order = withAttempts(makeAttempt({ sends: 1, ...overrides }))
    assert.equal(refuseCapture(order, sent, DECLINED, after(5)), undefined)
    assert.equal(releaseUnapproved(order, sent, after(5)), undefined)
  })
}

test('a capture that nobody had approved is released only when no other request sent it', () => {
  const once = capturing(open)
  const released = attemptOf(afterChange(once, releaseUnapproved(once, sent, after(3))))
  assert.equal(released.state, 'open')
  assert.equal(released.sends, 0)
  assert.equal(released.captureAttempt, 1)
  assert.equal(releaseUnapproved(capturing(once, 3), sent, after(3)), undefined)
})

for (const approval of [{ observedRefusals: 1 }, { at: at(5), event: 'E2' }]) {
  test(`a final refusal is never captured again: ${JSON.stringify(approval)}`, () => {
    const problem = { kind: 'final', issue: 'ORDER_VOIDED' } as const
    const order = capturing(open)
    const ended = afterChange(order, refuseCapture(order, sent, problem, after(3)))
    const change = begin(ended, approval, 6)
    assert.equal(attemptOf(afterChange(ended, change)).state, 'closed')
  })
}
