import assert from 'node:assert/strict'
import { test } from 'node:test'

import { back, end, kept, makeHeld, twice } from './end-review.fixture.ts'
import { inReview } from './orders.fixture.ts'
import { type ReviewCapture, needsLedger, surplusCapture } from './review-evidence.ts'

const added = (...captures: ReviewCapture[]) =>
  end('paid', { captures }, twice)
    .history.slice(twice.history.length)
    .map(({ type }) => type)

test('a review of a paid order ends without a second sale, and notes the money that it keeps once', () => {
  assert.deepEqual(added(kept, back), ['money.returned', 'review.closed'])
  assert.deepEqual(added(makeHeld('C1', 'refunded'), makeHeld('C2', 'completed')), [
    'money.returned',
    'review.closed',
    'money.captured',
  ])
})

test("the provider's books are asked only where its captures do not tell", () => {
  assert.equal(needsLedger('paid', { captures: [] }), false)
  assert.equal(needsLedger('refunded', { captures: [back] }), false)
  assert.equal(needsLedger('refunded', { captures: [kept] }), true)
  assert.equal(needsLedger('expired', { captures: [] }), true)
})

test('of two payments of a paid order the one that does not pay it is offered first; of an unpaid one, or of one payment, all', () => {
  const second = makeHeld('C2', 'completed')
  const order = inReview({ status: '已付款' })
  const paid = { ...order, payment: order.payment && { ...order.payment, captureId: 'C1' } }
  assert.equal(surplusCapture(paid, [kept, second]), 'C2')
  assert.equal(surplusCapture(paid, [second, kept]), 'C2')
  assert.equal(surplusCapture(paid, [second]), undefined)
  assert.equal(surplusCapture({ ...paid, status: '已取消' }, [kept, second]), undefined)
})
