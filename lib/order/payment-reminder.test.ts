import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import {
  after,
  afterChange,
  at,
  makeAttempt,
  makeOrder,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { Order } from './order.ts'
import { remindUnpaid } from './payment-reminder.ts'

const DAY = 24 * 60

const remind = (order: Order, minutes = DAY) => remindUnpaid(order, after(minutes, 'sweep'))

test('an order that is unpaid for a day is reminded of once, by one mail', () => {
  const order = makeOrder()
  assert.equal(remind(order, DAY - 1), undefined)
  const change = remind(order)
  assert.ok(change)
  const later = afterChange(order, change)
  assert.deepEqual(
    mailsOf(order, later).map(({ kind }) => kind),
    ['payment-reminder'],
  )
  assert.equal(remind(later, 2 * DAY), undefined)
})

const silent: [string, Order][] = [
  ['paid', makeOrder({ status: '已付款', paidAt: at(5) })],
  ['cancelled', makeOrder({ status: '已取消' })],
  ['being paid', withAttempts(makeAttempt({ state: 'capturing' }))],
]

for (const [how, order] of silent) {
  test(`no reminder is sent for an order that is ${how}`, () => {
    assert.equal(remind(order), undefined)
  })
}

test('an address that nobody has proven is not reminded', () => {
  const order = makeOrder({ emailUnverified: true })
  const change = remind(order)
  assert.ok(change)
  assert.deepEqual(mailsOf(order, afterChange(order, change)), [])
})
