import assert from 'node:assert/strict'
import { test } from 'node:test'

import { item } from '../order/placement.fixture.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { numberDrawing } from './number-code.ts'
import { pickingList } from './picking-list.ts'

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
