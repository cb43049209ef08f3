import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { OrderItem } from '#lib/order/order-item.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { sizeChoices } from './exchange-stock.ts'
import { sized } from './stock.fixture.ts'

test('each line names the sizes in which its product is made, with the units left of each', () => {
  const offers = [
    { ...sized, sizes: ['S', 'M'] as const },
    { id: 'b', stock: 0, sizes: ['M', 'L'] as const },
  ]
  const taken = new Map([['a', { stock: 3, preorder: 0, sizes: { S: 3 } }]])
  const line = { title: '', color: '白', size: 'M', quantity: 1, price: 1, image: '' } as const
  const items: OrderItem[] = [
    { ...line, id: 'a' },
    { ...line, id: 'b', preorder: {} },
    { ...line, id: 'gone' },
  ]
  assert.deepEqual(sizeChoices({ items }, { taken, offers }), [
    [
      { size: 'S', left: 0 },
      { size: 'M', left: 7 },
    ],
    [{ size: 'M' }, { size: 'L' }],
    SIZES.map((size) => ({ size })),
  ])
})
