import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { ship } from '#lib/order/ship-order.ts'
import { amountBack, takenAmount, withTakenKinds } from '#lib/payment/refund/charged-back.ts'
import type { Refund } from '#lib/payment/refund/refund-record.ts'
import { type Dispute, disputeProblem, disputeState, isDisputed } from './dispute.ts'
import {
  after,
  afterDispute,
  at,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeDispute,
  makeOrder,
  makePayment,
  settleAs,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import { leadingAttempt, paymentState } from './payment-status.ts'
import {
  type Attempt,
  ATTEMPT_STATES,
  isLocking,
  type Payment,
  paymentSchema,
  type PaymentState,
} from './payment.ts'
import type { ProviderCapture } from './provider.ts'

test('only an attempt that holds money, or may, keeps others from being captured', () => {
  const locking = ATTEMPT_STATES.filter((state) => isLocking(makeAttempt({ state })))
  assert.deepEqual(locking, ['capturing', 'pending', 'captured'])
})

const first = (overrides: Partial<Attempt>) => makeAttempt({ changedAt: at(2), ...overrides })
const second = (overrides: Partial<Attempt>) =>
  makeAttempt({ number: 2, method: 'card', changedAt: at(3), ...overrides })

const led: [string, Attempt[], number | undefined, PaymentState][] = [
  ['no attempt', [], undefined, 'creating'],
  ['one being created', [first({ state: 'creating' })], 1, 'creating'],
  ['one that is open', [first({ state: 'open' })], 1, 'open'],
  ['one being captured', [first({ state: 'capturing' })], 1, 'capturing'],
  ['one that is pending', [first({ state: 'pending' })], 1, 'pending'],
  ['one that was refused', [first({ state: 'refused', refusedAt: at(2) })], 1, 'declined'],
  ['one that was captured', [first({ state: 'captured' })], 1, 'paid'],
  ['one that nobody approved', [first({ state: 'closed' })], 1, 'expired'],
  ['one that ended with a refusal', [first({ state: 'closed', refusedAt: at(2) })], 1, 'declined'],
  [
    'a refused one, then an open one',
    [first({ state: 'refused', refusedAt: at(2) }), second({})],
    2,
    'open',
  ],
  [
    'one being captured, then an open one',
    [first({ state: 'capturing' }), second({})],
    1,
    'capturing',
  ],
  ['a pending one, then an open one', [first({ state: 'pending' }), second({})], 1, 'pending'],
  [
    'a captured one, then one being captured',
    [first({ state: 'captured' }), second({ state: 'capturing' })],
    1,
    'paid',
  ],
  ['an open one, then a closed one', [first({}), second({ state: 'closed' })], 1, 'open'],
  ['two changed at once', [first({}), second({ changedAt: at(2) })], 2, 'open'],
]

for (const [name, attempts, number, state] of led) {
  test(`a payment with ${name} is ${state}`, () => {
    assert.equal(leadingAttempt(attempts)?.number, number)
    assert.equal(paymentState(makePayment(attempts), TOTAL), state)
  })
}

const kept: [Partial<Omit<Payment, 'state'>>, PaymentState][] = [
  [{ refundedAmount: 0 }, 'paid'],
  [{ refundedAmount: 1 }, 'partly-refunded'],
  [{ refundedAmount: TOTAL - 1 }, 'partly-refunded'],
  [{ refundedAmount: TOTAL }, 'refunded'],
  [{ refundedAmount: 0, review: { reason: 'amount', at: at(5) } }, 'review'],
]

for (const [overrides, state] of kept) {
  test(`a captured payment with ${JSON.stringify(overrides)} is ${state}`, () => {
    const payment = makePayment([first({ state: 'captured' })], overrides)
    assert.equal(paymentState(payment, TOTAL), state)
  })
}

test('an amount that is no whole number is no payment of the shop', () => {
  const payment = makePayment([first({ state: 'captured' })])
  assert.equal(paymentSchema.safeParse(payment).success, true)
  for (const refundedAmount of [Number.NaN, 0.5, -1]) {
    assert.equal(paymentSchema.safeParse({ ...payment, refundedAmount }).success, false)
  }
})

const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())
const parcel = { carrier: '黑貓宅急便', trackingNumber: '1' }
const statesOf = ({ payment }: Order) => payment?.disputes?.map(({ id, state }) => `${id} ${state}`)
const secondDisputes = (state: Dispute['state']) => makeDispute(state, { id: 'PP-D-2' })

test('a dispute is recorded once, with its time, and changes neither status nor payment', () => {
  const opened = afterDispute(paid, makeDispute('open'))
  assert.deepEqual(opened.payment?.disputes, [makeDispute('open', { changedAt: at(20) })])
  assert.equal(opened.payment.disputed, true)
  assert.equal(opened.status, '已付款')
  assert.equal(opened.payment.state, 'paid')
  assert.equal(afterDispute(opened, makeDispute('open')), opened)
  assert.equal(afterDispute(makeOrder(), makeDispute('open')).payment, undefined)
})

test('an order with two disputes is not shipped before both have ended', () => {
  const both = afterDispute(afterDispute(paid, makeDispute('open')), secondDisputes('open'))
  const one = afterDispute(both, makeDispute('won'))
  assert.deepEqual(statesOf(one), ['PP-D-1 won', 'PP-D-2 open'])
  assert.equal(isDisputed(one.payment), true)
  assert.equal(one.payment?.disputed, true)
  assert.deepEqual(ship(one, parcel, after(30)), { ok: false, code: 'disputed' })
  const none = afterDispute(one, secondDisputes('won'))
  assert.equal(none.payment?.disputed, false)
  assert.equal(ship(none, parcel, after(30)).ok, true)
})

test('the end of the first dispute that is reported after the second began leaves the second open', () => {
  const known = afterDispute(afterDispute(paid, secondDisputes('open')), makeDispute('won'))
  assert.deepEqual(statesOf(known), ['PP-D-2 open', 'PP-D-1 won'])
  assert.equal(disputeProblem(known.payment), 'disputed')
})

test('an appeal changes the end of a dispute, and the buyer may appeal, too', () => {
  const lost = afterDispute(afterDispute(paid, makeDispute('open')), makeDispute('lost'))
  assert.equal(disputeProblem(lost.payment), 'dispute-lost')
  const won = afterDispute(lost, makeDispute('won'))
  assert.equal(disputeProblem(won.payment), undefined)
  assert.equal(disputeState(afterDispute(won, makeDispute('open')).payment), 'open')
})

test('an answer that was asked for before another one was recorded changes nothing', () => {
  const opened = afterDispute(paid, makeDispute('open'))
  const won = afterDispute(opened, makeDispute('won'))
  assert.equal(afterDispute(won, makeDispute('lost'), opened), won)
  assert.equal(afterDispute(won, makeDispute('open'), paid), won)
})

const refund = (id: string, amount: number, overrides: Partial<Refund> = {}): Refund => {
  return { id, amount, at: `2026-11-22T0${id.at(-1)}:00:00Z`, ...overrides }
}
const own = refund('R1', 80, { key: 'refund:doc-1:1' })
const partly = makeCapture({ status: 'partly-refunded' })
const taken = makeCapture({ status: 'partly-refunded', takenBack: 'chargeback' })
const lost = makeDispute('lost', { amount: 1040, channel: 'bank' })

const amounts: [string, ProviderCapture, Refund[], Dispute[], number][] = [
  ['a part that was taken beside a refund', taken, [own], [lost], 1120],
  ['the same before the dispute has ended', taken, [own], [{ ...lost, state: 'open' }], 1120],
  ['money that an open dispute only holds', partly, [own], [{ ...lost, state: 'open' }], 80],
  ['a taking that is listed', taken, [own, refund('R2', 1040)], [lost], 1120],
  ['a taking that was won back', partly, [own], [{ ...lost, state: 'won' }], 80],
  ['two takings of one amount, one listed', taken, [refund('R2', 1040)], [lost, lost], 2080],
  ['more than there is', taken, [own], [{ ...lost, amount: TOTAL }], TOTAL],
  ['a taking of which nobody tells the amount', taken, [own], [], Number.NaN],
]
for (const [name, capture, refunds, disputes, expected] of amounts) {
  test(`NT$${expected} went back of ${name}`, () => {
    assert.equal(amountBack(capture, refunds, disputes), expected)
  })
}

const kindsOf = (refunds: readonly Refund[], known: Refund[] = [], disputes: Dispute[] = [lost]) =>
  withTakenKinds({ refunds: known, disputes }, partly, refunds).map(({ kind }) => kind ?? 'refund')

test("money taken back is neither the shop's own refund, nor one that was known before", () => {
  assert.deepEqual(kindsOf([own, refund('R2', 1040)]), ['refund', 'chargeback'])
  const made = refund('R2', 500)
  assert.deepEqual(kindsOf([made, refund('R3', 1040)], [made]), ['refund', 'chargeback'])
  assert.deepEqual(kindsOf([refund('R2', 1040), refund('R3', 700)]), ['chargeback', 'refund'])
  assert.deepEqual(kindsOf([made], [], []), ['refund'])
})

test('a kind that is known stays, and a second refund beside it is one', () => {
  const known = refund('R2', 700, { kind: 'reversal' })
  assert.deepEqual(kindsOf([refund('R2', 700), refund('R3', 60)], [known]), ['reversal', 'refund'])
})

test('money taken back is counted apart from refunds', () => {
  const refunds = [own, refund('R2', 500, { kind: 'chargeback' })]
  const payment = makePayment([], { refunds, refundedAmount: 700 })
  assert.equal(takenAmount(payment), 500)
  assert.equal(takenAmount({ ...payment, unlisted: 'reversal' }), 620)
})
