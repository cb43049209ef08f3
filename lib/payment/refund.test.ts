import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order/order.ts'
import { nextCheck } from './check.ts'
import {
  after,
  captured,
  capturing,
  changed,
  changeIn,
  minute,
  settled,
  TOTAL,
  withAttempts,
  makeAttempt,
  makeDispute,
  inReview,
} from './orders.fixture.ts'
import type { Payment } from './payment.ts'
import {
  refundableAmount,
  refundedReturns,
  refuseRefund,
  reserveRefund,
  type RefundAsked,
} from './refund.ts'
import { refundKey } from './refund-request.ts'
import type { Verdict } from './verdict.ts'

const open = withAttempts(makeAttempt())
const paid = settled(capturing(open), captured())
const context = { ...after(20, 'owner'), who: 'lin@example.com', reason: '尺寸不合' }

const reserve = (order: Order, asked: Partial<RefundAsked> = {}, given = context) =>
  reserveRefund(order, { amount: 80, pressed: 'press-1', ...asked }, given)
const reserved = (order: Order, asked: Partial<RefundAsked> = {}) =>
  changed(order, changeIn(reserve(order, asked)))

function withPayment(order: Order, given: Partial<Payment>): Order {
  const { payment } = order
  return payment ? { ...order, payment: { ...payment, ...given } } : order
}

test('a refund is written down with its number, reason and person before the provider is asked (rules 46, 82, 321)', () => {
  const order = reserved(paid)
  assert.deepEqual(order.payment?.refundRequests, [
    {
      number: 1,
      amount: 80,
      reason: '尺寸不合',
      pressed: 'press-1',
      who: 'lin@example.com',
      state: 'sending',
      at: context.now.toISOString(),
    },
  ])
  assert.partialDeepStrictEqual(order.history.at(-1), {
    by: 'owner',
    who: 'lin@example.com',
    note: '尺寸不合',
    type: 'refund.requested',
    data: { number: 1, amount: 80 },
  })
  assert.equal(order.payment.refundedAmount, 0)
  assert.equal(refundableAmount(order), TOTAL - 80)
  assert.deepEqual(order.check, { at: minute(21).toISOString(), urgent: true, looks: 0 })
})

test('a second press of the same button, and a lost answer, change nothing (rule 320)', () => {
  const order = reserved(paid)
  assert.deepEqual(reserve(order), { ok: true, data: undefined })
  assert.deepEqual(reserve(reserved(paid, { amount: 'rest' }), { amount: 'rest' }), {
    ok: true,
    data: undefined,
  })
  assert.deepEqual(reserve(order, { amount: 90 }), { ok: false, code: 'key-used' })
})

const REFUSED: readonly (readonly [
  name: string,
  order: Order,
  asked: Partial<RefundAsked>,
  code: string,
])[] = [
  ['an unpaid order', open, {}, 'not-paid'],
  ['a payment under review', inReview(), {}, 'in-review'],
  ['an open dispute', withPayment(paid, { disputes: [makeDispute('open')] }), {}, 'disputed'],
  ['a lost dispute', withPayment(paid, { disputes: [makeDispute('lost')] }), {}, 'dispute-lost'],
  ['more than was captured', paid, { amount: TOTAL + 1 }, 'too-much'],
  ['nothing', paid, { amount: 0 }, 'wrong-amount'],
  ['less than nothing', paid, { amount: -80 }, 'wrong-amount'],
  ['a fraction', paid, { amount: 80.5 }, 'wrong-amount'],
  ['no number', paid, { amount: Number.NaN }, 'wrong-amount'],
  ['what went back already', settled(paid, captured('C1', TOTAL)), {}, 'nothing-left'],
  ['a refund beside another', reserved(paid), { pressed: 'press-2' }, 'refund-under-way'],
  ['what was seen before another refund', paid, { left: TOTAL - 1 }, 'changed-meanwhile'],
  ['the same', reserved(paid), { pressed: 'press-2', left: TOTAL }, 'changed-meanwhile'],
  ['a return that there is not', paid, { returnNumber: 1 }, 'no-return'],
]
for (const [name, order, asked, code] of REFUSED) {
  test(`${name} is not given back: ${code} (rule 46)`, () => {
    assert.deepEqual(reserve(order, asked), { ok: false, code })
  })
}

test('a refund without a reason is not made (rule 321)', () => {
  const answer = reserve(paid, {}, { ...context, reason: ' ' })
  assert.deepEqual(answer, { ok: false, code: 'no-reason' })
})

test('a dispute that was won is no hindrance', () => {
  assert.equal(reserve(withPayment(paid, { disputes: [makeDispute('won')] })).ok, true)
})

test('the rest is what neither went back nor is on its way back (rule 46)', () => {
  const part = settled(paid, captured('C1', 80))
  assert.equal(reserved(part, { amount: 'rest' }).payment?.refundRequests?.[0]?.amount, TOTAL - 80)
  const pending = settled(reserved(part, { amount: 1000 }), seen(captured('C1', 80), 'pending'))
  const next = reserved(pending, { amount: 'rest', pressed: 'press-2' })
  assert.equal(next.payment?.refundRequests?.[1]?.amount, TOTAL - 80 - 1000)
})

// The provider's word on the first refund of the shop's own.
function seen(verdict: Verdict, state: 'done' | 'pending' | 'failed', amount = 80): Verdict {
  if (verdict.kind !== 'captured') return verdict
  const key = refundKey('doc-1', 1)
  if (state !== 'done') return { ...verdict, unfinished: [{ key, state }] }
  const refund = { id: 'R1', amount, at: minute(21).toISOString(), key }
  const refunds = [...verdict.refunds, refund]
  return { ...verdict, refunds, refundedAmount: verdict.refundedAmount + amount }
}
const stateOf = (order: Order) => order.payment?.refundRequests?.[0]?.state

test('the settling that sees a refund of ours records its money and ends its request, once (rule 320)', () => {
  const sent = reserved(paid)
  const done = settled(sent, seen(captured(), 'done'))
  assert.equal(stateOf(done), 'done')
  assert.equal(done.payment?.state, 'partly-refunded')
  assert.equal(done.payment.refundedAmount, 80)
  assert.equal(done.payment.refunds[0]?.key, 'refund:doc-1:1')
  assert.equal(done.check, undefined)
  assert.equal(settled(done, seen(captured(), 'done')), done)
})

test('a pending refund stays known, and is looked at seldom until it is done', () => {
  const pending = settled(reserved(paid), seen(captured(), 'pending'))
  assert.equal(stateOf(pending), 'pending')
  assert.equal(pending.payment?.refundedAmount, 0)
  assert.equal(pending.check?.at, minute(40).toISOString())
  assert.equal(stateOf(settled(pending, seen(captured(), 'done'))), 'done')
  assert.equal(pending.history.at(-1)?.type, 'refund.pending')
  const failed = settled(pending, seen(captured(), 'failed'))
  assert.equal(stateOf(failed), 'refused')
  assert.partialDeepStrictEqual(failed.history.at(-1), {
    type: 'refund.refused',
    data: { number: 1, amount: 80, issue: 'REFUND_FAILED' },
  })
})

test('somebody else’s refund does not end ours', () => {
  const other = settled(reserved(paid), captured('C1', 80))
  assert.equal(stateOf(other), 'sending')
  assert.equal(refundableAmount(other), TOTAL - 160)
})

test('a refused refund frees its money, and the same press may ask again (rule 46)', () => {
  const sent = reserved(paid)
  const said = { number: 1, issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' }
  const refused = changed(sent, refuseRefund(sent, said, after(21, 'owner')))
  assert.equal(stateOf(refused), 'refused')
  assert.equal(refundableAmount(refused), TOTAL)
  assert.equal(refuseRefund(refused, said, after(22)), undefined)
  const again = reserved(refused)
  assert.equal(again.payment?.refundRequests?.[1]?.number, 2)
  // An answer that was wrong is mended by the provider's own list.
  assert.equal(stateOf(settled(refused, seen(captured(), 'done'))), 'done')
})

test('a refund under way is looked at even where a person looks at the payment', () => {
  const review = { reason: 'second-capture' as const, at: minute(20).toISOString() }
  const order = withPayment(reserved(paid), { review })
  assert.deepEqual(nextCheck(order, minute(30), 1), {
    at: minute(32).toISOString(),
    urgent: true,
    looks: 1,
  })
})

test('a refund of what was seen as left is tied to its return', () => {
  const pieces = [{ index: 0, quantity: 1 }]
  const times = { askedAt: paid.createdAt, changedAt: paid.createdAt }
  const request = { number: 1, items: pieces, reason: '', contact: '', ...times }
  const order: Order = { ...paid, returns: [{ ...request, state: 'received' }] }
  assert.deepEqual(refundedReturns(order), [{ number: 1, refunded: 0 }])
  const asked = reserved(order, { amount: 500, left: TOTAL, returnNumber: 1 })
  assert.deepEqual(refundedReturns(asked), [{ number: 1, refunded: 500 }])
})
