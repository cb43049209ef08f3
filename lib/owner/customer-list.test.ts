import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../order/order.ts'
import { makeAttempt, makeOrder, makePayment } from '../order/payment/orders.fixture.ts'
import { customerRows, salesOf } from './customer-list.ts'

const now = new Date('2026-11-22T04:00:00.000Z')
const shirt = { id: 'a', title: '旅見', size: 'M', quantity: 2, price: 1540, image: '' } as const

function makeSold(paidAt: string, refundedAmount = 0, given: Partial<Order> = {}): Order {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const payment = makePayment(attempts, { captureId: 'C1', refundedAmount })
  return makeOrder({ status: '已付款', paidAt, payment, items: [shirt], ...given })
}

test('sales stand on their day in Taipei, less what went back, and pieces by product and size (rule 800)', () => {
  const large = { ...shirt, size: 'L', quantity: 1 } as const
  const { days, products } = salesOf(
    [
      makeSold('2026-11-21T16:30:00.000Z'),
      makeSold('2026-11-21T15:30:00.000Z', 1540, { items: [large] }),
      makeSold('2026-11-20T01:00:00.000Z', 3080),
    ],
    now,
  )
  assert.equal(days.length, 30)
  assert.deepEqual(days.slice(-3), [
    { day: '2026-11-20', orders: 1, kept: 0 },
    { day: '2026-11-21', orders: 1, kept: 1540 },
    { day: '2026-11-22', orders: 1, kept: 3080 },
  ])
  const sizes = [
    { size: 'M', pieces: 2 },
    { size: 'L', pieces: 1 },
  ]
  assert.deepEqual(products, [{ id: 'a', title: '旅見', pieces: 3, sizes }])
})

test('a customer has the number of paid orders, what was kept of them, and the last one (rule 801)', () => {
  const ada = { uid: 'ada', email: 'ada@example.com', name: '', createdAt: '2026-01-01T00:00:00Z' }
  const orders = [
    makeSold('2026-11-20T01:00:00.000Z', 80),
    makeSold('2026-11-21T01:00:00.000Z'),
    makeOrder({ status: '待付款' }),
    makeSold('2026-11-22T01:00:00.000Z', 0, { uid: 'eve' }),
  ]
  assert.deepEqual(customerRows([ada], orders), [
    { ...ada, orders: 2, kept: 6080, lastPaidAt: '2026-11-21T01:00:00.000Z' },
  ])
})
