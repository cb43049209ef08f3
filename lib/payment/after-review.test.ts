import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { endReview } from './end-review.ts'
import {
  after,
  at,
  attemptOf,
  capturedVerdict,
  afterChange,
  makeAttempt,
  makeCapture,
  settleAs,
  inStock,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import { paymentStatus, unsettledAttempts } from './payment-status.ts'

const context = { now: after(200).now, by: 'owner', reason: 'PayPal 已退款' } as const
const makeHeld = (id: string, refundedAmount = 0) => ({
  ...makeCapture({ id, status: refundedAmount > 0 ? 'refunded' : 'completed' }),
  reference: id.replace('C', 'PP'),
  refundedAmount,
  refunds: refundedAmount > 0 ? [{ id: `R-${id}`, amount: refundedAmount, at: at(9) }] : [],
})

function endReviewAs(
  order: Order,
  end: 'paid' | 'refunded',
  captures: ReturnType<typeof makeHeld>[],
) {
  const answer = endReview(order, { stock: inStock(9), end, captures }, context)
  assert.ok(answer.ok)
  return afterChange(order, answer.data)
}

const two = withAttempts(
  makeAttempt({ state: 'captured', captureId: 'C1' }),
  makeAttempt({ number: 2 }),
)

test('money of a cancelled order that was given back in full needs no person, and is shown as refunded', () => {
  const cancelled: Order = { ...withAttempts(makeAttempt()), status: '已取消' }
  const late = settleAs(cancelled, capturedVerdict('C1'))
  assert.equal(late.payment?.review?.reason, 'paid-after-cancel')
  const back = endReviewAs(late, 'refunded', [makeHeld('C1', TOTAL)])
  assert.equal(back.status, '已取消')
  assert.equal(paymentStatus(back), 'refunded')
  assert.equal(settleAs(back, capturedVerdict('C1', TOTAL), { now: 210 }), back)
  const atOnce = settleAs(cancelled, capturedVerdict('C1', TOTAL))
  assert.equal(atOnce.payment?.review, undefined)
  assert.equal(paymentStatus(atOnce), 'refunded')
})

test('an order that was paid while another capture is under way is still looked at', () => {
  const under = withAttempts(
    makeAttempt({ state: 'closed' }),
    makeAttempt({ number: 2, state: 'capturing', sends: 1, sentAt: at(9) }),
  )
  const paid = settleAs(under, capturedVerdict('C1'))
  assert.equal(paid.status, '已付款')
  assert.equal(paid.check?.urgent, true)
  assert.deepEqual(
    unsettledAttempts(paid).map(({ number }) => number),
    [2],
  )
  const idle = settleAs(paid, { kind: 'approved' }, { reference: 'PP2', now: 60 })
  assert.equal(attemptOf(idle, 2).state, 'closed')
  assert.equal(idle.check, undefined)
  const twice = settleAs(paid, capturedVerdict('C2'), { reference: 'PP2', now: 20 })
  assert.equal(twice.payment?.review?.reason, 'second-capture')
})

test('a mismatch of a recorded capture goes to review, and a decided one does not again', () => {
  const wrong = { kind: 'mismatch', reason: 'refund-without-amount', captureId: 'C1' } as const
  const paid = settleAs(two, capturedVerdict('C1'), { now: 5 })
  const seen = settleAs(paid, wrong, { now: 20 })
  assert.equal(seen.payment?.review?.reason, 'refund-without-amount')
  const kept = endReviewAs(seen, 'paid', [makeHeld('C1')])
  assert.equal(settleAs(kept, wrong, { now: 210 }), kept)
})
