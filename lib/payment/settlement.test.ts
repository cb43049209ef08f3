import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  after,
  afterChange,
  afterDispute,
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeDispute,
  settleAs,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import { paymentStatus } from './payment-status.ts'
import { first, open, paid } from './settlement.fixture.ts'
import { reviewDuplicate } from './settlement.ts'

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

const seen = (from: Order, back: number) =>
  settleAs(from, capturedVerdict('C2', back), { reference: 'PP2' })

test('a second payment that went back needs no person, until its money is there again', () => {
  const order = withAttempts(first, makeAttempt({ number: 2, state: 'closed' }))
  const back = seen(order, TOTAL)
  assert.deepEqual([back.payment?.review, attemptOf(back, 2).captureId], [undefined, 'C2'])
  assert.equal(seen(back, TOTAL), back)
  assert.equal(seen(back, 0).payment?.review?.reason, 'second-capture')
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
