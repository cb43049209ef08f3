import assert from 'node:assert/strict'
import { test } from 'node:test'

import { reservedProducts } from '#lib/inventory/reserved-products.ts'
import { applyReturnAnswer, type ReturnAnswer } from '#lib/order/return/answer-return.ts'
import { returnRequestChange, returnProblem } from '#lib/order/return/return-rules.ts'
import {
  after,
  afterChange,
  changeIn,
  inStock,
  MADE,
  makeOrder,
} from '#lib/payment/orders.fixture.ts'
import { orderItemSchema } from './order-item.ts'
import type { Order } from './order.ts'

const DAY = 24 * 60
const item = (id: string, quantity: number) =>
  orderItemSchema.parse({ id, title: id, size: 'M', quantity, price: 1540, image: '/x.jpg' })

const arrived = makeOrder({
  status: '已完成',
  completedAt: '2026-11-21T15:30:00.000Z',
  items: [item('otr-001', 2), item('ots-001', 1)],
})
const wish = { reason: '太大', contact: '0912345678' }

test('too many units of one line are refused though those of another are there', () => {
  const items = [
    { index: 0, quantity: 1 },
    { index: 1, quantity: 2 },
  ]
  const answer = returnRequestChange(arrived, { ...wish, items }, MADE, after(DAY))
  assert.deepEqual(answer, { ok: false, code: 'too-many-units' })
})

test('an order sent back whole leaves nothing to send back', () => {
  const items = [
    { index: 0, quantity: 2 },
    { index: 1, quantity: 1 },
  ]
  const before = afterChange(
    arrived,
    changeIn(returnRequestChange(arrived, { ...wish, items }, MADE, after(DAY))),
  )
  const giveAnswer = (order: Order, answer: ReturnAnswer) => {
    const overrides = { answer, restock: false, stock: inStock(9) }
    const by = { ...after(2 * DAY, 'owner'), reason: '' }
    return afterChange(order, changeIn(applyReturnAnswer(order, overrides, by)))
  }
  const back = giveAnswer(giveAnswer(before, 'accepted'), 'received')
  assert.equal(returnProblem(back, after(2 * DAY).now), 'nothing-chosen')
  assert.equal(returnProblem(arrived, after(2 * DAY).now), undefined)
})

test('an order of two products counts as one that keeps units of each', () => {
  const reservation = { until: '2026-11-22T02:00:00.000Z', products: ['otr-001', 'ots-001'] }
  const order = makeOrder({ items: [item('otr-001', 1), item('ots-001', 2)], reservation })
  const offers = [
    { id: 'otr-001', title: '旅見', stock: 2 },
    { id: 'ots-001', title: '靜意', stock: 2 },
  ]
  const held = reservedProducts([order], offers)
  assert.deepEqual(
    held.map(({ product, held: units, orders }) => [product, units, orders]),
    [
      ['otr-001', 1, 1],
      ['ots-001', 2, 1],
    ],
  )
})
