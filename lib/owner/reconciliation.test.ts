import assert from 'node:assert/strict'
import { test } from 'node:test'

import { capturedAt } from '../order/effects.ts'
import type { Order } from '../order/order.ts'
import {
  at,
  inReview,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  NUMBER,
  TOTAL,
} from '../order/payment/orders.fixture.ts'
import type { Dispute, Payment } from '../order/payment/payment.ts'
import {
  type Disagreement,
  disagreements,
  isGivenBack,
  isMoney,
  isSale,
  orderOf,
  type PaypalTransaction,
} from './reconciliation.ts'

const sale: PaypalTransaction = {
  id: 'C1',
  kind: 'payment',
  status: 'S',
  amount: TOTAL,
  currency: 'TWD',
  invoiceId: NUMBER,
  captureId: 'C1',
  at: at(0),
}
const booking = (kind: PaypalTransaction['kind'], amount: number): PaypalTransaction => ({
  ...sale,
  id: kind,
  kind,
  amount,
})
const refund = booking('refund', -TOTAL)
const chargeback = booking('chargeback', -TOTAL)
const reversal = booking('reversal', -TOTAL)
const returned = booking('returned', TOTAL)
const other = booking('other', -TOTAL)

function makePaid(
  payment: Partial<Omit<Payment, 'state'>> = {},
  overrides: Partial<Order> = {},
): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const captured = makePayment(attempts, { captureId: 'C1', ...payment })
  return makeOrder({ status: '已付款', paidAt: at(0), payment: captured, ...overrides })
}

const back = makePaid({ refundedAmount: TOTAL })
const dispute = (state: Dispute['state']) => ({ disputes: [makeDispute(state)] })

// Compares a day's transactions with the orders paid that day.
const books: [string, PaypalTransaction[], Order[], Disagreement[]][] = [
  ['a sale that both know', [sale], [makePaid()], []],
  ['a day without sales', [], [], []],
  ['a sale of no order', [sale], [], ['unknown-order']],
  [
    'a second sale for an order',
    [sale, { ...sale, id: 'C2', captureId: 'C2' }],
    [makePaid()],
    ['other-transaction'],
  ],
  ['a sale of another amount', [{ ...sale, amount: 3000 }], [makePaid()], ['amount-differs']],
  ['a sale in another currency', [{ ...sale, currency: 'USD' }], [makePaid()], ['amount-differs']],
  ['a refund that both know', [{ ...sale, status: 'V' }, refund], [back], []],
  ['a refund that only PayPal knows', [sale, refund], [makePaid()], ['refund-not-recorded']],
  [
    'a part given back that both know',
    [sale, booking('refund', -80)],
    [makePaid({ refundedAmount: 80 })],
    [],
  ],
  [
    'a part given back that only PayPal knows',
    [sale, booking('refund', -81)],
    [makePaid({ refundedAmount: 80 })],
    ['refund-not-recorded'],
  ],
  ['a refund that PayPal has pending', [sale, { ...refund, status: 'P' }], [makePaid()], []],
  [
    'a chargeback that only PayPal knows',
    [sale, chargeback],
    [makePaid()],
    ['chargeback-not-recorded'],
  ],
  [
    'a reversal that only PayPal knows',
    [sale, reversal],
    [makePaid()],
    ['chargeback-not-recorded'],
  ],
  ['a chargeback that is recorded as given back', [sale, chargeback], [back], []],
  ['a chargeback that is disputed', [sale, chargeback], [makePaid(dispute('open'))], []],
  ['a chargeback that was lost', [sale, chargeback], [makePaid(dispute('lost'))], []],
  ['a chargeback that came back', [sale, returned], [makePaid(dispute('won'))], []],
  [
    'a refund during a dispute',
    [sale, refund],
    [makePaid(dispute('open'))],
    ['refund-not-recorded'],
  ],
  ['a chargeback of no order', [chargeback], [], ['unknown-order']],
  ['holds, their end and fees given back', [sale, other, other], [makePaid()], []],
  ['a sale that only the shop knows', [], [makePaid()], ['missing-at-provider']],
  [
    'a sale that PayPal has pending',
    [{ ...sale, status: 'P' }],
    [makePaid()],
    ['missing-at-provider'],
  ],
  ['a sale under review', [{ ...sale, amount: 1 }], [inReview()], []],
  ['a refund under review', [sale, refund], [inReview()], []],
  ['a withdrawal to the bank', [{ ...other, invoiceId: '', captureId: 'W1' }], [], []],
]

for (const [name, booked, orders, expected] of books) {
  test(`${name}: ${expected.length === 0 ? 'all agrees' : expected.join()} (rule 324)`, () => {
    const found = disagreements({ booked, orders, paid: orders })
    assert.deepEqual(
      found.map(({ what }) => what),
      expected,
    )
  })
}

for (const status of ['待付款', '已取消'] as const) {
  test(`a sale for an order that is ${status} is found (rule 324)`, () => {
    const found = disagreements({ booked: [sale], orders: [makeOrder({ status })], paid: [] })
    assert.deepEqual(found, [
      { what: 'not-paid-here', number: NUMBER, transaction: 'C1', amount: TOTAL },
    ])
  })
}

const kinds: [PaypalTransaction, 'sale' | 'given-back' | 'money' | 'nothing'][] = [
  [sale, 'sale'],
  [{ ...sale, status: 'V' }, 'sale'],
  [{ ...sale, status: 'P' }, 'nothing'],
  [{ ...sale, status: 'D' }, 'nothing'],
  [refund, 'given-back'],
  [reversal, 'given-back'],
  [chargeback, 'given-back'],
  [{ ...refund, status: 'P' }, 'nothing'],
  [returned, 'money'],
  [{ ...returned, status: 'P' }, 'nothing'],
  [other, 'nothing'],
]

for (const [one, expected] of kinds) {
  test(`a booking of the kind ${one.kind} with status ${one.status} is ${expected}`, () => {
    assert.equal(isSale(one), expected === 'sale')
    assert.equal(isGivenBack(one), expected === 'given-back')
    assert.equal(isMoney(one), expected !== 'nothing')
  })
}

test('a booking belongs to the order that its capture pays, else to the one with its number', () => {
  const orders = [makeOrder({ id: 'other' }), makePaid({}, { id: 'own', orderNumber: 'X' })]
  assert.equal(orderOf(refund, orders)?.id, 'own')
  assert.equal(orderOf({ ...refund, captureId: 'C9' }, orders)?.id, 'other')
  assert.equal(orderOf({ ...refund, captureId: 'C9', invoiceId: 'Y' }, orders), undefined)
})

test('a refund without an order number is matched by its capture', () => {
  const booked = [sale, { ...refund, invoiceId: '' }]
  const [found] = disagreements({ booked, orders: [makePaid()], paid: [makePaid()] })
  assert.deepEqual(found, {
    what: 'refund-not-recorded',
    number: NUMBER,
    transaction: 'refund',
    amount: -TOTAL,
  })
})

const times: [string, Record<string, unknown>, string][] = [
  ['the capture itself', { createTime: '2026-11-20T15:59:59Z' }, '2026-11-20T15:59:59.000Z'],
  ["the shop's record without one", {}, at(0)],
  ["the shop's record when it is none", { createTime: 'today' }, at(0)],
]

for (const [name, paymentDetails, expected] of times) {
  test(`when money was taken is told by ${name}`, () => {
    assert.equal(capturedAt(makePaid({}, { paymentDetails })), expected)
  })
}
