import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import {
  after,
  afterChange,
  inReview,
  makeAttempt,
  makeOrder,
  makePayment,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { eraseOrder, erasureOf, readCustomer } from './customer.ts'
import { requesterText } from './erasure-text.ts'

const NOW = new Date('2027-01-10T00:00:00Z')
const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
const payment = makePayment(attempts, { captureId: 'C1' })
const paidAt = '2026-11-21T02:00:00.000Z'
const makeSold = (overrides: Partial<Order> = {}) =>
  makeOrder({ status: '已完成', paidAt, payment, ...overrides })

const open: readonly (readonly [string, Order])[] = [
  ['an unpaid order', makeOrder()],
  ['one to ship', makeSold({ status: '已付款' })],
  ['one on its way', makeSold({ status: '已出貨' })],
  ['one with a return', makeSold({ returnState: 'accepted' })],
  ['one under review', inReview({ status: '已取消' })],
]
for (const [name, order] of open) {
  test(`${name} is still needed`, () => {
    assert.deepEqual(erasureOf(order, NOW), { kind: 'open' })
  })
}

test('a sale is kept until five years after its year was closed', () => {
  assert.deepEqual(erasureOf(makeSold(), NOW), { kind: 'kept', until: '2032-12-31' })
  assert.deepEqual(erasureOf(makeSold(), new Date('2032-12-31T15:59:59Z')).kind, 'kept')
  assert.deepEqual(erasureOf(makeSold(), new Date('2032-12-31T16:00:00Z')), { kind: 'erased' })
  const back = makePayment(attempts, { captureId: 'C1', refundedAmount: TOTAL })
  assert.equal(erasureOf(makeSold({ status: '已付款', payment: back }), NOW).kind, 'kept')
})

test('an order that never had money is no voucher', () => {
  assert.deepEqual(erasureOf(makeOrder({ status: '已取消' }), NOW), { kind: 'erased' })
})

test('a cancelled order is needed while the number that its buyer was shown may bring money', () => {
  const number = makeAttempt({
    provider: 'ecpay-code',
    method: 'atm',
    shown: { bank: '807', number: '9103522850' },
    expiresAt: '2027-01-10T15:59:59.000Z',
  })
  const order = makeOrder({ status: '已取消', payment: makePayment([number]) })
  const kindAt = (time: string) => erasureOf(order, new Date(time)).kind
  assert.equal(kindAt('2027-01-10T00:00:00Z'), 'open')
  // A transfer is told up to a day late.
  assert.equal(kindAt('2027-01-11T15:00:00Z'), 'open')
  assert.equal(kindAt('2027-01-14T00:00:00Z'), 'erased')
})

const recipient = { ...EMPTY_RECIPIENT, lastName: '王', phone: '0912345678', note: '門口有狗' }
const owner = { now: new Date(paidAt), by: 'owner' } as const
const parcel = { carrier: '黑貓宅急便', trackingNumber: '9012345678' }
const written = makeSold({
  recipient,
  history: [
    newEvent(
      'recipient.edited',
      { before: { phone: '0987654321' }, after: { phone: '0912345678' } },
      owner,
    ),
    newEvent(
      'invoice.corrected',
      {
        before: { kind: 'carrier', carrier: '/OLD1234' },
        after: { kind: 'company', taxId: '22099131', company: '王芳工作室' },
      },
      owner,
    ),
    newEvent(
      'invoice.replacement-requested',
      { after: { kind: 'company', taxId: '22099131', company: '王芳工作室' } },
      owner,
    ),
    newEvent('note.added', {}, { ...owner, reason: '脾氣不好' }),
    newEvent(
      'return.requested',
      { number: 1, contact: '0223456789' },
      { ...owner, reason: '太大' },
    ),
    newEvent('parcel.shipped', { parcel }, owner),
  ],
  returns: [
    {
      number: 1,
      state: 'received',
      items: [{ index: 0, quantity: 1 }],
      reason: '太大',
      contact: '0912345678',
      requestedAt: paidAt,
      changedAt: paidAt,
    },
  ],
})
const context = { ...after(20, 'owner'), who: 'lin' }
const LABELS = ['脾氣不好', '太大', '門口有狗', '/OLD1234', '王芳工作室']

test('orders that the law keeps lose the notes beside them', () => {
  const order = afterChange(written, eraseOrder({ kind: 'kept', until: '2032-12-31' }, context))
  assert.deepEqual(order.recipient, { ...recipient, note: '' })
  const result = JSON.stringify(order)
  for (const word of [...LABELS, '0987654321', '0223456789']) assert.ok(!result.includes(word))
  assert.deepEqual(order.history.at(-1)?.data, { extent: 'kept' })
  assert.deepEqual(order.history.at(-2)?.data, { parcel })
})

test('orders that no law keeps have no person any more, and keep their money', () => {
  const order = afterChange(written, eraseOrder({ kind: 'erased' }, context))
  assert.deepEqual([order.uid, order.email, order.recipient], ['', '', EMPTY_RECIPIENT])
  for (const word of [...LABELS, '0987654321', '0912345678', '0223456789']) {
    assert.ok(!JSON.stringify(order).includes(word))
  }
  assert.equal(order.payment, payment)
  assert.equal(eraseOrder({ kind: 'open' }, context), undefined)
})

test('a customer is an address as it is typed, or a uid', () => {
  assert.equal(readCustomer(' Fang＠example.com'), 'Fang@example.com')
  assert.equal(readCustomer(' k3JxQ2mVZpYt8RwB1nLcD5hS0aF7 '), 'k3JxQ2mVZpYt8RwB1nLcD5hS0aF7')
  for (const text of ['', 'fang', '../orders/0123456789-01234', 'x'.repeat(129)]) {
    assert.equal(readCustomer(text), undefined)
  }
})

test('a request is listed by its e-mail, or by the uid of who has none', () => {
  assert.equal(requesterText({ email: 'fang@example.com', uid: 'u1' }), 'fang@example.com')
  assert.equal(requesterText({ email: '', uid: 'u1' }), '沒有 Email 的 Facebook 會員（u1）')
})
