import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newMail } from '#lib/mail/mail.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import {
  after,
  afterChange,
  at,
  changeIn,
  inReview,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { parcelOf } from './entered-parcel.ts'
import {
  context,
  makePaid,
  paid,
  parcel,
  parcelUndoShipping,
  shipPaid,
} from './fulfilment.fixture.ts'
import type { FulfilmentRefusal } from './move-refusal.ts'
import type { Order } from './order.ts'
import { correctParcel, ship } from './ship-order.ts'

test('a paid order is shipped with its parcel, and who did it when', () => {
  assert.deepEqual(ship(makePaid(), parcel, context), {
    ok: true,
    data: {
      events: [
        {
          at: at(10),
          by: 'owner',
          who: 'wang',
          type: 'parcel.shipped',
          data: { parcel: parcelOf(parcel) },
        },
      ],
    },
  })
  const sent = afterChange(makePaid(), changeIn(ship(makePaid(), parcel, context)))
  assert.equal(sent.status, '已出貨')
  assert.deepEqual(sent.shipment, { ...parcelOf(parcel), shippedAt: at(10) })
})

const pending = makePayment([makeAttempt({ state: 'pending' })])

function refunding(state: RefundRequest['state'], amount: number, refundedAmount = 0): Order {
  const request = { number: 1, amount, reason: '缺貨', idempotencyKey: 'press-1', state, at: at(8) }
  return makePaid({}, { refundedAmount, refundRequests: [{ ...request, who: 'wang' }] })
}

const monies: [string, Order, FulfilmentRefusal | true][] = [
  ['was kept', makePaid(), true],
  ['was given back in part', makePaid({}, { refundedAmount: 80 }), true],
  ['was given back in full', makePaid({}, { refundedAmount: TOTAL }), 'fully-refunded'],
  ['is going back in full', refunding('pending', TOTAL), 'refunding-all'],
  ['may be going back in full', refunding('sending', TOTAL - 80, 80), 'refunding-all'],
  ['is going back in part', refunding('pending', 80), true],
  ['did not go back in full', refunding('refused', TOTAL), true],
  ['is under review', inReview({ status: '已付款' }), 'not-paid'],
  ['is pending', makeOrder({ status: '已付款', payment: pending }), 'not-paid'],
  ['is disputed', makePaid({}, { disputes: [makeDispute('open')] }), 'disputed'],
  ['was disputed and won', makePaid({}, { disputes: [makeDispute('won')] }), true],
  ['was disputed and lost', makePaid({}, { disputes: [makeDispute('lost')] }), 'dispute-lost'],
  [
    'was disputed, lost and taken back',
    makePaid({}, { disputes: [makeDispute('lost')], refundedAmount: TOTAL }),
    'dispute-lost',
  ],
]

for (const [name, order, expected] of monies) {
  test(`an order marked 已付款 whose money ${name} ${expected === true ? 'is' : 'is not'} shipped`, () => {
    const answer = ship(order, parcel, context)
    assert.equal(answer.ok || answer.code, expected)
  })
}

for (const missing of [{ carrier: ' ' }, { trackingNumber: '' }]) {
  test(`a parcel without ${Object.keys(missing).join()} is not shipped`, () => {
    const answer = ship(makePaid(), { ...parcel, ...missing }, context)
    assert.deepEqual(answer, { ok: false, code: 'parcel-incomplete' })
  })
}

test('a wrong tracking number is corrected, and the one before stays in the history', () => {
  const left = afterChange(makePaid(), changeIn(ship(makePaid(), parcel, context)))
  const change = changeIn(correctParcel(left, { ...parcel, trackingNumber: '2' }, context))
  const { shipment, history } = afterChange(left, change)
  assert.deepEqual(shipment, { carrier: '黑貓宅急便', trackingNumber: '2', shippedAt: at(10) })
  assert.deepEqual(history.at(-1)?.data, {
    parcel: { ...parcelOf(parcel), trackingNumber: '2' },
    before: parcelOf(parcel),
  })
  assert.deepEqual(correctParcel(left, parcel, context), { ok: true, data: undefined })
  const empty = correctParcel(left, { ...parcel, carrier: ' ' }, context)
  assert.deepEqual(empty, { ok: false, code: 'parcel-incomplete' })
  assert.equal(correctParcel(makePaid(), parcel, context).ok, false)
})

function nextAt(before: Order, later: Order) {
  return mailsOf(before, later).map((mail) => newMail(mail, new Date(at(22))).nextAt)
}

test('the mail of an owner waits as long, also that of a correction; a carrier is reported of at once', () => {
  const before = shipPaid()
  assert.deepEqual(nextAt(paid, before), [at(30)])
  const other = { ...parcelUndoShipping, trackingNumber: '9013' }
  const correct = (minute: number) => {
    return afterChange(before, changeIn(correctParcel(before, other, after(minute, 'owner'))))
  }
  assert.deepEqual(nextAt(before, correct(22)), [at(30)])
  const draft = mailsOf(before, correct(50))[0]
  assert.ok(draft)
  assert.equal(newMail(draft, new Date(at(50))).nextAt, at(50))
  assert.deepEqual(nextAt(paid, shipPaid('provider')), [at(22)])
})
