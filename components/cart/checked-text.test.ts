import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkedText } from './checked-text.ts'

const NOW = new Date('2026-11-27T08:00:00Z')
const shirt = {
  id: 'otr-001',
  title: '旅見 T 恤',
  color: '白色',
  size: 'M',
  quantity: 2,
  price: 1540,
  image: '/images/products/none.jpg',
  preorder: { shipsAbout: '2027-03-31' },
} as const
const large = { ...shirt, size: 'L' } as const
const lineOf = ({ id, color, size, quantity }: typeof shirt | typeof large) => {
  return { id, color, size, quantity }
}

test('a checked cart is said in words: when its lines ship, and why one can not be bought', () => {
  const { items, refused, promise } = checkedText(
    {
      items: [shirt, large],
      refused: [
        { line: lineOf(large), problem: 'too-few', left: 1 },
        { line: { ...lineOf(shirt), size: 'XL' }, problem: 'sold-out' },
      ],
      cancelRights: [],
      offers: [],
    },
    NOW,
  )
  assert.deepEqual(items[0], {
    id: 'otr-001',
    title: '旅見 T 恤',
    image: '/images/products/none.jpg',
    color: '白色',
    size: 'M',
    price: 1540,
    promise: '預購・預計 2027年3月31日前後出貨',
  })
  assert.deepEqual(
    refused.map(({ problem, isGone }) => [problem, isGone]),
    [
      ['只剩 1 件，請減少數量', false],
      ['已售完，請移除', true],
    ],
  )
  assert.equal(promise, '整筆訂單預計 2027年3月31日前後一起出貨')
})

test('what can not be bought promises no day for the rest', () => {
  const { promise } = checkedText(
    {
      items: [shirt],
      refused: [{ line: lineOf(shirt), problem: 'sold-out' }],
      cancelRights: [],
      offers: [],
    },
    NOW,
  )
  assert.equal(promise, undefined)
})
