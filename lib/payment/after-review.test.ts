import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order/order.ts'
import { noteApproval, refuseCapture } from './capture-attempt.ts'
import {
  after,
  at,
  attemptOf,
  captured,
  capturing,
  changed,
  makeAttempt,
  makeCapture,
  settled,
  inStock,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import { paymentStatus, unsettledAttempts } from './payment-status.ts'
import { reviewed } from './review.ts'

const context = { now: after(200).now, by: 'owner', reason: 'PayPal 已退款' } as const
const held = (id: string, refundedAmount = 0) => ({
  ...makeCapture({ id, status: refundedAmount > 0 ? 'refunded' : 'completed' }),
  reference: id.replace('C', 'PP'),
  refundedAmount,
  refunds: refundedAmount > 0 ? [{ id: `R-${id}`, amount: refundedAmount, at: at(9) }] : [],
})

function ended(order: Order, end: 'paid' | 'refunded', captures: ReturnType<typeof held>[]) {
  const answer = reviewed(order, { stock: inStock(9), end, captures }, context)
  assert.ok(answer.ok)
  return changed(order, answer.data)
}

const two = withAttempts(
  makeAttempt({ state: 'captured', captureId: 'C1' }),
  makeAttempt({ number: 2 }),
)

test('a second capture that was given back in full does not open its review again', () => {
  const paid = settled(withAttempts(makeAttempt(), makeAttempt({ number: 2 })), captured('C1'))
  const twice = settled(paid, captured('C2'), { reference: 'PP2', now: 20 })
  assert.equal(twice.payment?.review?.reason, 'second-capture')
  const kept = ended(twice, 'paid', [held('C1'), held('C2', TOTAL)])
  assert.equal(paymentStatus(kept), 'paid')
  const again = settled(kept, captured('C2', TOTAL), { reference: 'PP2', now: 210 })
  assert.equal(paymentStatus(again), 'paid')
  assert.equal(settled(again, captured('C2', TOTAL), { reference: 'PP2', now: 220 }), again)
})

test('money of a cancelled order that was given back in full needs no person, and is told as refunded (rule 279)', () => {
  const cancelled: Order = { ...withAttempts(makeAttempt()), status: '已取消' }
  const late = settled(cancelled, captured('C1'))
  assert.equal(late.payment?.review?.reason, 'paid-after-cancel')
  const back = ended(late, 'refunded', [held('C1', TOTAL)])
  assert.equal(back.status, '已取消')
  assert.equal(paymentStatus(back), 'refunded')
  assert.equal(settled(back, captured('C1', TOTAL), { now: 210 }), back)
  const atOnce = settled(cancelled, captured('C1', TOTAL))
  assert.equal(atOnce.payment?.review, undefined)
  assert.equal(paymentStatus(atOnce), 'refunded')
})

test('an order that was paid while another capture is under way is still looked at (rule 310)', () => {
  const under = withAttempts(
    makeAttempt({ state: 'closed' }),
    makeAttempt({ number: 2, state: 'capturing', sends: 1, sentAt: at(9) }),
  )
  const paid = settled(under, captured('C1'))
  assert.equal(paid.status, '已付款')
  assert.equal(paid.check?.urgent, true)
  assert.deepEqual(
    unsettledAttempts(paid).map(({ number }) => number),
    [2],
  )
  const idle = settled(paid, { kind: 'approved' }, { reference: 'PP2', now: 60 })
  assert.equal(attemptOf(idle, 2).state, 'closed')
  assert.equal(idle.check, undefined)
  const twice = settled(paid, captured('C2'), { reference: 'PP2', now: 20 })
  assert.equal(twice.payment?.review?.reason, 'second-capture')
})

test('an approval event is kept whatever the provider says of the order by then', () => {
  const sent = { reference: 'PP1', captureAttempt: 1 }
  const begun = capturing(withAttempts(makeAttempt()))
  const problem = { kind: 'refused', issue: 'INSTRUMENT_DECLINED' } as const
  const declined = changed(begun, refuseCapture(begun, sent, problem, after(3)))
  const first = noteApproval(declined, 'PP1', { at: at(4), event: 'E1' }, after(5))
  const noted = changed(declined, first)
  assert.deepEqual(attemptOf(noted).approvalEvents, ['E1'])
  assert.equal(attemptOf(noted).state, 'refused')
  assert.equal(attemptOf(noted).changedAt, attemptOf(declined).changedAt)
  assert.equal(noteApproval(noted, 'PP1', { at: at(4), event: 'E1' }, after(6)), undefined)
})

test('a mismatch of a recorded capture goes to review, and a decided one does not again', () => {
  const wrong = { kind: 'mismatch', reason: 'refund-without-amount', captureId: 'C1' } as const
  const paid = settled(two, captured('C1'), { now: 5 })
  const seen = settled(paid, wrong, { now: 20 })
  assert.equal(seen.payment?.review?.reason, 'refund-without-amount')
  const kept = ended(seen, 'paid', [held('C1')])
  assert.equal(settled(kept, wrong, { now: 210 }), kept)
})
