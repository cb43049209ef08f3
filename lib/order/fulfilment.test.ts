import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  after,
  at,
  afterChange,
  changeIn,
  inReview,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  TOTAL,
} from './payment/orders.fixture.ts'
import type { Payment } from './payment/payment.ts'
import type { RefundRequest } from './payment/refund-request.ts'
import {
  complete,
  type FulfilmentRefusal,
  correctParcel,
  parcelOf,
  ship,
  trackingPage,
} from './fulfilment.ts'
import type { ChangeContext } from './events.ts'
import type { Order } from './order.ts'
import { ORDER_STATUSES } from './order-status.ts'

const context: ChangeContext = { ...after(10, 'owner'), who: 'wang' }
const parcel = { carrier: ' 黑貓宅急便 ', trackingNumber: ' 9012345678 ' }

function makePaid(
  overrides: Partial<Order> = {},
  payment: Partial<Omit<Payment, 'state'>> = {},
): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  return makeOrder({ status: '已付款', payment: makePayment(attempts, payment), ...overrides })
}

test('a paid order is shipped with its parcel, and who did it when (rules 82, 358)', () => {
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

for (const status of ORDER_STATUSES) {
  test(`${status} ${status === '已付款' ? 'can' : 'cannot'} be shipped (rule 33)`, () => {
    const answer = ship(makePaid({ status }), parcel, context)
    const refusal = status === '已出貨' ? 'other-parcel' : 'no-such-move'
    assert.equal(answer.ok || answer.code, status === '已付款' || refusal)
  })
  test(`${status} ${['已出貨', '已完成'].includes(status) ? 'can' : 'cannot'} be completed (rule 33)`, () => {
    const answer = complete(makePaid({ status }), context)
    const isOk = status === '已出貨' || status === '已完成'
    assert.equal(answer.ok || answer.code, isOk || 'no-such-move')
  })
}

const pending = makePayment([makeAttempt({ state: 'pending' })])
function refunding(state: RefundRequest['state'], amount: number, refundedAmount = 0): Order {
  const request = { number: 1, amount, reason: '缺貨', pressed: 'press-1', state, at: at(8) }
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
  test(`an order marked 已付款 whose money ${name} ${expected === true ? 'is' : 'is not'} shipped (rule 44)`, () => {
    const answer = ship(order, parcel, context)
    assert.equal(answer.ok || answer.code, expected)
  })
}

for (const missing of [{ carrier: ' ' }, { trackingNumber: '' }]) {
  test(`a parcel without ${Object.keys(missing).join()} is not shipped (rule 358)`, () => {
    const answer = ship(makePaid(), { ...parcel, ...missing }, context)
    assert.deepEqual(answer, { ok: false, code: 'parcel-incomplete' })
  })
}

test('an order of which a part was given back is completed, one given back in full is not', () => {
  const part = makePaid({ status: '已出貨' }, { refundedAmount: 80 })
  assert.equal(complete(part, context).ok, true)
  const all = makePaid({ status: '已出貨' }, { refundedAmount: TOTAL })
  assert.deepEqual(complete(all, context), { ok: false, code: 'fully-refunded' })
})

test('a completed order keeps the reason that was given', () => {
  const answer = complete(makePaid({ status: '已出貨' }), { ...context, reason: '買家已領取' })
  assert.deepEqual(answer.ok && answer.data?.events[0], {
    at: at(10),
    by: 'owner',
    who: 'wang',
    note: '買家已領取',
    type: 'order.completed',
    data: {},
  })
})

test('the same parcel again, or a second press of completed, changes nothing (rule 357)', () => {
  const left = afterChange(makePaid(), changeIn(ship(makePaid(), parcel, context)))
  assert.deepEqual(ship(left, parcel, context), { ok: true, data: undefined })
  const other = { ...parcel, trackingNumber: '2' }
  assert.deepEqual(ship(left, other, context), { ok: false, code: 'other-parcel' })
  const arrived = afterChange(left, changeIn(complete(left, context)))
  assert.equal(arrived.completedAt, at(10))
  assert.deepEqual(complete(arrived, context), { ok: true, data: undefined })
})

test('a wrong tracking number is corrected, and the one before stays in the history (rule 358)', () => {
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

const pages: [string, string, string | undefined][] = [
  [
    '黑貓宅急便',
    '9070-1234 5678',
    'https://www.t-cat.com.tw/Inquire/TraceDetail.aspx?BillID=907012345678',
  ],
  ['黑貓宅急便', '?', 'https://www.t-cat.com.tw/Inquire/Trace.aspx'],
  ['中華郵政', '12345678901234', 'https://postserv.post.gov.tw/pstmail/main_mail.html'],
  ['自己送', '1', undefined],
]

for (const [carrier, number, page] of pages) {
  test(`a parcel of ${carrier} with ${number} is looked up at ${page} (rule 282)`, () => {
    assert.equal(trackingPage(carrier, number), page)
  })
}
