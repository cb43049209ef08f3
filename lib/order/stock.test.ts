import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOrder } from '../payment/orders.fixture.ts'
import type { OrderItem, OrderStatus } from './order.ts'
import {
  afterMoves,
  givenBack,
  type Offer,
  piecesLeft,
  stockMoves,
  stockOf,
  type Taken,
  uncovered,
} from './stock.ts'

const now = new Date('2026-11-21T02:00:00.000Z')
const shirt: Offer = { id: 'a', preorder: false, stock: 10 }
const preorder: Offer = { ...shirt, preorder: true, preorder_deadline: '2026-11-21' }
const none: Taken = { stock: 0, preorder: 0 }

const left: [string, Offer, Taken, number][] = [
  ['a shirt of which nothing is taken', shirt, none, 10],
  ['a shirt of which some are taken', shirt, { stock: 7, preorder: 0 }, 3],
  ['a shirt of which all are taken', shirt, { stock: 10, preorder: 0 }, 0],
  ['a shirt of which more are taken than there are', shirt, { stock: 12, preorder: 0 }, 0],
  ['a shirt that was sold before it was made', shirt, { stock: 1, preorder: 90 }, 9],
  ['a pre-order without a limit', preorder, { stock: 0, preorder: 5000 }, Infinity],
  ['a pre-order beside its stock', { ...preorder, stock: 0 }, { stock: 3, preorder: 1 }, Infinity],
  ['a pre-order with a limit', { ...preorder, preorder_limit: 50 }, { stock: 9, preorder: 48 }, 2],
  ['a pre-order at its limit', { ...preorder, preorder_limit: 50 }, { stock: 0, preorder: 51 }, 0],
]

for (const [name, offer, taken, pieces] of left) {
  test(`${name} has ${pieces} left`, () => assert.equal(piecesLeft(offer, taken, now), pieces))
}

test('when a pre-order has ended, what is in stock counts', () => {
  const late = new Date('2026-11-21T16:00:00.000Z')
  assert.equal(piecesLeft(preorder, { stock: 4, preorder: 90 }, late), 6)
})

const item = (id: string, quantity: number, given: Partial<OrderItem> = {}): OrderItem => ({
  id,
  title: id,
  size: 'M',
  quantity,
  price: 500,
  image: '',
  ...given,
})
const items = [item('a', 2), item('b', 1, { preorder: {} }), item('a', 3, { size: 'L' })]
const moves = [
  { id: 'a', stock: 5, preorder: 0 },
  { id: 'b', stock: 0, preorder: 1 },
]
const back = [
  { id: 'a', stock: -5, preorder: 0 },
  { id: 'b', stock: 0, preorder: -1 },
]

test('an order takes its pieces product by product, pre-ordered ones apart', () => {
  assert.deepEqual(stockOf(items), moves)
  assert.deepEqual(stockOf([]), [])
})

test('what is given back is what was taken', () => {
  assert.deepEqual(givenBack(moves), back)
  assert.deepEqual(afterMoves({ stock: 7, preorder: 4 }, back, 'a'), { stock: 2, preorder: 4 })
  assert.deepEqual(afterMoves({ stock: 7, preorder: 4 }, back, 'b'), { stock: 7, preorder: 3 })
  assert.deepEqual(afterMoves({ stock: 1, preorder: 0 }, back, 'a'), none)
})

const statuses: [OrderStatus, OrderStatus, string, typeof moves][] = [
  ['待付款', '已取消', 'gives its pieces back', back],
  ['已取消', '已付款', 'takes its pieces again', moves],
  ['待付款', '已付款', 'moves nothing', []],
  ['已付款', '已出貨', 'moves nothing', []],
  ['已出貨', '已完成', 'moves nothing', []],
  ['已取消', '已取消', 'moves nothing', []],
  ['待付款', '待付款', 'moves nothing', []],
]

for (const [from, to, what, expected] of statuses) {
  test(`an order that goes from ${from} to ${to} ${what}`, () => {
    const before = makeOrder({ status: from, items })
    assert.deepEqual(stockMoves(before, { ...before, status: to }), expected)
  })
}

const pieces: [string, OrderItem[], number, [number, number][]][] = [
  ['enough for one line', [item('a', 5)], 5, []],
  ['too few for one line', [item('a', 5)], 3, [[0, 3]]],
  ['none', [item('a', 1)], 0, [[0, 0]]],
  ['enough for two lines', [item('a', 2), item('a', 3)], 5, []],
  ['enough for the first of two lines', [item('a', 3), item('a', 3)], 5, [[1, 2]]],
  [
    'too few for either of two lines',
    [item('a', 3), item('a', 1)],
    2,
    [
      [0, 2],
      [1, 0],
    ],
  ],
]

for (const [name, lines, available, refused] of pieces) {
  test(`of a product with ${name} left, ${refused.length} lines are refused`, () => {
    const found = uncovered(lines, new Map([['a', available]]))
    const expected = refused.map(([index, left]) => ({ item: lines[index], left }))
    assert.deepEqual(found, expected)
  })
}

test('a product that nobody counts has none left', () => {
  assert.equal(uncovered([item('x', 1)], new Map()).length, 1)
})
