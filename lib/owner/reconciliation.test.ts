import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Order, orderSchema } from '../order/order.ts'
import {
  capturedAt,
  type Disagreement,
  disagreements,
  type PaypalTransaction,
} from './reconciliation.ts'

const NUMBER = 'Order2026112110-0001'

function order(state = 'paid', change: Record<string, unknown> = {}): Order {
  const at = '2026-11-21T02:00:00.000Z'
  return orderSchema.parse({
    id: 'doc-1',
    orderId: NUMBER,
    uid: 'ada',
    email: 'ada@example.com',
    createdAt: at,
    status: '已付款',
    totalAmount: 3080,
    items: [],
    recipient: {},
    shippingMethod: 'home',
    timeCode: '2026112110',
    paidAt: at,
    payment: {
      state,
      method: 'paypal',
      createAttempt: 1,
      captureAttempt: 1,
      paypalOrderIds: ['PP1'],
      captureId: 'C1',
      startedAt: at,
      changedAt: at,
    },
    ...change,
  })
}

const sale: PaypalTransaction = {
  id: 'C1',
  kind: 'payment',
  status: 'S',
  amount: 3080,
  currency: 'TWD',
  invoiceId: NUMBER,
  at: '2026-11-21T02:00:00.000Z',
}
const refund: PaypalTransaction = { ...sale, id: 'R1', kind: 'refund', amount: -3080 }

const books: [string, PaypalTransaction[], Order[], Order[], Disagreement[]][] = [
  ['a sale that both know', [sale], [order()], [order()], []],
  ['a day without sales', [], [], [], []],
  ['a sale of no order', [sale], [], [], ['unknown-order']],
  [
    'a sale that the shop still waits for',
    [sale],
    [order('created', { status: '待付款' })],
    [],
    ['not-paid-here'],
  ],
  [
    'a second sale for an order',
    [sale, { ...sale, id: 'C2' }],
    [order()],
    [order()],
    ['other-transaction'],
  ],
  [
    'a sale of another amount',
    [{ ...sale, amount: 3000 }],
    [order()],
    [order()],
    ['amount-differs'],
  ],
  [
    'a sale in another currency',
    [{ ...sale, currency: 'USD' }],
    [order()],
    [order()],
    ['amount-differs'],
  ],
  [
    'a refund that both know',
    [{ ...sale, status: 'V' }, refund],
    [order('refunded')],
    [order('refunded')],
    [],
  ],
  [
    'a refund that only PayPal knows',
    [sale, refund],
    [order()],
    [order()],
    ['refund-not-recorded'],
  ],
  ['a sale that only the shop knows', [], [], [order()], ['missing-at-paypal']],
  [
    'a sale that PayPal has pending',
    [{ ...sale, status: 'P' }],
    [order()],
    [order()],
    ['missing-at-paypal'],
  ],
  ['a sale under review', [{ ...sale, amount: 1 }], [order('review')], [order('review')], []],
  ['a withdrawal to the bank', [{ ...sale, kind: 'other', invoiceId: '' }], [], [], []],
]

for (const [name, booked, orders, paid, expected] of books) {
  test(`${name}: ${expected.length === 0 ? 'all agrees' : expected.join()}`, () => {
    const found = disagreements({ booked, orders, paid })
    assert.deepEqual(
      found.map(({ what }) => what),
      expected,
    )
  })
}

const times: [string, Record<string, unknown> | undefined, string | undefined][] = [
  ['the capture itself', { createTime: '2026-11-20T15:59:59Z' }, '2026-11-20T15:59:59.000Z'],
  ["the shop's record without one", {}, '2026-11-21T02:00:00.000Z'],
  ["the shop's record when it is none", { createTime: 'today' }, '2026-11-21T02:00:00.000Z'],
]

for (const [name, paymentDetails, at] of times) {
  test(`when money was taken is told by ${name}`, () => {
    assert.equal(capturedAt(order('paid', { paymentDetails })), at)
  })
}
