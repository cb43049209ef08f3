import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { payUntil } from '#lib/payment/payment-status.ts'
import { reservationNote, offerReason, payBefore } from './payment-text.ts'

const CREATED = '2026-11-28T04:42:00.000Z'
const EXPIRES = '2026-11-29T15:59:59.000Z'
const NOW = new Date('2026-11-28T05:00:00.000Z')
const LATER = new Date('2026-11-29T16:00:00.000Z')

const account = makeAttempt({
  provider: 'ecpay-code',
  method: 'atm',
  state: 'open',
  shown: { bank: '004', number: '9103522175887271' },
  expiresAt: EXPIRES,
})
const reservation = { until: '2026-11-30T16:59:59.000Z', products: ['otr-001'] }
const unpaid = makeOrder({ createdAt: CREATED, reservation })
const withCode = { ...unpaid, payment: makePayment([account]) }

test('an unpaid order names the end of its 72 hours', () => {
  assert.match(
    payBefore(unpaid, NOW) ?? '',
    /^請在 2026年12月1日 12:42 前完成付款（下單後 72 小時）/,
  )
  assert.match(reservationNote(unpaid, NOW) ?? '', /^商品為您保留到/)
})

test("while a payment code can be paid, its date is the only one, in the page's words and in mails", () => {
  assert.equal(payBefore(withCode, NOW), undefined)
  assert.equal(reservationNote(withCode, NOW), undefined)
  assert.equal(payUntil(withCode, NOW).toISOString(), EXPIRES)
})

test('an order never ends before its code, and names its own end once the code is over', () => {
  assert.match(payBefore(withCode, LATER) ?? '', /前完成付款/)
  assert.ok(payUntil(withCode, LATER) > LATER)
  assert.ok(payUntil(unpaid, NOW) > new Date(EXPIRES))
})

test('a method that an order cannot be paid by says why in its row', () => {
  assert.match(offerReason('unverified') ?? '', /請先點驗證信中的連結，再回結帳確認一次/)
  assert.equal(offerReason('many-units'), '單筆最多 3 件')
  assert.equal(offerReason({ why: 'too-much', limit: 6000 }), '單筆最多 NT$6,000')
  assert.equal(offerReason(undefined), undefined)
})
