import assert from 'node:assert/strict'
import { test } from 'node:test'

import { decideCreate, refuseCreate, storeReference } from './create-attempt.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  makeAttempt,
  makeOrder,
  withAttempts,
} from './orders.fixture.ts'
import { type Attempt, ATTEMPTS_AN_HOUR } from './payment.ts'

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
