import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order/order.ts'
import {
  after,
  at,
  attemptOf,
  captured,
  changed,
  capturing,
  disputed,
  inReview,
  makeAttempt,
  makeCapture,
  makeDispute,
  settled,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import { reviewDuplicate } from './settlement.ts'
import type { Verdict } from './verdict.ts'

const open = withAttempts(makeAttempt())
const paid = settled(capturing(open), captured())
const pending: Verdict = {
  kind: 'pending',
  capture: makeCapture({ status: 'pending' }),
  reason: 'PENDING_REVIEW',
}

test('a captured payment makes the order paid, with its time, capture, details and reason (rules 40, 271)', () => {
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

test('what is known changes nothing (rule 40)', () => {
  assert.equal(settled(paid, captured()), paid)
  const waiting = settled(capturing(open), pending)
  assert.equal(settled(waiting, pending), waiting)
  assert.equal(settled(paid, { kind: 'approved' }), paid)
  assert.equal(settled(paid, captured('C1'), { reference: 'PP9' }), paid)
})

test('a pending payment stays unpaid and locked, and is settled later', () => {
  const waiting = settled(capturing(open), pending)
  assert.equal(waiting.status, '待付款')
  assert.equal(waiting.payment?.state, 'pending')
  assert.equal(settled(waiting, captured()).status, '已付款')
})

const both = withAttempts(
  makeAttempt({ state: 'closed', method: 'card' }),
  makeAttempt({ number: 2, state: 'capturing', sends: 1, sentAt: at(9) }),
)
const others: Verdict[] = [
  { kind: 'open' },
  { kind: 'approved' },
  { kind: 'void' },
  { kind: 'missing' },
  pending,
  { kind: 'refused', capture: makeCapture({ id: 'C0' }), reason: 'DECLINED', order: 'approved' },
  { kind: 'mismatch', reason: 'amount' },
  captured('C1'),
]

for (const verdict of others) {
  test(`${verdict.kind} of one attempt leaves another that is under way alone (rule 41)`, () => {
    assert.deepEqual(attemptOf(settled(both, verdict), 2), attemptOf(both, 2))
  })
}

for (const state of ['captured', 'pending'] as const) {
  test(`money on a second attempt while the first is ${state} goes to review, and stays known (rule 290)`, () => {
    const first = makeAttempt({ state, captureId: 'C1' })
    const order = withAttempts(first, makeAttempt({ number: 2, state: 'capturing' }))
    for (const [verdict, holds] of [
      [captured('C2'), 'captured'],
      [{ ...pending, capture: makeCapture({ id: 'C2', status: 'pending' }) }, 'pending'],
    ] as const) {
      const doubled = settled(order, verdict, { reference: 'PP2' })
      assert.equal(doubled.payment?.review?.reason, 'second-capture')
      assert.equal(attemptOf(doubled, 2).state, holds)
      assert.equal(attemptOf(doubled, 2).captureId, 'C2')
      assert.deepEqual(attemptOf(doubled), first)
    }
  })
}

test('an order that was paid twice stays paid, and its first capture is the one that pays (rules 40, 290)', () => {
  const two = capturing(withAttempts(makeAttempt(), makeAttempt({ number: 2, method: 'card' })))
  const doubled = settled(settled(two, captured()), captured('C2'), { reference: 'PP2', now: 20 })
  assert.equal(doubled.status, '已付款')
  assert.equal(doubled.payment?.state, 'review')
  assert.equal(doubled.payment.captureId, 'C1')
})

test('money that comes after an order was cancelled goes to review, never to nothing (rule 290)', () => {
  const cancelled: Order = { ...open, status: '已取消' }
  const late = settled(cancelled, captured())
  assert.equal(late.status, '已取消')
  assert.equal(late.payment?.review?.reason, 'paid-after-cancel')
  assert.equal(late.payment.captureId, 'C1')
  assert.equal(settled(late, captured()), late)
})

test('what does not agree goes to review with its capture, once (rule 290)', () => {
  const wrong: Verdict = { kind: 'mismatch', reason: 'amount', captureId: 'C1' }
  const held = settled(capturing(open), wrong)
  assert.equal(held.status, '待付款')
  assert.equal(held.payment?.state, 'review')
  assert.equal(held.payment.review?.reason, 'amount')
  assert.equal(held.payment.captureId, 'C1')
  assert.equal(attemptOf(held).state, 'captured')
  assert.equal(held.check, undefined)
  assert.equal(settled(held, wrong), held)
})

test('under review money is noted, and the status is left to the owner', () => {
  const noted = settled(inReview(), captured())
  assert.equal(noted.status, '待付款')
  assert.equal(noted.payment?.state, 'review')
  assert.equal(noted.payment.captureId, 'C1')
  assert.equal(noted.paidAt, undefined)
})

test('a payment under our order number that is on none of our attempts goes to review (rule 290)', () => {
  const sent = capturing(open)
  const { payment } = changed(sent, reviewDuplicate(sent, after(5)))
  assert.equal(payment?.review?.reason, 'duplicate-invoice')
  assert.equal(reviewDuplicate(paid, after(5)), undefined)
})

test('a dispute that is won after the money was taken back brings the order back to paid (rule 44)', () => {
  const taken = settled(disputed(paid, makeDispute('open')), captured('C1', TOTAL), { now: 30 })
  assert.equal(taken.payment?.state, 'refunded')
  assert.equal(settled(taken, captured(), { now: 31, asked: paid }), taken)
  const back = settled(disputed(taken, makeDispute('won')), captured(), { now: 40 })
  assert.equal(back.payment?.state, 'paid')
  assert.equal(back.payment.refundedAmount, 0)
  assert.deepEqual(back.payment.refunds, [])
  assert.equal(back.status, '已付款')
})

test('a cancelled order whose money came and went back in full stays cancelled (rule 290)', () => {
  const cancelled: Order = { ...open, status: '已取消' }
  const back = settled(cancelled, captured('C1', TOTAL))
  assert.equal(back.status, '已取消')
  assert.deepEqual(
    back.history.slice(cancelled.history.length).map(({ type }) => type),
    ['money.captured', 'money.refunded'],
  )
})
