import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type CartLine, MAX_LINES } from './cart.ts'
import { putBack } from './undo.ts'

const small: CartLine = {
  id: 'otr-001',
  title: '旅見',
  image: '/images/products/otr-001-front.jpg',
  color: '白色',
  size: 'S',
  price: 1540,
  quantity: 2,
}
const medium: CartLine = { ...small, size: 'M' }
const large: CartLine = { ...small, size: 'L' }
const more: CartLine = { ...large, quantity: 5 }
const before = [small, medium, large]

type Case = { name: string; now: CartLine[]; removed: CartLine[]; kept: CartLine[] }

const CASES: readonly Case[] = [
  {
    name: 'a removed line is back at its place',
    now: [small, large],
    removed: [medium],
    kept: before,
  },
  { name: 'a cleared cart is back as it was', now: [], removed: before, kept: before },
  {
    name: 'another line keeps what was changed since',
    now: [small, more],
    removed: [medium],
    kept: [small, medium, more],
  },
  {
    name: 'a line that came since stands last',
    now: [small, large, { ...small, color: '黑色' }],
    removed: [medium],
    kept: [small, medium, large, { ...small, color: '黑色' }],
  },
  {
    name: 'a line that was added anew stays as it is, at its old place',
    now: [small, more],
    removed: [large],
    kept: [small, more],
  },
  {
    name: 'a line that was taken out elsewhere stays out',
    now: [small],
    removed: [medium],
    kept: [small, medium],
  },
]

for (const { name, now, removed, kept } of CASES) {
  test(name, () => assert.deepEqual(putBack(now, before, removed), kept))
}

test('a cart that was filled since takes back no more than it holds', () => {
  const full = Array.from({ length: MAX_LINES - 1 }, (_, index) => ({ ...small, id: `x${index}` }))
  assert.deepEqual(putBack(full, before, before), [small, ...full])
  assert.equal(putBack([...full, more], before, [small, medium]).length, MAX_LINES)
})
