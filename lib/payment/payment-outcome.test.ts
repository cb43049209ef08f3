import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeProviderOrder,
  NUMBER,
  settleAs,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import { evaluateProviderOrder, type PaymentOutcome } from './payment-outcome.ts'
import type { ProviderCapture, ProviderOrder } from './provider.ts'
import { first, open, paid } from './settlement.fixture.ts'

const pending: PaymentOutcome = {
  kind: 'pending',
  capture: makeCapture({ status: 'pending' }),
  reason: 'PENDING_REVIEW',
}

test('a known outcome changes nothing', () => {
  assert.equal(settleAs(paid, capturedVerdict()), paid)
  const waiting = settleAs(capturing(open), pending)
  assert.equal(settleAs(waiting, pending), waiting)
  assert.equal(settleAs(paid, { kind: 'approved' }), paid)
  assert.equal(settleAs(paid, capturedVerdict('C1'), { reference: 'PP9' }), paid)
})

const both = withAttempts(
  makeAttempt({ state: 'closed', method: 'card' }),
  makeAttempt({ number: 2, state: 'capturing', sends: 1, sentAt: at(9) }),
)

const others: PaymentOutcome[] = [
  { kind: 'open' },
  { kind: 'approved' },
  { kind: 'void' },
  { kind: 'missing' },
  pending,
  { kind: 'refused', capture: makeCapture({ id: 'C0' }), reason: 'DECLINED', order: 'approved' },
  { kind: 'mismatch', reason: 'amount' },
  capturedVerdict('C1'),
]

for (const verdict of others) {
  test(`${verdict.kind} of one attempt leaves another that is under way alone`, () => {
    assert.deepEqual(attemptOf(settleAs(both, verdict), 2), attemptOf(both, 2))
  })
}

for (const state of ['captured', 'pending'] as const) {
  test(`money on a second attempt while the first is ${state} goes to review, and stays known`, () => {
    const first = makeAttempt({ state, captureId: 'C1' })
    const order = withAttempts(first, makeAttempt({ number: 2, state: 'capturing' }))
    for (const [verdict, reservations] of [
      [capturedVerdict('C2'), 'captured'],
      [{ ...pending, capture: makeCapture({ id: 'C2', status: 'pending' }) }, 'pending'],
    ] as const) {
      const doubled = settleAs(order, verdict, { reference: 'PP2' })
      assert.equal(doubled.payment?.review?.reason, 'second-capture')
      assert.equal(attemptOf(doubled, 2).state, reservations)
      assert.equal(attemptOf(doubled, 2).captureId, 'C2')
      assert.deepEqual(attemptOf(doubled), first)
      assert.equal(doubled.payment.captureId, undefined)
    }
  })
}

test('a payment that does not agree goes to review with its capture, once', () => {
  const wrong: PaymentOutcome = { kind: 'mismatch', reason: 'amount', captureId: 'C1' }
  const held = settleAs(capturing(open), wrong)
  assert.equal(held.status, '待付款')
  assert.equal(held.payment?.state, 'review')
  assert.equal(held.payment.review?.reason, 'amount')
  assert.equal(held.payment.captureId, 'C1')
  assert.equal(attemptOf(held).state, 'captured')
  assert.equal(held.check, undefined)
  assert.equal(settleAs(held, wrong), held)
})

const wrong = (captureId?: string): PaymentOutcome => ({
  kind: 'mismatch',
  reason: 'amount',
  captureId,
})

test('a contradiction without money is reviewed once and of no attempt that is over; one with money always is', () => {
  const closed = withAttempts(makeAttempt({ state: 'closed' }))
  assert.equal(settleAs(closed, wrong()), closed)
  assert.equal(settleAs(closed, wrong('C1')).payment?.review?.reason, 'amount')
  const reviewed = settleAs(open, wrong())
  assert.equal(reviewed.payment?.review?.reason, 'amount')
  assert.equal(settleAs(reviewed, wrong()), reviewed)
  assert.equal(attemptOf(settleAs(reviewed, wrong('C1'))).captureId, 'C1')
})

test('a second payment under its provider’s review that is known again is no more missing, and reviewed', () => {
  const lost = { state: 'pending', captureId: 'C2', missingAt: at(8) } as const
  const order = withAttempts(first, makeAttempt({ number: 2, ...lost }))
  const capture = makeCapture({ id: 'C2', status: 'pending' })
  const found = settleAs(order, { ...pending, capture }, { reference: 'PP2' })
  assert.equal(found.payment?.review?.reason, 'second-capture')
  assert.equal(attemptOf(found, 2).missingAt, undefined)
})

test('a payment that its provider told of, and then reviews, waits for that review', () => {
  const told = { state: 'capturing', paidNoticeAt: at(5), sentAt: at(5) } as const
  const card = makeAttempt({ provider: 'ecpay', method: 'ecpay-card', ...told })
  assert.equal(attemptOf(settleAs(withAttempts(card), pending)).state, 'pending')
  // A word that reading back does not show yet changes nothing.
  const order = withAttempts(card)
  assert.equal(settleAs(order, { kind: 'open' }), order)
})

const ours = { id: 'doc-1', number: NUMBER, totalAmount: TOTAL }

const refund = (amount: number, id = 'R1') => ({ id, amount, at: '2026-11-21T03:00:00Z' })

const withCaptures = (...captures: Partial<ProviderCapture>[]) => ({
  captures: captures.map(makeCapture),
})

const cases: [string, Partial<ProviderOrder>, PaymentOutcome['kind'], string?][] = [
  ['a completed capture that agrees', {}, 'captured'],
  ['an order that waits for its buyer', { status: 'open', captures: [] }, 'open'],
  ['an approved order', { status: 'approved', captures: [] }, 'approved'],
  ['a voided order', { status: 'void', captures: [] }, 'void'],
  [
    'a completed order whose capture is pending',
    withCaptures({ status: 'pending', reason: 'PENDING_REVIEW' }),
    'pending',
    'PENDING_REVIEW',
  ],
  ['a pending capture without a reason', withCaptures({ status: 'pending' }), 'pending', 'OTHER'],
  [
    'a completed order whose capture was declined',
    withCaptures({ status: 'declined' }),
    'refused',
    'DECLINED',
  ],
  ['a failed capture', withCaptures({ status: 'declined', reason: 'FAILED' }), 'refused', 'FAILED'],
  [
    'a new approval after a declined capture',
    { status: 'approved', ...withCaptures({ status: 'declined' }) },
    'refused',
    'DECLINED',
  ],
  [
    'a capture after a declined one',
    withCaptures({ id: 'C0', status: 'declined' }, {}),
    'captured',
  ],
  ['another amount', withCaptures({ amount: 1 }), 'mismatch', 'amount'],
  ['an amount that is no number', withCaptures({ amount: Number.NaN }), 'mismatch', 'amount'],
  ['another currency', withCaptures({ currency: 'USD' }), 'mismatch', 'currency'],
  ["another shop's custom id", withCaptures({ customId: 'doc-2' }), 'mismatch', 'custom-id'],
  ['another invoice', withCaptures({ invoiceId: 'x' }), 'mismatch', 'invoice-id'],
  [
    'an open order for another amount',
    { status: 'open', captures: [], amount: 80 },
    'mismatch',
    'amount',
  ],
  ['two captures', withCaptures({}, { id: 'C2' }), 'mismatch', 'two-captures'],
  ['completed without a capture', { captures: [] }, 'mismatch', 'completed-without-capture'],
  [
    'a capture in a state that nobody knows',
    withCaptures({ status: 'other' }),
    'mismatch',
    'unknown-capture-status',
  ],
  [
    'a part given back, of unknown amount',
    withCaptures({ status: 'partly-refunded' }),
    'mismatch',
    'refund-without-amount',
  ],
  [
    'a refund whose amount is no number',
    { ...withCaptures({ status: 'refunded' }), refunds: [refund(Number.NaN)] },
    'mismatch',
    'refund-without-amount',
  ],
]

for (const [name, overrides, kind, reason] of cases) {
  test(`${name} is ${kind}${reason === undefined ? '' : ` for ${reason}`}`, () => {
    const verdict = evaluateProviderOrder(makeProviderOrder(overrides), ours)
    assert.equal(verdict.kind, kind)
    assert.equal('reason' in verdict ? verdict.reason : undefined, reason)
  })
}

const refunds: [string, ProviderCapture['status'], number[], number][] = [
  ['nothing', 'completed', [], 0],
  ['one part', 'partly-refunded', [80], 80],
  ['two parts', 'partly-refunded', [80, 120], 200],
  ['everything, told with its refunds', 'refunded', [TOTAL], TOTAL],
  ['everything, told without refunds, as a reversal', 'refunded', [], TOTAL],
  ['a part of which the capture does not know yet', 'completed', [80], 80],
]

for (const [name, status, amounts, sum] of refunds) {
  test(`NT$${sum} are refunded of a capture of which ${name} was given back`, () => {
    const overrides = amounts.map((amount, index) => refund(amount, `R${index}`))
    const verdict = evaluateProviderOrder(
      makeProviderOrder({ captures: [makeCapture({ status })], refunds: overrides }),
      ours,
    )
    assert.equal(verdict.kind === 'captured' && verdict.refundedAmount, sum)
    assert.deepEqual(verdict.kind === 'captured' && verdict.refunds, overrides)
  })
}
