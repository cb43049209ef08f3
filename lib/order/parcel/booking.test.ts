import assert from 'node:assert/strict'
import { test } from 'node:test'

import { applyChange } from '../apply.ts'
import type { Order } from '../order.ts'
import {
  bookingDone,
  bookingMissing,
  bookingOf,
  bookingRefused,
  claimBooking,
  mayBookAgain,
  parcelWish,
} from './booking.ts'
import { bookingProblem } from './booking-problem.ts'
import { liveParcel } from './order-parcel.ts'
import { at, IDS, minute, toStore, withBooking } from './parcels.fixture.ts'

const by = (claim: string) => ({ claim, sendsHome: false })
const owner = (minutes: number) => ({ now: minute(minutes), by: 'owner' as const, who: 'Mei' })

function claimFor(order: Order, claim: string, minutes: number): Order {
  const answer = claimBooking(order, { claim, sendsHome: true }, owner(minutes))
  assert.ok(answer.ok)
  return answer.data ? applyChange(order, answer.data) : order
}

test('a booking is written down with its number before the carrier is asked (rule 720)', () => {
  const order = claimFor(toStore(), 'one', 10)
  const [parcel, ...more] = order.parcels ?? []
  assert.deepEqual(more, [])
  assert.equal(parcel?.number, 'OT20261121100001L01')
  assert.equal(parcel.state, 'booking')
  assert.equal(parcel.claim, 'one')
  assert.deepEqual(order.parcelRefs, ['OT20261121100001L01'])
  assert.equal(order.parcelCheckAt, at(12))
  assert.equal(order.history.at(-1)?.type, 'parcel.requested')
})

test('a second press finds the first one, and a booking that was left goes to the next (rule 720)', () => {
  const order = claimFor(toStore(), 'one', 10)
  assert.deepEqual(claimBooking(order, by('two'), owner(11)), {
    ok: false,
    code: 'booking-under-way',
  })
  // The same transaction, run again.
  assert.deepEqual(claimBooking(order, by('one'), owner(10)), { ok: true, data: undefined })
  const taken = claimFor(order, 'two', 12)
  assert.deepEqual(
    taken.parcels?.map(({ number, claim }) => [number, claim]),
    [['OT20261121100001L01', 'two']],
  )
})

test('an order that has a parcel gets no second one, until that one is over (rule 720)', () => {
  const booked = withBooking()
  assert.deepEqual(claimBooking(booked, by('two'), owner(99)), { ok: true, data: undefined })
  const [first] = booked.parcels ?? []
  assert.ok(first)
  for (const state of ['refused', 'expired', 'cancelled'] as const) {
    const after = claimFor({ ...booked, parcels: [{ ...first, state }] }, 'two', 99)
    assert.equal(liveParcel(after)?.number, 'OT20261121100001L02')
  }
  for (const state of ['picked-up', 'unclaimed', 'lost', 'store-closed'] as const) {
    const after = claimFor({ ...booked, parcels: [{ ...first, state }] }, 'two', 99)
    assert.equal(after.parcels?.length, 1)
  }
})

const paid = toStore()
const { payment } = paid
assert.ok(payment)
const problems: [string, Order, string][] = [
  ['not paid', { ...paid, status: '待付款' }, 'no-such-move'],
  ['shipped', { ...paid, status: '已出貨' }, 'no-such-move'],
  ['refunded', { ...paid, payment: { ...payment, state: 'refunded' } }, 'fully-refunded'],
  ['under review', { ...paid, payment: { ...payment, state: 'review' } }, 'not-paid'],
  ['sent home', { ...paid, shippingMethod: 'home' }, 'not-to-store'],
  [
    'without a number',
    { ...paid, recipient: { ...paid.recipient, store: '7-11 重慶門市' } },
    'not-to-store',
  ],
  [
    'to a name that no chain prints',
    { ...paid, recipient: { ...paid.recipient, lastName: 'Jo', firstName: '·' } },
    'store-recipient',
  ],
  [
    'to no mobile telephone',
    { ...paid, recipient: { ...paid.recipient, phone: '02-23111111' } },
    'store-recipient',
  ],
]
for (const [name, order, code] of problems) {
  test(`no parcel is booked for an order that is ${name} (rule 721)`, () => {
    assert.equal(bookingProblem(order, by('')), code)
    assert.deepEqual(claimBooking(order, by('one'), owner(10)), { ok: false, code })
  })
}

test('the carrier is told the goods, their worth, and nothing to collect', () => {
  const order = claimFor(toStore(), 'one', 10)
  const parcel = liveParcel(order)
  assert.ok(parcel)
  assert.deepEqual(bookingOf(order, parcel), {
    number: 'OT20261121100001L01',
    destination: { chain: '7-11', store: '131386' },
    value: 3000,
    goods: '旅見 T 恤 2件',
    recipient: { name: '王小美', phone: '0933222111' },
    bookedAt: minute(10),
  })
})

test('a parcel home is booked where the carrier goes home, to a whole address (rules 721, 738)', () => {
  const home = toStore({
    shippingMethod: 'home',
    recipient: {
      ...paid.recipient,
      phone: '(02) 2311-1111',
      zipcode: '100',
      city: '臺北市',
      area: '中正區',
      address: '重慶南路一段 1 號',
      store: '',
    },
  })
  const order = claimFor(home, 'one', 10)
  const parcel = liveParcel(order)
  assert.ok(parcel)
  assert.deepEqual([parcel.chain, parcel.store], ['黑貓', ''])
  const { destination, recipient } = bookingOf(order, parcel)
  const address = '臺北市中正區重慶南路一段1號'
  assert.deepEqual(destination, { chain: '黑貓', zipcode: '100', address })
  assert.deepEqual(recipient, { name: '王小美', phone: '0223111111' })
  const unfit = { ...home, recipient: { ...home.recipient, zipcode: '' } }
  assert.equal(bookingProblem(unfit, { sendsHome: true }), 'home-recipient')
})

test('the ids of a parcel are stored once (rule 720)', () => {
  const order = claimFor(toStore(), 'one', 10)
  const change = bookingDone(order, 'OT20261121100001L01', IDS, owner(11))
  assert.ok(change)
  const after = applyChange(order, change)
  assert.equal(liveParcel(after)?.state, 'booked')
  assert.equal(liveParcel(after)?.ids?.paymentNo, 'G6544529')
  assert.deepEqual(after.parcelRefs, ['OT20261121100001L01', '1700001'])
  assert.equal(bookingDone(after, 'OT20261121100001L01', IDS, owner(12)), undefined)
})

const makeRefusal = (claim: string) => ({ number: 'OT20261121100001L01', claim, issue: '餘額不足' })

test('a refusal ends the booking of the request that was refused, and of no other (rule 720)', () => {
  const order = claimFor(toStore(), 'one', 10)
  assert.equal(bookingRefused(order, makeRefusal('two'), owner(11)), undefined)
  const change = bookingRefused(order, makeRefusal('one'), owner(11))
  assert.ok(change)
  const after = applyChange(order, change)
  assert.equal(liveParcel(after), undefined)
  assert.equal(after.parcels?.[0]?.issue, '餘額不足')
})

test('a number is sent again only after the carrier had none of it twice, a minute apart (rule 722)', () => {
  const order = claimFor(toStore(), 'one', 10)
  const change = bookingMissing(order, 'OT20261121100001L01', owner(12))
  assert.ok(change)
  const after = applyChange(order, change)
  assert.equal(bookingMissing(after, 'OT20261121100001L01', owner(13)), undefined)
  const parcel = liveParcel(after)
  assert.ok(parcel)
  assert.equal(mayBookAgain(parcel, new Date(minute(13).getTime() - 1)), false)
  assert.equal(mayBookAgain(parcel, minute(13)), true)
  assert.equal(after.parcelCheckAt, at(13))
})

const pay = (order: Order) => parcelWish({ ...order, status: '待付款' }, order, at(20))
const move = (order: Order) => parcelWish(order, { ...order, payment: { ...payment } }, at(20))

test('an order that is paid, or whose money moves while a parcel is booked, is looked at at once', () => {
  const wish = { parcelCheckAt: at(20) }
  assert.deepEqual(pay(paid), wish)
  assert.deepEqual(pay({ ...paid, shippingMethod: 'home' }), {})
  assert.deepEqual(move(withBooking()), wish)
  assert.deepEqual(move(paid), {})
})
