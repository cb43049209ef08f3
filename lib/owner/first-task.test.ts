import assert from 'node:assert/strict'
import { test } from 'node:test'
import { item } from '../order/placement.fixture.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { numberDrawing, pickingList, refundDue } from './first-task.ts'
import type { Order } from '../order/order.ts'
import type { ReturnRequest } from '../order/events.ts'
import { returnedPrice } from '../order/fulfilment.ts'
import { makeOrder } from '../order/payment/orders.fixture.ts'

test('the picking list sums the orders by size, the smallest first (rule 788)', () => {
  const orders = [
    { items: [item(1, { size: 'XL' }), item(2, { size: 'S' })] },
    { items: [item(3, { size: 'S' }), item(1, { size: 'M', color: '黑色' })] },
  ]
  assert.deepEqual(
    pickingList(orders).map(({ color, size, quantity }) => `${color} ${size} ${quantity}`),
    ['白色 S 5', '白色 XL 1', '黑色 M 1'],
  )
})

test('the code on a slip holds the number as the search reads it (rule 788)', () => {
  const { text, side, path } = numberDrawing('Order2026112110-0001')
  assert.equal(readOrderNumber(text), 'Order2026112110-0001')
  assert.ok(side >= 25 && path.startsWith('M'))
})

const request = (overrides: Partial<ReturnRequest>): ReturnRequest => ({
  number: 1,
  askedAt: '2026-11-22T02:00:00.000Z',
  changedAt: '2026-11-22T02:00:00.000Z',
  state: 'received',
  items: [{ index: 0, quantity: 1 }],
  reason: '',
  contact: '',
  ...overrides,
})

// Two pieces of NT$500, and NT$80 of delivery.
const order = (...returns: ReturnRequest[]): Order =>
  makeOrder({ items: [item(2)], totalAmount: 1080, returns })

const cases: [string, Order, number][] = [
  ['nothing came back', order(), 1080],
  ['one of two pieces came back', order(request({})), 500],
  ['all came back', order(request({ items: [{ index: 0, quantity: 2 }] })), 1080],
  [
    'what came back was exchanged',
    order(request({ state: 'exchanged', items: [{ index: 0, quantity: 1, size: 'L' }] })),
    1080,
  ],
  ['a return is refused', order(request({ state: 'refused' })), 1080],
  ['a return is still on its way', order(request({ state: 'accepted' })), 0],
]

for (const [what, overrides, amount] of cases) {
  test(`a refund is filled in with NT$${amount} where ${what} (rule 787)`, () => {
    assert.equal(refundDue(overrides, 1080), amount)
  })
}

test('returns of a line that a code took something off give back what was paid for it, in all (rule 1262)', () => {
  const sold = makeOrder({
    items: [item(3, { reduction: 100 })],
    totalAmount: 1400,
    reductions: [{ kind: 'code', name: 'SUMMER', goods: 100, delivery: 0 }],
  })
  const returns = [1, 2, 3].map((number) => request({ number, state: 'received' }))
  const due = returns.map((_, index) =>
    returnedPrice({ ...sold, returns: returns.slice(0, index + 1) }, index + 1, {
      index: 0,
      quantity: 1,
    }),
  )
  assert.deepEqual(due, [466, 467, 467])
  assert.equal(refundDue({ ...sold, returns: returns.slice(0, 1) }, 1400), 466)
  const whole = [request({ items: [{ index: 0, quantity: 3 }] })]
  assert.equal(refundDue({ ...sold, returns: whole }, 1400), 1400)
})
