import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeIssued } from '#lib/invoice/invoices.fixture.ts'
import type { Order } from '#lib/order/order.ts'
import {
  at,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
} from '#lib/payment/orders.fixture.ts'
import { unexplainedReversal } from './unexplained-reversal.ts'

const TAKEN = { id: 'R1', amount: 3080, at: at(40), kind: 'reversal' } as const

function takenOrder(payment: object, overrides: Partial<Order> = {}): Order {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  const all = { captureId: 'C1', state: 'refunded', refundedAmount: 3080, ...payment } as const
  return makeOrder({
    status: '已付款',
    paidAt: at(3),
    payment: makePayment([captured], all),
    ...overrides,
  })
}

const sent = {
  status: '已出貨',
  shipment: { carrier: '黑貓', trackingNumber: '9070', shippedAt: at(30) },
} as const

const BACK: readonly (readonly [what: string, order: Order, says: readonly RegExp[]])[] = [
  [
    'a reversal before shipping',
    takenOrder({ refunds: [TAKEN] }),
    [/^PayPal 扣回了 NT\$3,080 .*未經爭議/, /請勿再退款/, /貨尚未寄出，請勿寄出.*庫存/],
  ],
  [
    'a reversal that PayPal does not list',
    takenOrder({ refunds: [], unlisted: 'reversal' }),
    [/^PayPal 扣回了/, /請勿再退款/, /請勿寄出/],
  ],
  [
    'a reversal after shipping, with an invoice',
    takenOrder({ refunds: [TAKEN] }, { ...sent, invoicing: makeIssued() }),
    [
      /PayPal 扣回了/,
      /請勿再退款/,
      /貨已寄出：請將下面的出貨證明/,
      /^發票 AB10000000 不會自動作廢/,
    ],
  ],
  [
    'a part of the money',
    takenOrder({
      state: 'partly-refunded',
      refundedAmount: 80,
      refunds: [{ ...TAKEN, amount: 80 }],
    }),
    [/NT\$80/, /請勿再退款/, /只扣回一部分/],
  ],
  [
    'a chargeback without a dispute',
    takenOrder({ refunds: [{ ...TAKEN, kind: 'chargeback' }] }),
    [/^買家付款的銀行扣回了/, /請勿再退款/, /請勿寄出/],
  ],
  [
    'a refund that the shop did not make',
    takenOrder({ refunds: [{ id: 'R1', amount: 3080, at: at(40) }] }),
    [/不是從店主頁面退的/, /若為扣回：.*請勿再退款/],
  ],
  [
    "the shop's own refund",
    takenOrder({ refunds: [{ id: 'R1', amount: 3080, at: at(40), key: 'refund:a' }] }),
    [],
  ],
  [
    'a dispute, which has words of its own',
    takenOrder({ refunds: [TAKEN], disputes: [makeDispute('lost')] }),
    [],
  ],
]

for (const [what, order, says] of BACK) {
  test(`the owner is shown what ${what} is and what to do`, () => {
    const lines = unexplainedReversal(order)
    assert.equal(lines.length, says.length, lines.join('\n'))
    for (const [index, words] of says.entries()) assert.match(lines[index] ?? '', words)
  })
}
