import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  after,
  at,
  afterChange,
  changeIn,
  inReview,
  inStock,
  makeAttempt,
  makeCapture,
  makePayment,
} from './payment/orders.fixture.ts'
import { endReview } from './payment/review.ts'
import { eventsSince } from './events.ts'
import { orderItemSchema } from './order-item.ts'
import type { Order } from './order.ts'
import { applyReturnAnswer } from './return-answer.ts'
import { stockMoves } from './event-effects.ts'

const shirt = { id: 'otr-001', title: '旅見', size: 'M', price: 1540, image: '/x.jpg' }
const items = [orderItemSchema.parse({ ...shirt, quantity: 3 })]
const ended = inReview({ status: '已取消', cancelledAt: at(4), items })
const kept = { ...makeCapture(), reference: 'PP1', refundedAmount: 0, refunds: [] }
const back = { ...kept, status: 'refunded' as const, refundedAmount: kept.amount }
const context = { ...after(30, 'owner'), reason: '款項保留' }

const endAs = (end: 'paid' | 'refunded', stock = inStock(3), order: Order = ended) =>
  endReview(order, { end, captures: [end === 'paid' ? kept : back], stock }, context)

test('an order that ended is paid after all while its pieces are there (rule 327)', () => {
  const order = afterChange(ended, changeIn(endAs('paid')))
  assert.equal(order.status, '已付款')
  assert.deepEqual(stockMoves(ended, eventsSince(ended, order)), [
    { id: 'otr-001', stock: 3, preorder: 0, sizes: { M: 3 } },
  ])
})

test('once its pieces are sold to others it is not, and the owner reads how many are left (rule 327)', () => {
  assert.deepEqual(endAs('paid', inStock(1)), {
    ok: false,
    code: 'too-few-pieces',
    detail: '旅見 M 要 3 件，只剩 1 件',
  })
  assert.equal(endAs('paid', inStock(1, '  ')).ok, false)
  assert.equal(endAs('refunded', inStock(0)).ok, true)
})

test('the owner may sell below zero, and the order keeps the reason (rule 327)', () => {
  const order = afterChange(ended, changeIn(endAs('paid', inStock(1, '工廠下週補三件'))))
  assert.equal(order.status, '已付款')
  assert.equal(
    order.history.find(({ type }) => type === 'review.closed')?.note,
    '款項保留；庫存不足：工廠下週補三件',
  )
})

test('an order that still has its pieces takes none', () => {
  assert.equal(endAs('paid', inStock(0), inReview({ items })).ok, true)
})

const arrived: Order = {
  ...ended,
  status: '已完成',
  payment: makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })]),
  returns: [
    {
      number: 1,
      state: 'asked',
      items: [{ index: 0, quantity: 2, size: 'L' }],
      reason: '',
      contact: '',
      askedAt: at(20),
      changedAt: at(20),
    },
  ],
  returnState: 'asked',
}
const parcel = { carrier: '黑貓宅急便', trackingNumber: '1' }
const exchange = (stock = inStock(2), restock = false) =>
  applyReturnAnswer(arrived, { answer: 'exchanged', restock, parcel, stock }, after(30, 'owner'))

test('an exchange takes its pieces by the same rule', () => {
  assert.equal(exchange().ok, true)
  assert.deepEqual(exchange(inStock(1)), {
    ok: false,
    code: 'too-few-pieces',
    detail: '旅見 L 要 2 件，只剩 1 件',
  })
  const sent = afterChange(arrived, changeIn(exchange(inStock(1, '樣衣'))))
  assert.equal(sent.returnState, 'exchanged')
  assert.equal(sent.history.at(-1)?.note, '庫存不足：樣衣')
  assert.equal(sent.returns?.[0]?.answer, undefined)
})

test('pieces that come back with the exchange count again, in their own size', () => {
  const taken = { stock: 3, preorder: 0, sizes: { M: 3 } } as const
  const full = { ...inStock(3), taken: new Map([['otr-001', taken]]) }
  assert.equal(exchange(full, true).ok, true)
  const bySize = [{ id: 'otr-001', stock: 3, stock_by_size: { M: 3, L: 0 } }]
  assert.equal(exchange({ ...full, offers: bySize }, true).ok, false)
})
