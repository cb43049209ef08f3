import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '#lib/product/product.fixture.ts'
import { linesToBuyAgain } from './buy-again.ts'
import type { OrderItem } from './order-item.ts'

const NOW = new Date('2026-11-23T00:00:00Z')

const item: OrderItem = {
  id: 'shirt',
  title: '從前的名字',
  color: '白色',
  size: 'M',
  quantity: 2,
  price: 400,
  image: '/old.jpg',
}

const again = (change: Partial<OrderItem>, status: '已完成' | '待付款' = '已完成') =>
  linesToBuyAgain({ status, items: [{ ...item, ...change }] }, [makeProduct()], NOW)

test('an order is bought again at the price and under the name of today', () => {
  const { id, color, size, quantity } = item
  const today = { title: '晴天', price: 500, image: '/images/a.jpg' }
  assert.deepEqual(again({}), [{ id, color, size, quantity, ...today }])
})

const left: readonly (readonly [string, Partial<OrderItem>])[] = [
  ['a product that is gone', { id: 'gone' }],
  ['a colour that is gone', { color: '黑色' }],
  ['a size that is gone', { size: 'XXL' }],
]

for (const [name, change] of left) {
  test(`${name} is left out`, () => assert.deepEqual(again(change), []))
}

test('an unpaid order is not bought again, and what is sold out is left out', () => {
  assert.deepEqual(again({}, '待付款'), [])
  const soldOut = makeProduct({ stock: 0 })
  assert.deepEqual(linesToBuyAgain({ status: '已完成', items: [item] }, [soldOut], NOW), [])
})
