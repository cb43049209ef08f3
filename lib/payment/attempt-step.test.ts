import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  settleAs,
  withAttempts,
} from './orders.fixture.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { type Attempt, ATTEMPT_STATES, type AttemptState } from './payment.ts'
import type { ProviderOrder } from './provider.ts'

const missing = { kind: 'missing' } as const
const sent = capturing(withAttempts(makeAttempt()), 2)
const makeDeclined = (order: ProviderOrder['status'], id = 'C0'): PaymentOutcome => ({
  kind: 'refused',
  capture: makeCapture({ id, status: 'declined' }),
  reason: 'DECLINED',
  order,
})
const pending: PaymentOutcome = { kind: 'pending', capture: makeCapture(), reason: 'OTHER' }

// Result of each outcome for an attempt in each state, long after anything was sent.
const steps: [string, PaymentOutcome, Partial<Record<AttemptState, AttemptState>>][] = [
  ['open', { kind: 'open' }, { capturing: 'open' }],
  ['approved', { kind: 'approved' }, {}],
  ['void', { kind: 'void' }, { open: 'closed', refused: 'closed', capturing: 'closed' }],
  ['missing', missing, {}],
  [
    'pending',
    pending,
    {
      creating: 'pending',
      open: 'pending',
      capturing: 'pending',
      refused: 'pending',
      closed: 'pending',
    },
  ],
  [
    'declined, to be approved again',
    makeDeclined('open'),
    {
      creating: 'refused',
      open: 'refused',
      capturing: 'refused',
      pending: 'refused',
      closed: 'refused',
    },
  ],
  [
    'declined for good',
    makeDeclined('completed'),
    {
      creating: 'closed',
      open: 'closed',
      capturing: 'closed',
      refused: 'closed',
      pending: 'closed',
    },
  ],
  [
    'captured',
    capturedVerdict(),
    {
      creating: 'captured',
      open: 'captured',
      capturing: 'captured',
      refused: 'captured',
      pending: 'captured',
      closed: 'captured',
    },
  ],
]

for (const [name, verdict, moves] of steps) {
  for (const state of ATTEMPT_STATES) {
    const next = moves[state] ?? state
    test(`an attempt that is ${state} ${next === state ? 'stays so' : `becomes ${next}`} when the provider says ${name}`, () => {
      const order = withAttempts(makeAttempt({ state }))
      assert.equal(attemptOf(settleAs(order, verdict, { now: 100 })).state, next)
    })
  }
}

for (const state of ['open', 'refused', 'capturing'] as const) {
  const attempt = makeAttempt({ state, sends: 1, sentAt: at(2) })

  test(`an attempt that is ${state} ends only at the second "not there", two minutes after the first`, () => {
    const first = settleAs(withAttempts(attempt), missing, { now: 5 })
    assert.equal(attemptOf(first).missingAt, at(5))
    assert.equal(first.history.at(-1)?.type, 'attempt.missing')
    assert.equal(settleAs(first, missing, { now: 6.9 }), first)
    assert.equal(attemptOf(settleAs(first, missing, { now: 7 })).state, 'closed')
  })

  test(`an attempt that is ${state} is there again when the provider knows it, and needs two answers anew`, () => {
    const first = settleAs(withAttempts(attempt), missing, { now: 5 })
    const found = settleAs(first, { kind: 'approved' }, { now: 6 })
    assert.equal(attemptOf(found).missingAt, undefined)
    assert.equal(found.history.at(-1)?.type, 'attempt.found')
    assert.equal(attemptOf(settleAs(found, missing, { now: 9 })).state, state)
  })
}

test('"not approved" releases no capture that was sent after the provider was asked', () => {
  const before = withAttempts(makeAttempt())
  assert.equal(settleAs(sent, { kind: 'open' }, { now: 30, before }), sent)
})

test('a capture of which the provider knows nothing is closed as expired after two answers two minutes apart', () => {
  const once = settleAs(sent, missing, { now: 5 })
  assert.equal(attemptOf(once).state, 'capturing')
  assert.equal(attemptOf(once).missingAt, at(5))
  assert.equal(settleAs(once, missing, { now: 6.9 }), once)
  const twice = settleAs(once, missing, { now: 7 })
  assert.equal(attemptOf(twice).state, 'closed')
  assert.equal(twice.payment?.state, 'expired')
  assert.equal(twice.status, '待付款')
})

test('money that was being reviewed is not given up; after six hours a person looks', () => {
  const order = withAttempts(makeAttempt({ state: 'pending', captureId: 'C1', changedAt: at(5) }))
  // One stray answer is none: the hours count from the first.
  const first = settleAs(order, missing, { now: 366 })
  assert.equal(first.payment?.review, undefined)
  assert.equal(settleAs(first, missing, { now: 700 }), first)
  const lost = settleAs(first, missing, { now: 727 })
  assert.equal(lost.payment?.review?.reason, 'missing-at-provider')
  assert.equal(attemptOf(lost).state, 'pending')
  assert.equal(settleAs(lost, missing, { now: 800 }), lost)
})

test('a declined capture is counted as a refusal once, and the next capture takes a new key', () => {
  const once = settleAs(sent, makeDeclined('approved'), { now: 5 })
  const attempt = attemptOf(once)
  assert.equal(attempt.state, 'refused')
  assert.equal(attempt.refusals, 1)
  assert.equal(attempt.refusedAt, at(5))
  assert.equal(attempt.captureAttempt, 2)
  assert.equal(settleAs(once, makeDeclined('approved'), { now: 6 }), once)
  const second = settleAs(once, makeDeclined('approved', 'C9'), { now: 7 })
  assert.equal(attemptOf(second).refusals, 2)
})

const afterReview: [string, PaymentOutcome, Partial<Attempt>][] = [
  ['captured', capturedVerdict(), { state: 'captured' }],
  ['declined', makeDeclined('completed', 'C1'), { state: 'closed', refusals: 1 }],
]

for (const [name, verdict, expected] of afterReview) {
  test(`a pending capture that is ${name} at last is settled so`, () => {
    const order = withAttempts(makeAttempt({ state: 'pending', captureId: 'C1' }))
    assert.partialDeepStrictEqual(attemptOf(settleAs(order, verdict)), expected)
  })
}

test('a capture under way ends when its PayPal order holds a known declined capture and nothing more can come', () => {
  const once = settleAs(sent, makeDeclined('approved'), { now: 5 })
  const again = capturing(once, 6, { reference: 'PP1', observedRefusals: 1 })
  assert.equal(attemptOf(again).state, 'capturing')
  assert.equal(attemptOf(settleAs(again, makeDeclined('approved'), { now: 7 })).state, 'capturing')
  assert.equal(attemptOf(settleAs(again, makeDeclined('completed'), { now: 7 })).state, 'closed')
})
