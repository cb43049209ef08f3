import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  after,
  afterChange,
  capturedVerdict,
  capturing,
  changeIn,
  inReview,
  makeAttempt,
  makeDispute,
  minute,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { nextCheck } from '#lib/payment/payment-checks.ts'
import type { PaymentOutcome } from '#lib/payment/payment-outcome.ts'
import type { Payment } from '#lib/payment/payment.ts'
import { refundKey } from './refund-record.ts'
import { refundableAmount } from './refundable.ts'
import { refundedReturns, type RefundInput, refuseRefund, reserveRefund } from './request-refund.ts'

const open = withAttempts(makeAttempt())
const paid = settleAs(capturing(open), capturedVerdict())
const context = { ...after(20, 'owner'), who: 'lin@example.com', reason: '尺寸不合' }

const reserve = (order: Order, request: Partial<RefundInput> = {}, overrides = context) =>
  reserveRefund(order, { amount: 80, key: 'press-1', ...request }, overrides)
const reserveChange = (order: Order, request: Partial<RefundInput> = {}) =>
  afterChange(order, changeIn(reserve(order, request)))

function withPayment(order: Order, overrides: Partial<Payment>): Order {
  const { payment } = order
  return payment ? { ...order, payment: { ...payment, ...overrides } } : order
}

test('a second press of the same button, and a lost answer, change nothing', () => {
  const order = reserveChange(paid)
  assert.deepEqual(reserve(order), { ok: true, data: undefined })
  assert.deepEqual(reserve(reserveChange(paid, { amount: 'rest' }), { amount: 'rest' }), {
    ok: true,
    data: undefined,
  })
  assert.deepEqual(reserve(order, { amount: 90 }), { ok: false, code: 'key-used' })
})

const REFUSED: readonly (readonly [
  name: string,
  order: Order,
  asked: Partial<RefundInput>,
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
  ['what went back already', settleAs(paid, capturedVerdict('C1', TOTAL)), {}, 'nothing-left'],
  ['a refund beside another', reserveChange(paid), { key: 'press-2' }, 'refund-under-way'],
  ['what was seen before another refund', paid, { left: TOTAL - 1 }, 'changed-meanwhile'],
  ['the same', reserveChange(paid), { key: 'press-2', left: TOTAL }, 'changed-meanwhile'],
  ['a return that there is not', paid, { returnNumber: 1 }, 'no-return'],
]
for (const [name, order, request, code] of REFUSED) {
  test(`${name} is not given back: ${code}`, () => {
    assert.deepEqual(reserve(order, request), { ok: false, code })
  })
}

test('a refund without a reason is not made', () => {
  const answer = reserve(paid, {}, { ...context, reason: ' ' })
  assert.deepEqual(answer, { ok: false, code: 'no-reason' })
})

test('the rest is what neither went back nor is on its way back', () => {
  const part = settleAs(paid, capturedVerdict('C1', 80))
  const { payment } = reserveChange(part, { amount: 'rest' })
  assert.equal(payment?.refundRequests?.[0]?.amount, TOTAL - 80)
  const outcome = withRefund(capturedVerdict('C1', 80), 'pending')
  const pending = settleAs(reserveChange(part, { amount: 1000 }), outcome)
  const next = reserveChange(pending, { amount: 'rest', key: 'press-2' })
  assert.equal(next.payment?.refundRequests?.[1]?.amount, TOTAL - 80 - 1000)
})

type RefundEnd = 'done' | 'pending' | 'failed'
// The provider's word on the first refund of the shop's own.
function withRefund(verdict: PaymentOutcome, state: RefundEnd, amount = 80): PaymentOutcome {
  if (verdict.kind !== 'captured') return verdict
  const key = refundKey('doc-1', 1)
  if (state !== 'done') return { ...verdict, unfinished: [{ key, state }] }
  const refund = { id: 'R1', amount, at: minute(21).toISOString(), key }
  const refunds = [...verdict.refunds, refund]
  return { ...verdict, refunds, refundedAmount: verdict.refundedAmount + amount }
}
const stateOf = (order: Order) => order.payment?.refundRequests?.[0]?.state

test('a pending refund stays known, and is looked at seldom until it is done', () => {
  const pending = settleAs(reserveChange(paid), withRefund(capturedVerdict(), 'pending'))
  assert.equal(stateOf(pending), 'pending')
  assert.equal(pending.payment?.refundedAmount, 0)
  assert.equal(pending.check?.at, minute(40).toISOString())
  assert.equal(stateOf(settleAs(pending, withRefund(capturedVerdict(), 'done'))), 'done')
  assert.equal(pending.history.at(-1)?.type, 'refund.pending')
  const failed = settleAs(pending, withRefund(capturedVerdict(), 'failed'))
  assert.equal(stateOf(failed), 'refused')
  assert.partialDeepStrictEqual(failed.history.at(-1), {
    type: 'refund.refused',
    data: { number: 1, amount: 80, issue: 'REFUND_FAILED' },
  })
})

test('somebody else’s refund does not end ours', () => {
  const other = settleAs(reserveChange(paid), capturedVerdict('C1', 80))
  assert.equal(stateOf(other), 'sending')
  assert.equal(refundableAmount(other), TOTAL - 160)
})

test('a refused refund frees its money, and the same press may ask again', () => {
  const sent = reserveChange(paid)
  const said = { number: 1, issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS' }
  const refused = afterChange(sent, refuseRefund(sent, said, after(21, 'owner')))
  assert.equal(stateOf(refused), 'refused')
  assert.equal(refundableAmount(refused), TOTAL)
  assert.equal(refuseRefund(refused, said, after(22)), undefined)
  const again = reserveChange(refused)
  assert.equal(again.payment?.refundRequests?.[1]?.number, 2)
  // An answer that was wrong is mended by the provider's own list.
  assert.equal(stateOf(settleAs(refused, withRefund(capturedVerdict(), 'done'))), 'done')
})

test('a refund under way is looked at even where a person looks at the payment', () => {
  const review = { reason: 'second-capture' as const, at: minute(20).toISOString() }
  const order = withPayment(reserveChange(paid), { review })
  const check = { at: minute(32).toISOString(), urgent: true, looks: 1 }
  assert.deepEqual(nextCheck(order, minute(30), 1), check)
})

test('a refund of what was seen as left is tied to its return', () => {
  const units = [{ index: 0, quantity: 1 }]
  const times = { requestedAt: paid.createdAt, changedAt: paid.createdAt }
  const request = { number: 1, items: units, reason: '', contact: '', ...times }
  const order: Order = { ...paid, returns: [{ ...request, state: 'received' }] }
  assert.deepEqual(refundedReturns(order), [{ number: 1, refunded: 0 }])
  const before = reserveChange(order, { amount: 500, left: TOTAL, returnNumber: 1 })
  assert.deepEqual(refundedReturns(before), [{ number: 1, refunded: 500 }])
})
