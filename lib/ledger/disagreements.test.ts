import assert from 'node:assert/strict'
import { test } from 'node:test'

import { movementsOf } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import {
  books,
  LAST,
  makePaid,
  makePaidReconciliation,
  NOVEMBER,
  refund,
  sale,
} from '#lib/owner/books.fixture.ts'
import { movements } from '#lib/owner/books.ts'
import { monthSpan } from '#lib/owner/month.ts'
import type { Dispute } from '#lib/payment/dispute.ts'
import { at, inReview, makeDispute, makeOrder, NUMBER, TOTAL } from '#lib/payment/orders.fixture.ts'
import {
  type Disagreement,
  disagreements,
  isMoneyReturned,
  isMoney,
  isSale,
  missingSales,
  orderOf,
  type PaypalTransaction,
} from './disagreements.ts'

const FIRST = '2026-11-30T16:00:00.000Z'

const booksFor = (
  booked: readonly PaypalTransaction[],
  orders: readonly Order[],
  span = NOVEMBER,
) =>
  movements(books(booked, orders), span).map(({ kind, amount, fee, isBooked }) => [
    kind,
    amount,
    fee,
    isBooked,
  ])

test('a sale in both books is one row, with its fee', () => {
  assert.deepEqual(booksFor([sale()], [makePaid(LAST)]), [['sale', TOTAL, -146, true]])
})

test('a booking that PayPal does not have yet is a row of the shop’s own', () => {
  assert.deepEqual(booksFor([], [makePaid(LAST)]), [['sale', TOTAL, undefined, false]])
})

test('each movement stands in the month of its own date, once', () => {
  const refunds = [{ id: 'R1', amount: 80, at: FIRST }]
  const order = makePaid(LAST, { refunds, refundedAmount: 80 })
  const booked = [sale(), refund({ at: FIRST })]
  assert.deepEqual(booksFor(booked, [order]), [['sale', TOTAL, -146, true]])
  assert.deepEqual(booksFor(booked, [order], monthSpan('2026-12')), [['refund', -80, 0, true]])
  // PayPal's clock said December, the shop's November.
  assert.deepEqual(booksFor([sale({ at: FIRST })], [makePaid(LAST)]), [])
})

test('a chargeback that names no refund is counted once, by PayPal’s date', () => {
  const lost = { id: 'D', state: 'lost' as const, reason: 'ITEM', changedAt: LAST }
  const order = makePaid('2026-11-02T00:00:00Z', {
    refundedAmount: TOTAL,
    disputes: [lost],
    changedAt: LAST,
  })
  const chargeback = sale({ id: 'CB', kind: 'chargeback', amount: -TOTAL, fee: 0 })
  const captured = sale({ at: '2026-11-02T00:00:00Z' })
  assert.deepEqual(booksFor([captured, chargeback], [order]), [
    ['sale', TOTAL, -146, true],
    ['chargeback', -TOTAL, 0, true],
  ])
  assert.deepEqual(booksFor([captured], [order]), [
    ['sale', TOTAL, -146, true],
    ['chargeback', -TOTAL, undefined, false],
  ])
})

test('pending and denied bookings, and holds, are no money; fees given back are', () => {
  const booked = [
    sale({ status: 'P' }),
    sale({ id: 'X', status: 'D' }),
    sale({ id: 'H', kind: 'other', amount: -TOTAL }),
    sale({ id: 'F', kind: 'fee', amount: 4, fee: undefined }),
  ]
  assert.deepEqual(booksFor(booked, []), [['fee', 0, 4, true]])
})

const saleReconciliation: PaypalTransaction = {
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
  ...saleReconciliation,
  id: kind,
  kind,
  amount,
})

const refundReconciliation = booking('refund', -TOTAL)

const chargeback = booking('chargeback', -TOTAL)

const reversal = booking('reversal', -TOTAL)

const returned = booking('returned', TOTAL)

const other = booking('other', -TOTAL)

const back = makePaidReconciliation({ refundedAmount: TOTAL })

const dispute = (state: Dispute['state']) => ({ disputes: [makeDispute(state)] })

// Compares a day's transactions with the orders paid that day.
const booksReconciliation: [string, PaypalTransaction[], Order[], Disagreement[]][] = [
  ['a sale that both know', [saleReconciliation], [makePaidReconciliation()], []],
  ['a day without sales', [], [], []],
  ['a sale of no order', [saleReconciliation], [], ['unknown-order']],
  [
    'a second sale for an order',
    [saleReconciliation, { ...saleReconciliation, id: 'C2', captureId: 'C2' }],
    [makePaidReconciliation()],
    ['other-transaction'],
  ],
  [
    'a sale of another amount',
    [{ ...saleReconciliation, amount: 3000 }],
    [makePaidReconciliation()],
    ['amount-differs'],
  ],
  [
    'a sale in another currency',
    [{ ...saleReconciliation, currency: 'USD' }],
    [makePaidReconciliation()],
    ['amount-differs'],
  ],
  [
    'a refund that both know',
    [{ ...saleReconciliation, status: 'V' }, refundReconciliation],
    [back],
    [],
  ],
  [
    'a refund that only PayPal knows',
    [saleReconciliation, refundReconciliation],
    [makePaidReconciliation()],
    ['refund-not-recorded'],
  ],
  [
    'a part given back that both know',
    [saleReconciliation, booking('refund', -80)],
    [makePaidReconciliation({ refundedAmount: 80 })],
    [],
  ],
  [
    'a part given back that only PayPal knows',
    [saleReconciliation, booking('refund', -81)],
    [makePaidReconciliation({ refundedAmount: 80 })],
    ['refund-not-recorded'],
  ],
  [
    'a refund that PayPal has pending',
    [saleReconciliation, { ...refundReconciliation, status: 'P' }],
    [makePaidReconciliation()],
    [],
  ],
  [
    'a chargeback that only PayPal knows',
    [saleReconciliation, chargeback],
    [makePaidReconciliation()],
    ['chargeback-not-recorded'],
  ],
  [
    'a reversal that only PayPal knows',
    [saleReconciliation, reversal],
    [makePaidReconciliation()],
    ['chargeback-not-recorded'],
  ],
  ['a chargeback that is recorded as given back', [saleReconciliation, chargeback], [back], []],
  [
    'a chargeback that is disputed',
    [saleReconciliation, chargeback],
    [makePaidReconciliation(dispute('open'))],
    [],
  ],
  [
    'a chargeback that was lost',
    [saleReconciliation, chargeback],
    [makePaidReconciliation(dispute('lost'))],
    [],
  ],
  [
    'a chargeback that came back',
    [saleReconciliation, returned],
    [makePaidReconciliation(dispute('won'))],
    [],
  ],
  [
    'a refund during a dispute',
    [saleReconciliation, refundReconciliation],
    [makePaidReconciliation(dispute('open'))],
    ['refund-not-recorded'],
  ],
  ['a chargeback of no order', [chargeback], [], ['unknown-order']],
  [
    'holds, their end and fees given back',
    [saleReconciliation, other, other],
    [makePaidReconciliation()],
    [],
  ],
  ['a sale that only the shop knows', [], [makePaidReconciliation()], ['missing-at-provider']],
  [
    'a sale that PayPal has pending',
    [{ ...saleReconciliation, status: 'P' }],
    [makePaidReconciliation()],
    ['missing-at-provider'],
  ],
  ['a sale under review', [{ ...saleReconciliation, amount: 1 }], [inReview()], []],
  ['a refund under review', [saleReconciliation, refundReconciliation], [inReview()], []],
  ['a withdrawal to the bank', [{ ...other, invoiceId: '', captureId: 'W1' }], [], []],
]

for (const [name, booked, orders, expected] of booksReconciliation) {
  test(`${name}: ${expected.length === 0 ? 'all agrees' : expected.join()}`, () => {
    const found = disagreements({ booked, orders, paid: orders })
    assert.deepEqual(
      found.map(({ what }) => what),
      expected,
    )
  })
}

for (const status of ['待付款', '已取消'] as const) {
  test(`a sale for an order that is ${status} is found`, () => {
    const found = disagreements({
      booked: [saleReconciliation],
      orders: [makeOrder({ status })],
      paid: [],
    })
    assert.deepEqual(found, [
      { what: 'not-paid-here', number: NUMBER, transaction: 'C1', amount: TOTAL },
    ])
  })
}

const kinds: [PaypalTransaction, 'sale' | 'given-back' | 'money' | 'nothing'][] = [
  [saleReconciliation, 'sale'],
  [{ ...saleReconciliation, status: 'V' }, 'sale'],
  [{ ...saleReconciliation, status: 'P' }, 'nothing'],
  [{ ...saleReconciliation, status: 'D' }, 'nothing'],
  [refundReconciliation, 'given-back'],
  [reversal, 'given-back'],
  [chargeback, 'given-back'],
  [{ ...refundReconciliation, status: 'P' }, 'nothing'],
  [returned, 'money'],
  [{ ...returned, status: 'P' }, 'nothing'],
  [other, 'nothing'],
]

for (const [one, expected] of kinds) {
  test(`a booking of the kind ${one.kind} with status ${one.status} is ${expected}`, () => {
    assert.equal(isSale(one), expected === 'sale')
    assert.equal(isMoneyReturned(one), expected === 'given-back')
    assert.equal(isMoney(one), expected !== 'nothing')
  })
}

test('a booking belongs to the order that its capture pays, else to the one with its number', () => {
  const orders = [
    makeOrder({ id: 'other' }),
    makePaidReconciliation({}, { id: 'own', orderNumber: 'X' }),
  ]
  assert.equal(orderOf(refundReconciliation, orders)?.id, 'own')
  assert.equal(orderOf({ ...refundReconciliation, captureId: 'C9' }, orders)?.id, 'other')
  assert.equal(
    orderOf({ ...refundReconciliation, captureId: 'C9', invoiceId: 'Y' }, orders),
    undefined,
  )
})

test('a refund without an order number is matched by its capture', () => {
  const booked = [saleReconciliation, { ...refundReconciliation, invoiceId: '' }]
  const [found] = disagreements({
    booked,
    orders: [makePaidReconciliation()],
    paid: [makePaidReconciliation()],
  })
  assert.deepEqual(found, {
    what: 'refund-not-recorded',
    number: NUMBER,
    transaction: 'refund',
    amount: -TOTAL,
  })
})

test('a sale is missing at PayPal where it has neither its capture nor its number', () => {
  const stored = movementsOf(makePaid(LAST))
  const missing = (booked: Partial<PaypalTransaction>) =>
    missingSales([sale(booked)], stored).map(({ number }) => number)
  assert.deepEqual(missing({}), [])
  assert.deepEqual(missing({ invoiceId: 'Order-of-another' }), [])
  assert.deepEqual(missing({ id: 'C-of-another' }), [])
  assert.deepEqual(missing({ id: 'C9', invoiceId: 'Order-of-another' }), [NUMBER])
})
