import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  bookingsFrom,
  type Disagreement,
  disagreements,
  missingRefunds,
} from '#lib/ledger/disagreements.ts'
import { providerTaking } from '#lib/ledger/entries.ts'
import type { Order } from '#lib/order/order.ts'
import {
  at,
  makeAttempt,
  makeOrder,
  makePayment,
  NUMBER,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import type { Payment } from '#lib/payment/payment.ts'
import type { ProviderCapture, ProviderOrder } from '#lib/payment/provider.ts'
import type { Refund } from '#lib/payment/refund/refund-record.ts'
import { disagreementText } from './disagreement-text.ts'

function makePaid(payment: Partial<Omit<Payment, 'state'>> = {}): Order {
  const captured = { provider: 'line-pay', state: 'captured', captureId: 'C1' } as const
  const known = makePayment([makeAttempt(captured)], { captureId: 'C1', ...payment })
  return makeOrder({ status: '已付款', paidAt: at(0), payment: known })
}

const makeShown = (status: ProviderCapture['status'], refunds: Refund[] = []): ProviderOrder => {
  const capture = { id: 'C1', status, amount: TOTAL, currency: 'TWD', invoiceId: NUMBER }
  return { id: 'C1', status: 'completed', captures: [{ ...capture, createTime: '' }], refunds }
}
const makeRefund = (amount: number): Refund => ({ id: `R${amount}`, amount, at: at(1) })

const readBacks: [string, ProviderOrder, Order, Disagreement[]][] = [
  ['a payment that both know', makeShown('completed'), makePaid(), []],
  ['a payment that was only authorised', makeShown('other'), makePaid(), ['missing-at-provider']],
  [
    'a refund that both know',
    makeShown('partly-refunded', [makeRefund(80)]),
    makePaid({ refundedAmount: 80 }),
    [],
  ],
  [
    'a refund at the provider alone',
    makeShown('refunded', [makeRefund(TOTAL)]),
    makePaid(),
    ['refund-not-recorded'],
  ],
  [
    'a refund in the shop alone',
    makeShown('completed'),
    makePaid({ refundedAmount: 80 }),
    ['amount-differs'],
  ],
  [
    'one of two refunds',
    makeShown('partly-refunded', [makeRefund(80)]),
    makePaid({ refundedAmount: 180, refunds: [makeRefund(80), makeRefund(100)] }),
    ['amount-differs'],
  ],
]

for (const [name, payment, order, expected] of readBacks) {
  test(`${name}, read back: ${expected.length === 0 ? 'all agrees' : expected.join()}`, () => {
    const booked = bookingsFrom(payment, at(0))
    const orders = [order]
    const found = [
      ...disagreements({ booked, orders, paid: orders }),
      ...missingRefunds(booked, orders),
    ]
    assert.deepEqual(
      found.map(({ what }) => what),
      expected,
    )
  })
}

test('a payment is looked for in the books of who took it', () => {
  assert.equal(providerTaking(makePaid()), 'line-pay')
  assert.equal(providerTaking(makeOrder({})), 'paypal')
})

test('a disagreement names the provider, and only PayPal is said to be behind', () => {
  assert.equal(
    disagreementText('missing-at-provider', 'line-pay'),
    '系統標記為已付款，LINE Pay 當天沒有這筆款項',
  )
  assert.match(disagreementText('missing-at-provider'), /PayPal 當天.*（PayPal 最多晚三小時）$/)
})
