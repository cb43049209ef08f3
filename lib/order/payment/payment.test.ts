import assert from 'node:assert/strict'
import { test } from 'node:test'

import { at, makeAttempt, makePayment, TOTAL } from './orders.fixture.ts'
import {
  type Attempt,
  ATTEMPT_STATES,
  captureKey,
  createKey,
  findAttempt,
  isApprovedSinceRefusal,
  isLocking,
  isUnsettledAttempt,
  type Payment,
  paymentSchema,
  type PaymentState,
} from './payment.ts'
import { leadingAttempt, paymentState } from './payment-state.ts'

test('the key of a create names order and attempt, that of a capture reference and try (rule 292)', () => {
  assert.equal(createKey('doc-1', 2), 'create:doc-1:2')
  assert.equal(captureKey('PP1', 3), 'capture:PP1:3')
})

test('only an attempt that holds money, or may, keeps others from being captured (rule 41)', () => {
  const locking = ATTEMPT_STATES.filter((state) => isLocking(makeAttempt({ state })))
  assert.deepEqual(locking, ['capturing', 'pending', 'captured'])
})

test('the provider is asked about every attempt that may still change there', () => {
  const unsettled = ATTEMPT_STATES.filter((state) => isUnsettledAttempt(makeAttempt({ state })))
  assert.deepEqual(unsettled, ['creating', 'open', 'capturing', 'refused', 'pending'])
  const { reference: _reference, ...unnamed } = makeAttempt({ state: 'creating' })
  assert.equal(isUnsettledAttempt(unnamed), false)
})

const approvals: [string, Partial<Attempt>, boolean][] = [
  ['nothing at all', {}, true],
  ['an approval alone', { answersRefusals: 0 }, true],
  ['a refusal alone', { refusals: 1 }, false],
  ['an approval before its refusal', { answersRefusals: 0, refusals: 1 }, false],
  [
    'an approval that answers the first of two refusals',
    { answersRefusals: 1, refusals: 2 },
    false,
  ],
  ['an approval that answers its refusal', { answersRefusals: 1, refusals: 1 }, true],
]

for (const [name, overrides, isApproved] of approvals) {
  test(`an attempt that has seen ${name} ${isApproved ? 'may' : 'may not'} be captured`, () => {
    assert.equal(isApprovedSinceRefusal(makeAttempt(overrides)), isApproved)
  })
}

const first = (overrides: Partial<Attempt>) => makeAttempt({ changedAt: at(2), ...overrides })
const second = (overrides: Partial<Attempt>) =>
  makeAttempt({ number: 2, method: 'card', changedAt: at(3), ...overrides })

const led: [string, Attempt[], number | undefined, PaymentState][] = [
  ['no attempt', [], undefined, 'creating'],
  ['one being created', [first({ state: 'creating' })], 1, 'creating'],
  ['one that is open', [first({ state: 'open' })], 1, 'open'],
  ['one being captured', [first({ state: 'capturing' })], 1, 'capturing'],
  ['one that is pending', [first({ state: 'pending' })], 1, 'pending'],
  ['one that was refused', [first({ state: 'refused', refusedAt: at(2) })], 1, 'declined'],
  ['one that was captured', [first({ state: 'captured' })], 1, 'paid'],
  ['one that nobody approved', [first({ state: 'closed' })], 1, 'expired'],
  ['one that ended with a refusal', [first({ state: 'closed', refusedAt: at(2) })], 1, 'declined'],
  [
    'a refused one, then an open one',
    [first({ state: 'refused', refusedAt: at(2) }), second({})],
    2,
    'open',
  ],
  [
    'one being captured, then an open one',
    [first({ state: 'capturing' }), second({})],
    1,
    'capturing',
  ],
  ['a pending one, then an open one', [first({ state: 'pending' }), second({})], 1, 'pending'],
  [
    'a captured one, then one being captured',
    [first({ state: 'captured' }), second({ state: 'capturing' })],
    1,
    'paid',
  ],
  ['an open one, then a closed one', [first({}), second({ state: 'closed' })], 1, 'open'],
  ['two changed at once', [first({}), second({ changedAt: at(2) })], 2, 'open'],
]

for (const [name, attempts, number, state] of led) {
  test(`a payment with ${name} is ${state}`, () => {
    assert.equal(leadingAttempt(attempts)?.number, number)
    assert.equal(paymentState(makePayment(attempts), TOTAL), state)
  })
}

const kept: [Partial<Omit<Payment, 'state'>>, PaymentState][] = [
  [{ refundedAmount: 0 }, 'paid'],
  [{ refundedAmount: 1 }, 'partly-refunded'],
  [{ refundedAmount: TOTAL - 1 }, 'partly-refunded'],
  [{ refundedAmount: TOTAL }, 'refunded'],
  [{ refundedAmount: 0, review: { reason: 'amount', at: at(5) } }, 'review'],
]

for (const [overrides, state] of kept) {
  test(`a captured payment with ${JSON.stringify(overrides)} is ${state}`, () => {
    const payment = makePayment([first({ state: 'captured' })], overrides)
    assert.equal(paymentState(payment, TOTAL), state)
  })
}

test('an attempt is found by its reference, and none by an unknown one', () => {
  const payment = makePayment([first({}), second({})])
  assert.equal(findAttempt(payment, 'PP2')?.number, 2)
  assert.equal(findAttempt(payment, 'PP9'), undefined)
  assert.equal(findAttempt(undefined, 'PP1'), undefined)
})

test('an amount that is no whole number is no payment of the shop (rule 4)', () => {
  const payment = makePayment([first({ state: 'captured' })])
  assert.equal(paymentSchema.safeParse(payment).success, true)
  for (const refundedAmount of [Number.NaN, 0.5, -1]) {
    assert.equal(paymentSchema.safeParse({ ...payment, refundedAmount }).success, false)
  }
})
