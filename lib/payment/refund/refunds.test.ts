import assert from 'node:assert/strict'
import { test } from 'node:test'

import { complete } from '#lib/order/complete-order.ts'
import type { Order } from '#lib/order/order.ts'
import { ship } from '#lib/order/ship-order.ts'
import { makeParcel } from '#lib/parcel/parcels.fixture.ts'
import {
  after,
  afterChange,
  at,
  capturedVerdict,
  capturing,
  changeIn,
  makeAttempt,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { PaymentOutcome } from '#lib/payment/payment-outcome.ts'
import type { PaymentState } from '#lib/payment/payment.ts'
import { refundKey } from './refund-record.ts'
import { type RefundInput, reserveRefund } from './request-refund.ts'

const sent = capturing(withAttempts(makeAttempt()))
const paid = settleAs(sent, capturedVerdict())
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
    test(`${name} given back ${when} the shop recorded the capture is recorded, and the order is paid`, () => {
      const back = settleAs(order, capturedVerdict('C1', amount), { now: 20 })
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
      assert.equal(settleAs(back, capturedVerdict('C1', amount), { now: 21 }), back)
    })
    test(`an order of which ${name} was given back ${when} its capture was recorded ${state === 'refunded' ? 'is not' : 'is'} shipped`, () => {
      const back = settleAs(order, capturedVerdict('C1', amount), { now: 20 })
      const answer = ship(back, parcel, after(30, 'owner'))
      assert.equal(answer.ok, state !== 'refunded')
    })
  }
}

test('less given back counts only by an answer that is newer than the record', () => {
  const back = settleAs(paid, capturedVerdict('C1', 80), { now: 20 })
  assert.equal(settleAs(back, capturedVerdict(), { now: 21, before: paid }), back)
  assert.equal(settleAs(back, capturedVerdict(), { now: 22 }).payment?.refundedAmount, 0)
})

test('a refund after shipping leaves the status; a full one is not called delivered', () => {
  const shippedOrder = { ...paid, status: '已出貨' as const }
  const part = settleAs(shippedOrder, capturedVerdict('C1', 80), { now: 20 })
  assert.equal(part.status, '已出貨')
  assert.equal(complete(part, after(30, 'owner')).ok, true)
  const all = settleAs(shippedOrder, capturedVerdict('C1', TOTAL), { now: 20 })
  assert.equal(all.status, '已出貨')
  assert.deepEqual(complete(all, after(30, 'owner')), { ok: false, code: 'fully-refunded' })
})

const makeVerdict = (amount: number, ...keys: readonly string[]): PaymentOutcome => {
  const verdict = capturedVerdict('C1', amount)
  if (verdict.kind !== 'captured') return verdict
  const each = amount / Math.max(1, keys.length)
  const refunds = keys.map((key, index) => {
    return { id: `R${index}`, amount: each, at: at(20), key }
  })
  return { ...verdict, refunds }
}
const ask = (order: Order, overrides: Partial<RefundInput>) =>
  reserveRefund(
    order,
    { amount: 80, key: 'press-1', ...overrides },
    { ...after(20, 'owner'), reason: '缺貨' },
  )
const keyOf = (order: Order, number: number) => refundKey(order.id, number)

const items: Order['items'] = [
  { id: 'otr-001', title: '旅見', size: 'M', quantity: 2, price: 1540, image: '' },
]

// All of it in two refunds: one by the shop, one that was not begun in it.
function backTwice(order: Order, elsewhere: number, minute: number): PaymentOutcome {
  const verdict = makeVerdict(TOTAL)
  if (verdict.kind !== 'captured') return verdict
  const own = { id: 'R0', amount: TOTAL - elsewhere, at: at(20), key: keyOf(order, 1) }
  return { ...verdict, refunds: [{ id: 'R1', amount: elsewhere, at: at(minute) }, own] }
}

const SENT = {
  status: '已出貨',
  shipment: { carrier: '7-11 交貨便', trackingNumber: 'G65445297175', shippedAt: at(12) },
} as const satisfies Partial<Order>

const RESTOCKED: readonly (readonly [
  name: string,
  given: Partial<Order>,
  asked: Partial<RefundInput>,
  verdict: (order: Order) => PaymentOutcome,
  restocked: readonly number[] | undefined,
  since?: Partial<Order>,
])[] = [
  [
    'all of an unshipped order, as asked',
    {},
    { amount: 'rest', restock: true },
    (order) => makeVerdict(TOTAL, keyOf(order, 1)),
    [2],
  ],
  [
    'all of it, where the owner said no',
    {},
    { amount: 'rest' },
    (order) => makeVerdict(TOTAL, keyOf(order, 1)),
    undefined,
  ],
  ['a part', {}, { restock: true }, (order) => makeVerdict(80, keyOf(order, 1)), undefined],
  [
    'all of a shipped order that came back by itself',
    { status: '已出貨' },
    { amount: 'rest', restock: true },
    (order) => makeVerdict(TOTAL, keyOf(order, 1)),
    [2],
  ],
  [
    'all of it less a fee, of a shipped order whose parcel came back',
    { ...SENT, parcels: [makeParcel({ state: 'collected' })], parcelAlarm: 'came-back' },
    { restock: true },
    (order) => makeVerdict(80, keyOf(order, 1)),
    [2],
  ],
  [
    'one unit of a shipped order, which its refund names',
    SENT,
    { amount: 1540, line: 0, restock: true },
    (order) => makeVerdict(1540, keyOf(order, 1)),
    [1],
  ],
  [
    'a part that was refunded before the order was shipped',
    {},
    { restock: true },
    (order) => makeVerdict(80, keyOf(order, 1)),
    undefined,
    { ...SENT, shipment: { ...SENT.shipment, shippedAt: at(30) } },
  ],
  [
    'a part of a shipped order, where the owner said no',
    { status: '已出貨' },
    {},
    (order) => makeVerdict(80, keyOf(order, 1)),
    undefined,
  ],
  [
    'a part of a shipped order whose parcel is still on its way back',
    { ...SENT, parcels: [makeParcel({ state: 'back-in-store' })] },
    { restock: true },
    (order) => makeVerdict(80, keyOf(order, 1)),
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
      const verdict = makeVerdict(80, keyOf(order, 1))
      return verdict.kind === 'captured' ? { ...verdict, refundedAmount: TOTAL } : verdict
    },
    undefined,
  ],
]
for (const [name, overrides, wish, verdict, restocked, since = {}] of RESTOCKED) {
  test(`units that go back to the stock with ${name}`, () => {
    const given: Order = { ...paid, items, ...overrides }
    const order: Order = { ...afterChange(given, changeIn(ask(given, wish))), ...since }
    const result = settleAs(order, verdict(order))
    assert.deepEqual(result.restocked, restocked)
    // Told again, it changes nothing.
    assert.equal(settleAs(result, verdict(order)), result)
  })
}

/** An order after a refund of one unit, the last of so many. */
const refunded = (before: Order, key: string, count: number, restock: boolean): Order => {
  const wish = { amount: 1540, key, line: 0, restock }
  const asked = afterChange(before, changeIn(ask(before, wish)))
  const keys = Array.from({ length: count }, (_, index) => keyOf(asked, index + 1))
  return settleAs(asked, makeVerdict(1540 * count, ...keys))
}

test('units of a shipped order go back to the stock one after the other, each once', () => {
  const order: Order = { ...paid, items, ...SENT }
  const first = refunded(order, 'press-1', 1, true)
  assert.deepEqual(first.restocked, [1])
  const second = refunded(first, 'press-2', 2, true)
  assert.deepEqual(second.restocked, [2])
  assert.deepEqual(refunded(first, 'press-2', 2, false).restocked, [1])
})

test('an alarm about a parcel that came back ends with its refund, whatever its amount', () => {
  const parcels = [makeParcel({ state: 'collected' })]
  const back: Order = { ...paid, items, ...SENT, parcels, parcelAlarm: 'came-back' }
  const order = afterChange(back, changeIn(ask(back, {})))
  assert.equal(order.parcelAlarm, 'came-back')
  assert.equal(settleAs(order, makeVerdict(80, keyOf(order, 1))).parcelAlarm, null)
})

test('no units go back to the stock while a payment is under review', () => {
  const asked = afterChange(paid, changeIn(ask(paid, { amount: 'rest', restock: true })))
  const { payment } = asked
  assert.ok(payment)
  const review = { reason: 'duplicate-invoice' as const, at: at(20) }
  const order: Order = { ...asked, items, payment: { ...payment, review } }
  const back = settleAs(order, makeVerdict(TOTAL, keyOf(order, 1)))
  assert.equal(back.payment?.refundedAmount, TOTAL)
  assert.equal(back.restocked, undefined)
})
