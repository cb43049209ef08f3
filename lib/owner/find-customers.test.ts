import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { customerRows } from './find-customers.ts'

const shirt = { id: 'a', title: '旅見', size: 'M', quantity: 2, price: 1540, image: '' } as const

function makeSold(paidAt: string, refundedAmount = 0, given: Partial<Order> = {}): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const payment = makePayment(attempts, { captureId: 'C1', refundedAmount })
  return makeOrder({ status: '已付款', paidAt, payment, items: [shirt], ...given })
}

test('a customer has the number of paid orders, what was kept of them, and the last one', () => {
  const ada = { uid: 'ada', email: 'ada@example.com', name: '', createdAt: '2026-01-01T00:00:00Z' }
  const recipient = { ...makeOrder().recipient, lastName: '王', firstName: '小美' }
  const orders = [
    makeSold('2026-11-20T01:00:00.000Z', 80, { recipient }),
    makeSold('2026-11-21T01:00:00.000Z', 0, { recipient }),
    makeOrder({ status: '待付款' }),
    makeSold('2026-11-22T01:00:00.000Z', 0, { uid: 'eve' }),
  ]
  assert.deepEqual(customerRows([ada], orders), [
    {
      ...ada,
      orders: 2,
      kept: 6080,
      lastPaidAt: '2026-11-21T01:00:00.000Z',
      recipients: ['王小美'],
    },
  ])
})
