import assert from 'node:assert/strict'
import { test } from 'node:test'

import { lowStockNotice, lowStockOf } from '#lib/inventory/low-stock.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import { changedAt } from './find-day-questions.fixture.ts'

const now = new Date('2026-11-23T02:00:00Z')
const sized = makeProduct({ stock: 10, stock_by_size: { S: 4, M: 6 } })

const cases: [string, ReturnType<typeof makeProduct>, object, string][] = [
  ['sizes with enough units', sized, {}, ''],
  ['three units of a size', sized, { stock: 1, sizes: { S: 1 } }, 'S3'],
  ['a sold-out and a low size', sized, { stock: 9, sizes: { S: 4, M: 5 } }, 'S0 M1'],
  ['a size sold beyond its stock', sized, { stock: 5, sizes: { S: 5 } }, 'S0'],
  ['a product without sizes', makeProduct({ stock: 4 }), { stock: 2 }, 'all2'],
  ['a product that never had units', makeProduct({ stock: 0 }), {}, ''],
  ['a pre-order', makeProduct({ stock: 2, preorder: true }), {}, ''],
  ['what is off sale', sized, { stock: 9, override: { isOffSale: true, changedAt } }, ''],
]

for (const [what, product, taken, expected] of cases) {
  test(`the owner is notified of ${what}: «${expected}»`, () => {
    const low = lowStockOf(product, { stock: 0, preorder: 0, ...taken }, now)
    assert.equal(low.map(({ size, left }) => `${size ?? 'all'}${left}`).join(' '), expected)
  })
}

const low = (taken: object) =>
  lowStockOf(sized, { stock: 9, preorder: 0, ...taken }, now).map(lowStockNotice)

test('one mail tells of a size until its units are corrected', () => {
  const [first] = low({ sizes: { S: 2, M: 1 } })
  const [second] = low({ sizes: { S: 4, M: 1 } })
  assert.equal(first?.id, second?.id)
  const override = { stock: 20, stock_by_size: { S: 8, M: 12 }, changedAt }
  const [third] = low({ sizes: { S: 5 }, override })
  assert.notEqual(third?.id, first?.id)
  assert.deepEqual(third?.values, { low_product: '晴天 S', pieces_left: '3' })
})
