import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { OrderItem } from './order-item.ts'
import {
  afterMoves,
  givenBack,
  missingLines,
  type Offer,
  piecesLeft,
  piecesMissing,
  stockOf,
  type ReservedStock,
} from './stock.ts'

const shirt: Offer = { id: 'a', stock: 10 }
const sized: Offer = { ...shirt, stock_by_size: { S: 3, M: 7 } }
const limited: Offer = { ...shirt, preorder_limit: 50 }
const none: ReservedStock = { stock: 0, preorder: 0 }

const left: [string, Offer, ReservedStock, Partial<OrderItem>, number][] = [
  ['a shirt of which nothing is taken', shirt, none, {}, 10],
  ['a shirt of which some are taken', shirt, { stock: 7, preorder: 0 }, {}, 3],
  ['a shirt of which all are taken', shirt, { stock: 10, preorder: 0 }, {}, 0],
  ['a shirt of which more are taken than there are', shirt, { stock: 12, preorder: 0 }, {}, 0],
  ['a shirt that was sold before it was made', shirt, { stock: 1, preorder: 90 }, {}, 9],
  ['a size of which nothing is taken', sized, none, {}, 7],
  ['a size of which some are taken', sized, { ...none, stock: 5, sizes: { M: 5 } }, {}, 2],
  ['a size beside one that is sold out', sized, { ...none, stock: 3, sizes: { S: 3 } }, {}, 7],
  ['a size that is sold out', sized, { ...none, stock: 7, sizes: { M: 7 } }, {}, 0],
  ['a size that the product does not have', sized, none, { size: 'L' }, 0],
  // Sold before sizes were counted.
  ['a size of which more is taken than was counted', sized, { ...none, stock: 8 }, {}, 2],
  ['a pre-order without a limit', shirt, { stock: 0, preorder: 5000 }, { preorder: {} }, Infinity],
  ['a pre-order with a limit', limited, { stock: 9, preorder: 48 }, { preorder: {} }, 2],
  ['a pre-order at its limit', limited, { stock: 0, preorder: 51 }, { preorder: {} }, 0],
  ['a pre-order of a size', sized, none, { preorder: {} }, Infinity],
]

for (const [name, offer, taken, overrides, pieces] of left) {
  test(`${name} has ${pieces} left (rules 12, 182, 197)`, () => {
    assert.equal(piecesLeft(offer, taken, { size: 'M', ...overrides }), pieces)
  })
}

const item = (id: string, quantity: number, overrides: Partial<OrderItem> = {}): OrderItem => ({
  id,
  title: id,
  size: 'M',
  quantity,
  price: 500,
  image: '',
  ...overrides,
})
const items = [item('a', 2), item('b', 1, { preorder: {} }), item('a', 3, { size: 'L' })]
const moves = [
  { id: 'a', stock: 5, preorder: 0, sizes: { M: 2, L: 3 } },
  { id: 'b', stock: 0, preorder: 1, sizes: {} },
]
const back = [
  { id: 'a', stock: -5, preorder: 0, sizes: { M: -2, L: -3 } },
  { id: 'b', stock: 0, preorder: -1, sizes: {} },
]

test('an order takes its pieces product by product, pre-ordered ones apart (rule 12)', () => {
  assert.deepEqual(stockOf(items), moves)
  assert.deepEqual(stockOf([]), [])
})

test('the stock gets back the pieces that were taken (rule 181)', () => {
  assert.deepEqual(givenBack(moves), back)
  assert.deepEqual(afterMoves({ stock: 7, preorder: 4 }, back, 'a'), { stock: 2, preorder: 4 })
  assert.deepEqual(afterMoves({ stock: 7, preorder: 4 }, back, 'b'), { stock: 7, preorder: 3 })
  assert.deepEqual(afterMoves({ stock: 1, preorder: 0 }, back, 'a'), none)
  const counted = { stock: 6, preorder: 0, sizes: { S: 1, M: 2, L: 3 } }
  assert.deepEqual(afterMoves(counted, back, 'a'), { stock: 1, preorder: 0, sizes: { S: 1 } })
})

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
  test(`${refused.length} lines are refused of a product with ${name} left`, () => {
    const found = piecesMissing({ items: lines }, new Map(), [{ id: 'a', stock: available }])
    const expected = refused.map(([index, left]) => ({ item: lines[index], left }))
    assert.deepEqual(found, expected)
  })
}

test('too few of one size leave the other sizes as they are (rule 197)', () => {
  const lines = [item('a', 8), item('a', 3, { size: 'S' })]
  const missing = piecesMissing({ items: lines }, new Map(), [sized])
  assert.deepEqual(missing, [{ item: lines[0], left: 7 }])
  assert.deepEqual(
    missingLines(missing).map(({ problem, left }) => [problem, left]),
    [['too-few', 7]],
  )
})

test('a product that nobody counts has none left', () => {
  assert.equal(piecesMissing({ items: [item('x', 1)] }, new Map(), []).length, 1)
})
