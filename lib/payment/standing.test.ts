import assert from 'node:assert/strict'
import { test } from 'node:test'

import { PAYMENT_MOVES, PAYMENT_STATES, type PaymentState, recheckAfter } from './payment.ts'
import { canApproveAgain, isPayable, standing } from './standing.ts'

const payment = (state: PaymentState) => ({
  state,
  method: 'paypal' as const,
  createAttempt: 1,
  captureAttempt: 1,
  paypalOrderIds: [],
  startedAt: '2026-11-21T02:00:00.000Z',
  changedAt: '2026-11-21T02:00:00.000Z',
})

const cases: [PaymentState, string, boolean][] = [
  ['creating', 'unpaid', true],
  ['created', 'unpaid', true],
  ['capturing', 'confirming', false],
  ['pending', 'pending', false],
  ['paid', 'paid', false],
  ['declined', 'declined', true],
  ['review', 'review', false],
  ['expired', 'expired', true],
  ['refunded', 'refunded', false],
]

for (const [state, said, payable] of cases) {
  test(`a payment that is ${state} is told as ${said}`, () => {
    const now = standing({ status: '待付款', payment: payment(state) })
    assert.equal(now, said)
    assert.equal(isPayable(now), payable)
  })
}

test('an order without payment is unpaid', () => {
  assert.equal(standing({ status: '待付款', payment: undefined }), 'unpaid')
})

test('every state that can still move by itself is looked at again', () => {
  const open = PAYMENT_STATES.filter((state) => recheckAfter(state) !== undefined)
  assert.deepEqual(open, ['creating', 'created', 'capturing', 'pending', 'declined'])
})

test('money that came never expires and is never declined', () => {
  for (const move of ['expired', 'declined', 'creating', 'capturing'] as const) {
    assert.equal(PAYMENT_MOVES.paid.includes(move), false)
    assert.equal(PAYMENT_MOVES.refunded.includes(move), false)
  }
})

test('a review ends as its owner found it, and is never the start of another capture', () => {
  assert.deepEqual(PAYMENT_MOVES.review, ['paid', 'refunded', 'expired'])
})

const refusedFor: [PaymentState, string, boolean][] = [
  ['declined', 'INSTRUMENT_DECLINED', true],
  ['declined', 'PAYER_ACTION_REQUIRED', true],
  ['declined', 'PAYER_CANNOT_PAY', false],
  ['declined', 'DECLINED', false],
  ['created', 'INSTRUMENT_DECLINED', false],
]

for (const [state, reason, again] of refusedFor) {
  test(`${state} for ${reason} ${again ? 'goes back to' : 'does not open'} PayPal's window`, () => {
    assert.equal(canApproveAgain({ payment: { ...payment(state), reason } }), again)
  })
}
