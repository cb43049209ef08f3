import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  closeOverdue,
  decideCreate,
  noteApproval,
  postponeCheck,
  refuseCreate,
  storeReference,
  type Approval,
  beginCapture,
  refuseCapture,
  releaseUnapproved,
} from './attempts.ts'
import {
  after,
  at,
  attemptOf,
  afterChange,
  makeAttempt,
  makeOrder,
  minute,
  withAttempts,
  capturing,
  inReview,
} from './orders.fixture.ts'
import { type Attempt, ATTEMPTS_AN_HOUR, ATTEMPT_STATES } from './payment.ts'

const paypal = { provider: 'paypal', method: 'paypal' } as const

test('two presses of one button join the same attempt, and so the same key', () => {
  const first = decideCreate(makeOrder(), paypal, after(1))
  assert.equal(first.kind, 'create')
  const stored = afterChange(makeOrder(), first.change)
  const second = decideCreate(stored, paypal, after(1))
  assert.deepEqual(second, { kind: 'create', attempt: attemptOf(stored) })
})

// A second press gets the reference of the first, even when it was stored in between.
const pressed: [string, Attempt, 'reuse' | 'create'][] = [
  ['is open', makeAttempt(), 'reuse'],
  ['was refused', makeAttempt({ state: 'refused', refusals: 1 }), 'reuse'],
  ['was refused twice', makeAttempt({ state: 'refused', refusals: 2 }), 'reuse'],
  ['was refused three times', makeAttempt({ state: 'refused', refusals: 3 }), 'create'],
  ['is open after three refusals', makeAttempt({ refusals: 3 }), 'create'],
  ['is closed', makeAttempt({ state: 'closed' }), 'create'],
  ['is not there for its provider', makeAttempt({ missingAt: at(1) }), 'create'],
]

for (const [name, attempt, kind] of pressed) {
  test(`a press of the button whose attempt ${name} comes to ${kind}`, () => {
    const decision = decideCreate(withAttempts(attempt), paypal, after(2))
    assert.equal(decision.kind, kind)
    assert.equal(decision.attempt.number, kind === 'reuse' ? 1 : 2)
  })
}

test('an order begins six attempts within an hour, and the seventh when the first is an hour old', () => {
  const closed = Array.from({ length: ATTEMPTS_AN_HOUR }, (_, index) =>
    makeAttempt({ number: index + 1, state: 'closed', startedAt: at(index) }),
  )
  assert.equal(ATTEMPTS_AN_HOUR, 6)
  assert.equal(decideCreate(withAttempts(...closed.slice(1)), paypal, after(59)).kind, 'create')
  assert.equal(decideCreate(withAttempts(...closed), paypal, after(59)).kind, 'too-many')
  const later = decideCreate(withAttempts(...closed), paypal, after(60))
  assert.equal(later.kind === 'create' && later.attempt.number, 7)
})

const creating = makeAttempt({ state: 'creating' })

test('the reference is stored on its attempt and among the references, once', () => {
  const { reference: _reference, ...unnamed } = creating
  const order = withAttempts(unnamed)
  const stored = afterChange(
    order,
    storeReference(order, { number: 1, reference: 'PP1' }, after(2)),
  )
  assert.equal(attemptOf(stored).state, 'open')
  assert.equal(attemptOf(stored).reference, 'PP1')
  assert.deepEqual(stored.payment?.references, ['PP1'])
  assert.equal(storeReference(stored, { number: 1, reference: 'PP1' }, after(3)), undefined)
  assert.equal(storeReference(stored, { number: 9, reference: 'PP9' }, after(3)), undefined)
})

test('a create that the provider refused closes its attempt; the next press begins another', () => {
  const order = withAttempts(creating)
  const closed = afterChange(order, refuseCreate(order, { number: 1, reason: 'INVALID' }, after(2)))
  assert.equal(attemptOf(closed).state, 'closed')
  assert.equal(attemptOf(closed).reason, 'INVALID')
  const next = decideCreate(closed, paypal, after(3))
  assert.equal(next.kind === 'create' && next.attempt.number, 2)
  assert.equal(refuseCreate(closed, { number: 1, reason: 'INVALID' }, after(3)), undefined)
})

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
  const again = capturing(declined, 4, { reference: 'PP1', refusalsSeen: 1 })
  const second = { ...sent, captureAttempt: 2 }
  const twice = afterChange(again, refuseCapture(again, second, DECLINED, after(5)))
  assert.equal(attemptOf(twice).refusals, 2)
  assert.equal(begin(twice, { refusalsSeen: 1 }, 6), undefined)
  assert.equal(
    attemptOf(capturing(twice, 6, { reference: 'PP1', refusalsSeen: 2 })).state,
    'capturing',
  )
})

for (const state of ATTEMPT_STATES) {
  const isLocked = ['capturing', 'pending', 'captured'].includes(state)
  test(`while another attempt is ${state}, one ${isLocked ? 'is not' : 'is'} captured`, () => {
    const order = withAttempts(makeAttempt(), makeAttempt({ number: 2, state }))
    assert.equal(attemptOf(capturing(order)).state, isLocked ? 'open' : 'capturing')
  })
}

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
  assert.equal(begin(open, { refusalsSeen: 0 }, 5, 'PP9'), undefined)
  assert.equal(begin(makeOrder(), { refusalsSeen: 0 }, 5), undefined)
  assert.equal(noteApproval(open, 'PP9', { refusalsSeen: 0 }, after(5)), undefined)
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

for (const approval of [{ refusalsSeen: 1 }, { at: at(5), event: 'E2' }]) {
  test(`a final refusal is never captured again: ${JSON.stringify(approval)}`, () => {
    const problem = { kind: 'final', issue: 'ORDER_VOIDED' } as const
    const order = capturing(open)
    const ended = afterChange(order, refuseCapture(order, sent, problem, after(3)))
    const change = begin(ended, approval, 6)
    assert.equal(attemptOf(afterChange(ended, change)).state, 'closed')
  })
}

test('an expired attempt is still captured when its buyer approved it after all', () => {
  const order = withAttempts(makeAttempt({ state: 'closed', reason: 'not-approved-in-time' }))
  assert.equal(attemptOf(capturing(order, 5)).state, 'capturing')
})
