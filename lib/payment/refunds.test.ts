import assert from 'node:assert/strict'
import { test } from 'node:test'

import { completed, shipped } from '../order/fulfilment.ts'
import type { Order } from '../order/order.ts'
import {
  after,
  at,
  attemptOf,
  captured,
  capturing,
  changed,
  changeIn,
  makeAttempt,
  settled,
  TOTAL,
  withAttempts,
} from './orders.fixture.ts'
import type { PaymentState } from './payment.ts'
import { type RefundAsked, reserveRefund } from './refund.ts'
import { refundKey } from './refund-request.ts'
import type { Verdict } from './verdict.ts'

const sent = capturing(withAttempts(makeAttempt()))
const paid = settled(sent, captured())
const parcel = { carrier: '黑貓宅急便', trackingNumber: '9012345678' }

const parts: [string, number, PaymentState][] = [
  ['a part', 80, 'partly-refunded'],
  ['all but one', TOTAL - 1, 'partly-refunded'],
  ['all', TOTAL, 'refunded'],
]

for (const [name, amount, state] of parts) {
  for (const [when, order] of [
    ['after', paid],
    ['before', sent],
  ] as const) {
    test(`${name} given back ${when} the shop recorded the capture is recorded, and the order is paid (rule 322)`, () => {
      const back = settled(order, captured('C1', amount), { now: 20 })
      assert.equal(back.payment?.state, state)
      assert.equal(back.payment.refundedAmount, amount)
      assert.deepEqual(back.payment.refunds, [{ id: 'R-C1', amount, at: at(9) }])
      assert.equal(back.payment.captureId, 'C1')
      assert.equal(back.status, '已付款')
      assert.equal(back.paidAt, at(order === paid ? 10 : 20))
      assert.notEqual(back.paymentDetails, undefined)
      assert.equal(back.check, undefined)
      assert.partialDeepStrictEqual(
        back.history.find(({ type }) => type === 'money.refunded'),
        { data: { refundRef: 'R-C1', amount, origin: 'provider' } },
      )
      assert.equal(settled(back, captured('C1', amount), { now: 21 }), back)
    })
    test(`an order of which ${name} was given back ${when} its capture was recorded ${state === 'refunded' ? 'is not' : 'is'} shipped (rule 44)`, () => {
      const back = settled(order, captured('C1', amount), { now: 20 })
      const answer = shipped(back, parcel, after(30, 'owner'))
      assert.equal(answer.ok, state !== 'refunded')
    })
  }
}

test('a further part given back adds up (rule 322)', () => {
  const once = settled(paid, captured('C1', 80), { now: 20 })
  const twice = settled(once, captured('C1', 200), { now: 30 })
  assert.equal(twice.payment?.refundedAmount, 200)
  assert.equal(twice.payment.state, 'partly-refunded')
  assert.equal(twice.paidAt, at(10))
})

test('less given back counts only by an answer that is newer than the record', () => {
  const back = settled(paid, captured('C1', 80), { now: 20 })
  assert.equal(settled(back, captured(), { now: 21, asked: paid }), back)
  assert.equal(settled(back, captured(), { now: 22 }).payment?.refundedAmount, 0)
})

test('more given back counts by any answer', () => {
  const back = settled(paid, captured('C1', 80), { now: 20 })
  const more = settled(back, captured('C1', TOTAL), { now: 21, asked: paid })
  assert.equal(more.payment?.state, 'refunded')
})

test('what is given back after shipping leaves the status; given back in full it is not called delivered', () => {
  const shippedOrder = { ...paid, status: '已出貨' as const }
  const part = settled(shippedOrder, captured('C1', 80), { now: 20 })
  assert.equal(part.status, '已出貨')
  assert.equal(completed(part, after(30, 'owner')).ok, true)
  const all = settled(shippedOrder, captured('C1', TOTAL), { now: 20 })
  assert.equal(all.status, '已出貨')
  assert.deepEqual(completed(all, after(30, 'owner')), { ok: false, code: 'fully-refunded' })
})

test('what is given back is read of a captured attempt that stays captured', () => {
  assert.equal(attemptOf(settled(paid, captured('C1', TOTAL))).state, 'captured')
})

const back = (amount: number, ...keys: readonly string[]): Verdict => {
  const verdict = captured('C1', amount)
  if (verdict.kind !== 'captured') return verdict
  const each = amount / Math.max(1, keys.length)
  const refunds = keys.map((key, index) => {
    return { id: `R${index}`, amount: each, at: at(20), key }
  })
  return { ...verdict, refunds }
}
const asked = (order: Order, given: Partial<RefundAsked>) =>
  reserveRefund(
    order,
    { amount: 80, pressed: 'press-1', ...given },
    { ...after(20, 'owner'), reason: '缺貨' },
  )
const keyOf = (order: Order, number: number) => refundKey(order.id, number)

const items: Order['items'] = [
  { id: 'otr-001', title: '旅見', size: 'M', quantity: 2, price: 1540, image: '' },
]

// All of it in two refunds: one by the shop, one that was not begun in it.
function backTwice(order: Order, elsewhere: number, minute: number): Verdict {
  const verdict = back(TOTAL)
  if (verdict.kind !== 'captured') return verdict
  const own = { id: 'R0', amount: TOTAL - elsewhere, at: at(20), key: keyOf(order, 1) }
  return { ...verdict, refunds: [{ id: 'R1', amount: elsewhere, at: at(minute) }, own] }
}

const RESTOCKED: readonly (readonly [
  name: string,
  given: Partial<Order>,
  asked: Partial<RefundAsked>,
  verdict: (order: Order) => Verdict,
  restocked: readonly number[] | undefined,
])[] = [
  [
    'all of an unshipped order, as asked',
    {},
    { amount: 'rest', restock: true },
    (order) => back(TOTAL, keyOf(order, 1)),
    [2],
  ],
  [
    'all of it, where the owner said no',
    {},
    { amount: 'rest' },
    (order) => back(TOTAL, keyOf(order, 1)),
    undefined,
  ],
  ['a part', {}, { restock: true }, (order) => back(80, keyOf(order, 1)), undefined],
  [
    'all of a shipped order',
    { status: '已出貨' },
    { amount: 'rest', restock: true },
    (order) => back(TOTAL, keyOf(order, 1)),
    undefined,
  ],
  [
    'the rest of it by a reversal, which may come back',
    {},
    { restock: true },
    (order) => backTwice(order, TOTAL - 80, 30),
    undefined,
  ],
  [
    'the rest of it, after a part at the provider',
    {},
    { amount: 'rest', restock: true },
    (order) => backTwice(order, 80, 15),
    [2],
  ],
  [
    'all of it by a reversal that is not listed',
    {},
    { restock: true },
    (order) => {
      const verdict = back(80, keyOf(order, 1))
      return verdict.kind === 'captured' ? { ...verdict, refundedAmount: TOTAL } : verdict
    },
    undefined,
  ],
]
for (const [name, given, wish, verdict, restocked] of RESTOCKED) {
  test(`what goes back to the stock with ${name} (rule 17)`, () => {
    const order: Order = { ...changed(paid, changeIn(asked(paid, wish))), items, ...given }
    const told = settled(order, verdict(order))
    assert.deepEqual(told.restocked, restocked)
    // Told again, it changes nothing.
    assert.equal(settled(told, verdict(order)), told)
  })
}
