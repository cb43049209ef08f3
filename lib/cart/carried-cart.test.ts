import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { CartLine } from './cart.ts'
import { carriedHash, withCarried } from './carried-cart.ts'

const line: CartLine = {
  id: 'shirt',
  title: '旅見 T 恤',
  image: '/images/a.jpg',
  color: '白色',
  size: 'M',
  price: 1540,
  quantity: 2,
}

test('an address carries a cart into another browser (rule 245)', () => {
  assert.deepEqual(withCarried([], carriedHash([line])), [line])
})

test('lines in the cart already stay as they are', () => {
  const more = { ...line, quantity: 5 }
  const other = { ...line, size: 'L' } as const
  assert.deepEqual(withCarried([more], carriedHash([line, other])), [more, other])
})

for (const hash of ['', '#main', '#cart=', '#cart=%', '#cart=%7B', '#cart=5', '#cart=[1,null]']) {
  test(`${hash || 'no hash'} carries nothing`, () => {
    const lines = [line]
    assert.equal(withCarried(lines, hash), lines)
  })
}

test('an empty cart needs no address of its own', () => {
  assert.equal(carriedHash([]), '')
})
