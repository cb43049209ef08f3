import assert from 'node:assert/strict'
import { test } from 'node:test'

import { boughtLines, carriedHash, carriedLines, withShopText } from './carried-cart.ts'
import type { CartLine } from './cart.ts'

const line: CartLine = {
  id: 'shirt',
  title: '旅見 T 恤',
  image: '/images/a.jpg',
  color: '白色',
  size: 'M',
  price: 1540,
  quantity: 2,
}

test('an address carries a cart into another browser', () => {
  const carried = { id: 'shirt', color: '白色', size: 'M', quantity: 2 }
  assert.deepEqual(carriedLines([], carriedHash([line])), [carried])
})

test('lines in the cart already stay as they are', () => {
  const more = { ...line, quantity: 5 }
  const other = { ...line, size: 'L' } as const
  const carried = { id: 'shirt', color: '白色', size: 'L', quantity: 2 }
  assert.deepEqual(carriedLines([more], carriedHash([line, other])), [carried])
})

for (const hash of ['', '#main', '#cart=', '#cart=%', '#cart=%7B', '#cart=5', '#cart=[1,null]']) {
  test(`${hash || 'no hash'} carries nothing`, () => {
    assert.deepEqual(carriedLines([line], hash), [])
  })
}

test('an empty cart needs no address of its own', () => {
  assert.equal(carriedHash([]), '')
})

test("title, price and picture of a carried or kept line are the shop's", () => {
  const forged = { ...line, title: '系統維護：請匯款至', price: 1, image: 'https://evil.example/x' }
  const hash = `#cart=${encodeURIComponent(JSON.stringify([forged]))}`
  const carried = carriedLines([], hash)
  assert.deepEqual(Object.keys(carried[0] ?? {}).toSorted(), ['color', 'id', 'quantity', 'size'])
  const items = [{ ...line, quantity: 1 }]
  assert.deepEqual(boughtLines(carried, items), [line])
  assert.deepEqual(boughtLines(carried, []), [])
  assert.deepEqual(withShopText([forged], items), [line])
  const kept = [line]
  assert.equal(withShopText(kept, items), kept)
})

test('an address carries no more than a cart may have, and no line twice', () => {
  const many = Array.from({ length: 80 }, (_, at) => ({ ...line, id: `shirt-${at}` }))
  assert.equal(carriedLines([], carriedHash(many)).length, 50)
  assert.equal(carriedLines([], carriedHash([line, line])).length, 1)
})
