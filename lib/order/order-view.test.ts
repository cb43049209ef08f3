import assert from 'node:assert/strict'
import { test } from 'node:test'

import { at, makeOrder } from '#lib/payment/orders.fixture.ts'
import {
  attempt,
  items,
  makeRefunds,
  money,
  parcel,
  PAYMENTS,
  request,
} from './order-view.fixture.ts'
import { orderView } from './order-view.ts'
import type { Order } from './order.ts'

const view = (overrides: Partial<Order>) => orderView(makeOrder({ items, ...overrides }))
const headline = (overrides: Partial<Order>) => view(overrides).headline
const kinds = (overrides: Partial<Order>) =>
  view(overrides).amounts.map(({ kind, amount }) => `${kind} ${amount}`)

test('the amounts are named by how the payment stands', () => {
  assert.deepEqual(kinds({}), ['due 3080'])
  assert.deepEqual(kinds({ status: '已付款', payment: money() }), ['paid 3080'])
  const part = { refundedAmount: 500, refunds: makeRefunds(500) }
  const more = {
    ...part,
    refundRequests: [request('done'), { ...request('pending', 80), number: 2 }],
  }
  assert.deepEqual(kinds({ status: '已付款', payment: money(more) }), [
    'paid 3080',
    'refunded 500',
    'refunding 80',
  ])
  const kind = 'chargeback' as const
  const taken = {
    refundedAmount: 580,
    refunds: [
      ...makeRefunds(500),
      { ...makeRefunds(80)[0], id: 'R2', amount: 80, at: at(9), kind },
    ],
  }
  assert.deepEqual(kinds({ status: '已出貨', payment: money(taken) }), [
    'paid 3080',
    'refunded 500',
    'taken 80',
  ])
  for (const name of ['capturing', 'pending', 'under review']) {
    assert.deepEqual(kinds({ payment: PAYMENTS[name] }), ['total 3080'], name)
  }
  assert.deepEqual(kinds({ status: '已取消', payment: attempt('closed') }), ['total 3080'])
  const manualSale: Order['manualSale'] = { place: 'market', paidBy: 'cash', refunds: [] }
  assert.deepEqual(kinds({ status: '已完成', manualSale }), ['paid 3080'])
})

test('an order promises a day until it leaves, and nothing once it will not', () => {
  const when = '預計 2027年3月31日前後出貨'
  const together = '整筆訂單預計 2027年3月31日前後一起出貨'
  // A single line has said it by itself.
  const promise = { kind: 'ships', when, together: undefined }
  for (const payment of [undefined, attempt('open')]) {
    assert.deepEqual(view({ payment }).promise, promise)
  }
  const two = [...items, ...items]
  assert.deepEqual(view({ status: '已付款', payment: money(), items: two }).promise, {
    kind: 'ships',
    when,
    together,
  })
  const sent = { ...parcel, shippedAt: at(30) }
  assert.deepEqual(view({ status: '已出貨', payment: money(), shipment: sent }).promise, {
    kind: 'parcel',
    parcel: sent,
  })
  for (const name of ['refunded', 'refund of all on its way', 'dispute lost', 'charged back']) {
    assert.equal(view({ status: '已付款', payment: PAYMENTS[name] }).promise, undefined, name)
  }
  assert.equal(view({ status: '已取消' }).promise, undefined)
})

test('each way in which an order stands has a headline of its own', () => {
  assert.equal(headline({}), 'pay')
  assert.equal(headline({ status: '已付款', payment: money() }), 'ordered')
  const sent = { shipment: { ...parcel, shippedAt: at(30) }, payment: money() }
  assert.equal(headline({ status: '已出貨', ...sent }), 'shipped')
  assert.equal(headline({ status: '已完成', ...sent }), 'completed')
  assert.equal(headline({ status: '已取消' }), 'cancelled')
  assert.equal(headline({ payment: PAYMENTS['under review'] }), 'review')
  assert.equal(headline({ status: '已付款', payment: PAYMENTS.refunded }), 'refunded')
})
