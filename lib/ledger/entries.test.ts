import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { makeParcel } from '#lib/parcel/parcels.fixture.ts'
import { after, at, makeDispute, makeOrder } from '#lib/payment/orders.fixture.ts'
import { paid } from './entries.fixture.ts'
import { book, bookWonBack, orderEntries } from './entries.ts'

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

test('a parcel costs what its fee says, once it was reported', () => {
  assert.deepEqual(
    fees(
      makeParcel({ fee: 65, feeAt: at(4) }),
      makeParcel({ number: 'P2', fee: 65 }),
      makeParcel({ number: 'P3', feeAt: at(4) }),
    ),
    [[-65, at(4)]],
  )
})
