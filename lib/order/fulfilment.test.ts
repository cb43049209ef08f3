import assert from 'node:assert/strict'
import { test } from 'node:test'

import { recipientSchema } from '../delivery/recipient-schema.ts'
import { newMail } from '../mail/mail.ts'
import { mailsOf } from '../mail/outbox-store.ts'
import { type ChangeContext, type Actor } from './events.ts'
import {
  complete,
  type FulfilmentRefusal,
  correctParcel,
  parcelOf,
  ship,
  trackingPage,
  cancel,
  writeInvoiceChange,
  noteChange,
  readInvoiceNumber,
  editRecipientChange,
  canUndoShipping,
  undoShipping,
} from './fulfilment.ts'
import { ORDER_STATUSES } from './order-list.ts'
import { readOrderNumber } from './order-number.ts'
import type { Order } from './order.ts'
import { type RefundRequest } from './payment/money-back.ts'
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
  withAttempts,
} from './payment/orders.fixture.ts'
import { type Payment, ATTEMPT_STATES } from './payment/payment.ts'

const context: ChangeContext = { ...after(10, 'owner'), who: 'wang' }
const parcel = { carrier: ' 黑貓宅急便 ', trackingNumber: ' 9012345678 ' }

function makePaid(
  overrides: Partial<Order> = {},
  payment: Partial<Omit<Payment, 'state'>> = {},
): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  return makeOrder({ status: '已付款', payment: makePayment(attempts, payment), ...overrides })
}

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

for (const status of ORDER_STATUSES) {
  test(`${status} ${status === '已付款' ? 'can' : 'cannot'} be shipped`, () => {
    const answer = ship(makePaid({ status }), parcel, context)
    const refusal = status === '已出貨' ? 'other-parcel' : 'no-such-move'
    assert.equal(answer.ok || answer.code, status === '已付款' || refusal)
  })
  test(`${status} ${['已出貨', '已完成'].includes(status) ? 'can' : 'cannot'} be completed`, () => {
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

test('an order of which a part was given back is completed, one given back in full is not', () => {
  const part = makePaid({ status: '已出貨' }, { refundedAmount: 80 })
  assert.equal(complete(part, context).ok, true)
  const all = makePaid({ status: '已出貨' }, { refundedAmount: TOTAL })
  assert.deepEqual(complete(all, context), { ok: false, code: 'fully-refunded' })
})

test('the same parcel again, or a second press of completed, changes nothing', () => {
  const left = afterChange(makePaid(), changeIn(ship(makePaid(), parcel, context)))
  assert.deepEqual(ship(left, parcel, context), { ok: true, data: undefined })
  const other = { ...parcel, trackingNumber: '2' }
  assert.deepEqual(ship(left, other, context), { ok: false, code: 'other-parcel' })
  const arrived = afterChange(left, changeIn(complete(left, context)))
  assert.equal(arrived.completedAt, at(10))
  assert.deepEqual(complete(arrived, context), { ok: true, data: undefined })
})

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
  test(`a parcel of ${carrier} with ${number} is looked up at ${page}`, () => {
    assert.equal(trackingPage(carrier, number), page)
  })
}

for (const status of ORDER_STATUSES) {
  const isUnpaid = status === '待付款'
  test(`an order that is ${status} ${isUnpaid ? 'can' : 'cannot'} be cancelled`, () => {
    const answer = cancel(makeOrder({ status }), 'by-owner', after(10, 'owner'))
    assert.equal(answer.ok, isUnpaid)
    assert.equal(answer.ok || answer.code, isUnpaid || 'not-unpaid')
  })
}

for (const state of ATTEMPT_STATES) {
  const isUnderWay = ['capturing', 'pending', 'captured'].includes(state)
  test(`an order with an attempt that is ${state} ${isUnderWay ? 'is not' : 'is'} cancelled`, () => {
    const order = withAttempts(makeAttempt(), makeAttempt({ number: 2, state }))
    const answer = cancel(order, 'unpaid-too-long', after(10, 'sweep'))
    assert.equal(answer.ok || answer.code, isUnderWay ? 'money-under-way' : true)
  })
}

test('an order under review is not cancelled', () => {
  const answer = cancel(inReview(), 'by-member', after(10))
  assert.deepEqual(answer, { ok: false, code: 'money-under-way' })
})

test('an order whose money was all given back while it was unpaid can end', () => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const order = makeOrder({ payment: makePayment(attempts, { refundedAmount: TOTAL }) })
  assert.equal(cancel(order, 'unpaid-too-long', after(10, 'sweep')).ok, true)
  const part = makeOrder({ payment: makePayment(attempts, { refundedAmount: TOTAL - 1 }) })
  assert.equal(cancel(part, 'unpaid-too-long', after(10, 'sweep')).ok, false)
})

const contextEdits = { ...after(5, 'owner'), who: 'lin' }
const recipient = recipientSchema.parse({
  lastName: '王',
  firstName: '芳',
  phone: '0912345678',
  email: 'fang@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '忠孝西路 1 號',
})
const order = makeOrder({ recipient })

for (const status of ORDER_STATUSES) {
  const isOpen = status === '待付款' || status === '已付款'
  test(`the recipient of an order that is ${status} ${isOpen ? 'can' : 'cannot'} be edited`, () => {
    const answer = editRecipientChange(
      { ...order, status },
      { ...recipient, phone: '0987654321' },
      contextEdits,
    )
    assert.equal(answer.ok || answer.code, isOpen || 'shipped-already')
  })
}

test('earlier text stays in the history', () => {
  const edited = { ...recipient, phone: '0987654321', note: '管理室代收' }
  const after = afterChange(order, changeIn(editRecipientChange(order, edited, contextEdits)))
  assert.deepEqual(after.recipient, edited)
  assert.partialDeepStrictEqual(after.history.at(-1), {
    type: 'recipient.edited',
    data: { before: { phone: '0912345678', note: '' } },
  })
  assert.deepEqual(editRecipientChange(after, edited, contextEdits), { ok: true, data: undefined })
  const incomplete = editRecipientChange(order, { ...recipient, city: '' }, contextEdits)
  assert.deepEqual(incomplete, { ok: false, code: 'recipient-incomplete', detail: '縣市' })
})

test('a note is an event of the history', () => {
  const change = changeIn(noteChange(' 已電話聯絡 ', contextEdits))
  assert.partialDeepStrictEqual(change?.events, [{ type: 'note.added', note: '已電話聯絡' }])
  assert.deepEqual(noteChange('  ', contextEdits), { ok: false, code: 'no-text' })
})

for (const [text, number] of [
  ['AB-12345678', 'AB12345678'],
  ['ab 12345678', 'AB12345678'],
  ['ＡＢ１２３４５６７８', 'AB12345678'],
  ['A12345678', undefined],
  ['AB1234567', undefined],
  ['', undefined],
] as const) {
  test(`the invoice's number ${text || 'nothing'} is read as ${number}`, () => {
    assert.equal(readInvoiceNumber(text), number)
  })
}

test('an invoice is written down once, and corrected', () => {
  const after = afterChange(order, changeIn(writeInvoiceChange(order, 'AB-12345678', contextEdits)))
  assert.equal(after.invoiceNumber, 'AB12345678')
  assert.deepEqual(writeInvoiceChange(after, 'ab12345678', contextEdits), {
    ok: true,
    data: undefined,
  })
  assert.equal(writeInvoiceChange(after, 'CD12345678', contextEdits).ok, true)
  assert.deepEqual(writeInvoiceChange(order, '1', contextEdits), {
    ok: false,
    code: 'no-invoice-number',
  })
})

for (const text of [
  'order2026112110-0001',
  ' 2026112110-0001 ',
  'ORDER２０２６１１２１１０－０００１',
]) {
  test(`${text} is an order number`, () => {
    assert.equal(readOrderNumber(text), 'Order2026112110-0001')
  })
}
for (const text of ['2026112110', '2026112110-1', 'order', '', 'Order2026112110-0001x']) {
  test(`${text || 'nothing'} is no order number`, () => {
    assert.equal(readOrderNumber(text), undefined)
  })
}

const parcelUndoShipping = { carrier: '黑貓宅急便', trackingNumber: '9012' }
const waiting = { isMailWaiting: true }
const payment = makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })])
const paid = makeOrder({ status: '已付款', paidAt: at(9), payment })

function shipPaid(by: Actor = 'owner'): Order {
  return afterChange(paid, changeIn(ship(paid, parcelUndoShipping, after(20, by))))
}

test('for ten minutes a shipping can be taken back, and the order is 已付款 without a parcel', () => {
  const before = shipPaid()
  assert.equal(canUndoShipping(before, after(29).now), true)
  const back = afterChange(before, changeIn(undoShipping(before, waiting, after(29, 'owner'))))
  assert.equal(back.status, '已付款')
  assert.equal(back.shipment, undefined)
  assert.deepEqual(back.history.at(-1)?.data, { parcel: parcelUndoShipping })
  assert.equal(canUndoShipping(back, after(29).now), false)
})

test('it stays once its mail has left, its time is over, or another reported it', () => {
  const late = undoShipping(shipPaid(), waiting, after(30, 'owner'))
  assert.deepEqual(late, { ok: false, code: 'undo-over' })
  const result = undoShipping(shipPaid(), { isMailWaiting: false }, after(21, 'owner'))
  assert.deepEqual(result, { ok: false, code: 'undo-over' })
  const nothing = { ok: false, code: 'nothing-shipped' }
  assert.deepEqual(undoShipping(shipPaid('provider'), waiting, after(21, 'owner')), nothing)
  assert.deepEqual(undoShipping(paid, waiting, after(21, 'owner')), nothing)
})

function nextAt(before: Order, later: Order) {
  return mailsOf(before, later).map((mail) => newMail(mail, new Date(at(22))).nextAt)
}

test('the mail of an owner waits as long, also that of a correction; a carrier is told of at once', () => {
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
