import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newEvent, type OrderEvent, type ReturnRequest } from './events.ts'
import { book, bookWonBack, orderEntries, paidParts, type StoredMovement } from './movements.ts'
import type { Order } from './order.ts'
import { makeParcel } from './parcel/parcels.fixture.ts'
import type { RefundRequest } from './payment/money-back.ts'
import {
  after,
  at,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  TOTAL,
} from './payment/orders.fixture.ts'
import { item } from './placement.fixture.ts'

type Money = Parameters<typeof makePayment>[1]

const shirts = item(2, { price: 1000 })
const other = item(1, { id: 'b', title: '雨天', price: 1000 })

/** A paid order of two shirts and another one, with NT$80 for delivery. */
function paid(money: Money = {}, overrides: Partial<Order> = {}): Order {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  const payment = makePayment([captured], { captureId: 'C1', ...money })
  const items = [shirts, other]
  return makeOrder({ status: '已付款', paidAt: at(3), items, payment, ...overrides })
}

const back = (amount: number): StoredMovement => ({
  id: 'm',
  at: at(9),
  orderId: 'doc-1',
  orderNumber: 'n',
  provider: 'paypal',
  kind: 'refund',
  isSale: false,
  amount: -amount,
  refs: { capture: 'C1', transaction: 'R1' },
})

const split = (order: Order, movement: StoredMovement) =>
  paidParts(order, movement).map(({ product, pieces, amount }) => [product, pieces, amount])

const kindsOf = (order: Order) => orderEntries(order).map(({ kind, at: when }) => [kind, when])

const heardAt = (minutes: number, type: 'money.refunded' | 'money.reversed'): OrderEvent => {
  const money = { refundRef: 'R', amount: 1, inReview: false }
  return type === 'money.refunded'
    ? newEvent(type, { ...money, origin: 'shop' }, after(minutes))
    : newEvent(type, { ...money, kind: 'reversal' }, after(minutes))
}

const refundedWith = (...history: OrderEvent[]) => paid({ refundedAmount: 500 }, { history })

test('money that no list has is dated by the last word about it, and by the payment without one', () => {
  const refunded = heardAt(5, 'money.refunded')
  const noted = newEvent('note.added', {}, after(20))
  assert.deepEqual(kindsOf(refundedWith(refunded, noted))[1], ['reversal', at(5)])
  assert.deepEqual(kindsOf(refundedWith(refunded, heardAt(7, 'money.reversed'), noted))[1], [
    'reversal',
    at(7),
  ])
  assert.deepEqual(
    kindsOf(refundedWith(heardAt(7, 'money.reversed'), heardAt(8, 'money.refunded')))[1],
    ['reversal', at(8)],
  )
  assert.deepEqual(kindsOf(refundedWith(noted))[1], ['reversal', at(1)])
})

for (const [what, disputes, kind] of [
  ['no dispute', [], 'reversal'],
  ['a dispute that was lost at the bank', [makeDispute('lost', { channel: 'bank' })], 'chargeback'],
  [
    'one that the provider itself decided',
    [makeDispute('lost', { channel: 'provider' })],
    'reversal',
  ],
  ['one that is open', [makeDispute('open', { channel: 'bank' })], 'reversal'],
  [
    'one that is open beside one that was lost',
    [makeDispute('open', { id: 'D0' }), makeDispute('lost', { channel: 'bank' })],
    'chargeback',
  ],
] as const) {
  test(`taken money that nobody lists, with ${what}, is a ${kind}`, () => {
    assert.equal(kindsOf(paid({ refundedAmount: 500, disputes: [...disputes] }))[1]?.[0], kind)
  })
}

test('money that was won back is a return, and what is taken beside it is not', () => {
  const before = paid({ refundedAmount: 500, refunds: [{ id: 'R1', amount: 500, at: at(5) }] })
  const won = bookWonBack({ at: at(9) }, before, paid())
  assert.deepEqual(
    won.map(({ kind, amount }) => [kind, amount]),
    [['returned', 500]],
  )
  const taken = bookWonBack({ at: at(9) }, paid(), before)
  assert.deepEqual(
    taken.map(({ kind, amount }) => [kind, amount]),
    [['refund', -500]],
  )
  assert.deepEqual(book({ at: at(9) }, before, before), [])
})

const fees = (...parcels: Order['parcels'] & object) =>
  orderEntries(makeOrder({ parcels })).map(({ fee, at: when }) => [fee, when])

test('a parcel costs what its fee says, once it was told', () => {
  assert.deepEqual(
    fees(
      makeParcel({ fee: 65, feeAt: at(4) }),
      makeParcel({ number: 'P2', fee: 65 }),
      makeParcel({ number: 'P3', feeAt: at(4) }),
    ),
    [[-65, at(4)]],
  )
})

test('all of it brings the pieces back, a part of it money alone, and what was taken out its own', () => {
  assert.deepEqual(split(paid(), back(TOTAL)), [
    ['a', 2, 2000],
    ['b', 1, 1000],
    [undefined, 0, 80],
  ])
  assert.deepEqual(split(paid(), back(308)), [
    ['a', 0, 200],
    ['b', 0, 100],
    [undefined, 0, 8],
  ])
  const shortened = paid({}, { items: [shirts], removed: [other] })
  assert.deepEqual(split(shortened, back(1000)), [['b', 1, 1000]])
  assert.deepEqual(split(shortened, back(999)).length, 3)
  assert.deepEqual(split(paid({}, { items: [], totalAmount: 0 }), back(5)), [['', 0, 5]])
})

const asked = (overrides: Partial<ReturnRequest>): ReturnRequest => ({
  number: 1,
  state: 'received',
  items: [{ index: 0, quantity: 1 }],
  reason: '',
  contact: '',
  askedAt: at(4),
  changedAt: at(4),
  ...overrides,
})

const refundOf = (overrides: Partial<RefundRequest>): RefundRequest => ({
  number: 1,
  amount: 1000,
  reason: '',
  pressed: '',
  who: '',
  state: 'done',
  at: at(6),
  returnNumber: 1,
  ...overrides,
})

const byReturn = (request: ReturnRequest, requests: readonly RefundRequest[], key = 1) =>
  split(
    paid(
      {
        refunds: [{ id: 'R1', amount: 1000, at: at(6), key: `refund:doc-1:${key}` }],
        refundedAmount: 1000,
        refundRequests: [...requests],
      },
      { returns: [request] },
    ),
    back(1000),
  )

test('the refund of a return brings its pieces, the second one for it money alone', () => {
  assert.deepEqual(byReturn(asked({}), [refundOf({})]), [['a', 1, 1000]])
  const second = refundOf({ number: 2 })
  assert.deepEqual(byReturn(asked({}), [refundOf({}), second], 2), [['a', 0, 1000]])
  const refused = refundOf({ state: 'refused' })
  assert.deepEqual(byReturn(asked({}), [refused, second], 2), [['a', 1, 1000]])
  const ofOther = refundOf({ returnNumber: 2 })
  assert.deepEqual(byReturn(asked({}), [ofOther, second], 2), [['a', 1, 1000]])
})

for (const [state, expected] of [
  [
    'received',
    [
      ['a', 1, 500],
      ['b', 1, 500],
    ],
  ],
  ['exchanged', [['b', 1, 1000]]],
  ['preparing', [['b', 1, 1000]]],
] as const) {
  test(`of a return that is ${state}, pieces that were ${state === 'received' ? 'only wished in another size come back' : 'sent anew stay'}`, () => {
    const items = [
      { index: 0, quantity: 1, size: 'L' as const },
      { index: 1, quantity: 1 },
    ]
    assert.deepEqual(byReturn(asked({ state, items }), [refundOf({})]), expected)
  })
}

test('a piece of a line that is not there brings nothing', () => {
  const items = [
    { index: 7, quantity: 1 },
    { index: 1, quantity: 1 },
  ]
  assert.deepEqual(byReturn(asked({ items }), [refundOf({})]), [['b', 1, 1000]])
})

test('a sale tells the sizes that were kept after an exchange', () => {
  const sale = { ...back(0), kind: 'sale', isSale: true, amount: TOTAL } as const
  const sizes = (request: ReturnRequest) =>
    paidParts(paid({}, { returns: [request] }), sale).map((part) =>
      part.sizes.map(({ size, quantity }) => `${size} ${quantity}`),
    )
  const exchange = asked({ state: 'exchanged', items: [{ index: 0, quantity: 1, size: 'L' }] })
  assert.deepEqual(sizes(exchange), [['M 1', 'L 1'], ['M 1'], []])
  assert.deepEqual(sizes({ ...exchange, state: 'received' }), [['M 2'], ['M 1'], []])
  assert.deepEqual(sizes({ ...exchange, items: [{ index: 0, quantity: 1 }] }), [
    ['M 2'],
    ['M 1'],
    [],
  ])
})
