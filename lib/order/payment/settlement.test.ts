import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order.ts'
import {
  after,
  at,
  attemptOf,
  capturedVerdict,
  afterChange,
  capturing,
  afterDispute,
  makeAttempt,
  makeCapture,
  makeDispute,
  settleAs,
  TOTAL,
  withAttempts,
  makeProviderOrder,
  NUMBER,
} from './orders.fixture.ts'
import { paymentStatus } from './payment-status.ts'
import type { ProviderCapture, ProviderOrder } from './provider.ts'
import { reviewDuplicate, type PaymentOutcome, evaluateProviderOrder } from './settlement.ts'

const open = withAttempts(makeAttempt())
const paid = settleAs(capturing(open), capturedVerdict())
const pending: PaymentOutcome = {
  kind: 'pending',
  capture: makeCapture({ status: 'pending' }),
  reason: 'PENDING_REVIEW',
}

test('a captured payment makes the order paid, with its time, capture, details and reason', () => {
  assert.equal(paid.status, '已付款')
  assert.equal(paid.paidAt, at(10))
  assert.equal(paid.payment?.state, 'paid')
  assert.equal(paid.payment.captureId, 'C1')
  assert.deepEqual(paid.paymentDetails, makeCapture())
  assert.equal(paid.check, undefined)
  assert.deepEqual(
    paid.history.slice(-2).map(({ type, data }) => ({ type, data })),
    [
      {
        type: 'money.captured',
        data: { attempt: 1, captureRef: 'C1', amount: TOTAL, status: 'completed' },
      },
      { type: 'order.paid', data: { details: makeCapture() } },
    ],
  )
  assert.equal(attemptOf(paid).state, 'captured')
})

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
    for (const [verdict, holds] of [
      [capturedVerdict('C2'), 'captured'],
      [{ ...pending, capture: makeCapture({ id: 'C2', status: 'pending' }) }, 'pending'],
    ] as const) {
      const doubled = settleAs(order, verdict, { reference: 'PP2' })
      assert.equal(doubled.payment?.review?.reason, 'second-capture')
      assert.equal(attemptOf(doubled, 2).state, holds)
      assert.equal(attemptOf(doubled, 2).captureId, 'C2')
      assert.deepEqual(attemptOf(doubled), first)
      assert.equal(doubled.payment.captureId, undefined)
    }
  })
}

test('an order that was paid twice stays paid, and its first capture is the one that pays', () => {
  const two = capturing(withAttempts(makeAttempt(), makeAttempt({ number: 2, method: 'card' })))
  const doubled = settleAs(settleAs(two, capturedVerdict()), capturedVerdict('C2'), {
    reference: 'PP2',
    now: 20,
  })
  assert.equal(doubled.status, '已付款')
  assert.equal(doubled.payment?.state, 'review')
  assert.equal(doubled.payment.captureId, 'C1')
})

test('money that comes after an order was cancelled goes to review, never to nothing', () => {
  const cancelled: Order = { ...open, status: '已取消' }
  const late = settleAs(cancelled, capturedVerdict())
  assert.equal(late.status, '已取消')
  assert.equal(late.payment?.review?.reason, 'paid-after-cancel')
  assert.equal(late.payment.captureId, 'C1')
  assert.equal(settleAs(late, capturedVerdict()), late)
})

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

const first = makeAttempt({ state: 'captured', captureId: 'C1' })

const seen = (from: Order, back: number) =>
  settleAs(from, capturedVerdict('C2', back), { reference: 'PP2' })

test('a second payment that went back needs no person, until its money is there again', () => {
  const order = withAttempts(first, makeAttempt({ number: 2, state: 'closed' }))
  const back = seen(order, TOTAL)
  assert.deepEqual([back.payment?.review, attemptOf(back, 2).captureId], [undefined, 'C2'])
  assert.equal(seen(back, TOTAL), back)
  assert.equal(seen(back, 0).payment?.review?.reason, 'second-capture')
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
  const told = { state: 'capturing', toldPaidAt: at(5), sentAt: at(5) } as const
  const card = makeAttempt({ provider: 'ecpay', method: 'ecpay-card', ...told })
  assert.equal(attemptOf(settleAs(withAttempts(card), pending)).state, 'pending')
  // A word that reading back does not show yet changes nothing.
  const order = withAttempts(card)
  assert.equal(settleAs(order, { kind: 'open' }), order)
})

test('a payment under our order number that is on none of our attempts goes to review', () => {
  const sent = capturing(open)
  const { payment } = afterChange(sent, reviewDuplicate(sent, after(5)))
  assert.equal(payment?.review?.reason, 'duplicate-invoice')
  assert.equal(reviewDuplicate(paid, after(5)), undefined)
})

test('a buyer whose payment was refused for its number reads that nothing was taken', () => {
  const sent = capturing(open)
  const blocked = afterChange(sent, reviewDuplicate(sent, after(5)))
  assert.equal(paymentStatus(blocked), 'blocked')
  const found = settleAs(blocked, capturedVerdict())
  assert.equal(paymentStatus(found), 'review')
})

test('a dispute that is won after the money was taken back brings the order back to paid', () => {
  const taken = settleAs(afterDispute(paid, makeDispute('open')), capturedVerdict('C1', TOTAL), {
    now: 30,
  })
  assert.equal(taken.payment?.state, 'refunded')
  assert.equal(settleAs(taken, capturedVerdict(), { now: 31, before: paid }), taken)
  const back = settleAs(afterDispute(taken, makeDispute('won')), capturedVerdict(), { now: 40 })
  assert.equal(back.payment?.state, 'paid')
  assert.equal(back.payment.refundedAmount, 0)
  assert.deepEqual(back.payment.refunds, [])
  assert.equal(back.status, '已付款')
})

test('a cancelled order whose money came and went back in full stays cancelled', () => {
  const cancelled: Order = { ...open, status: '已取消' }
  const back = settleAs(cancelled, capturedVerdict('C1', TOTAL))
  assert.equal(back.status, '已取消')
  assert.deepEqual(
    back.history.slice(cancelled.history.length).map(({ type }) => type),
    ['money.captured', 'money.refunded'],
  )
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
