import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  addLine,
  type CartLine,
  clampQuantity,
  countPieces,
  removeLine,
  setQuantity,
} from './cart.ts'

const shirt: CartLine = {
  id: 'otr-001',
  title: '旅見',
  image: '/images/products/otr-001-front.jpg',
  color: '白色',
  size: 'M',
  price: 1540,
  quantity: 2,
}
const large: CartLine = { ...shirt, size: 'L' }

test('adding the same id, colour and size merges', () => {
  const once = addLine([large, shirt], shirt)
  assert.deepEqual(once, { lines: [large, { ...shirt, quantity: 4 }], capped: false })
})

test('adding beyond five stays at five and says so', () => {
  const { lines, capped } = addLine([{ ...shirt, quantity: 4 }], shirt)
  assert.equal(lines[0]?.quantity, 5)
  assert.equal(capped, true)
})

test('merging takes the newest title, picture and price', () => {
  const { lines } = addLine([{ ...shirt, price: 1 }], shirt)
  assert.equal(lines[0]?.price, 1540)
})

test('another size or colour is another line', () => {
  assert.equal(addLine([shirt], large).lines.length, 2)
  assert.equal(addLine([shirt], { ...shirt, color: '黑色' }).lines.length, 2)
})

const quantities: [number, number][] = [
  [0, 1],
  [-3, 1],
  [6, 5],
  [3.9, 3],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
]
for (const [asked, kept] of quantities) {
  test(`a quantity of ${asked} becomes ${kept}`, () => {
    assert.equal(clampQuantity(asked), kept)
    assert.equal(setQuantity([shirt], shirt, asked)[0]?.quantity, kept)
  })
}

test('a line is removed alone', () => {
  assert.deepEqual(removeLine([shirt, large], shirt), [large])
})

test('pieces are counted, not lines', () => {
  assert.equal(countPieces([shirt, large]), 4)
})
