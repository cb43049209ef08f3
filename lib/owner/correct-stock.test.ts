import assert from 'node:assert/strict'
import { test } from 'node:test'

import { availableUnits, type ReservedStock } from '#lib/inventory/stock.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import { correctStock, type StockCorrection } from './correct-stock.ts'
import { leftOf } from './stock-left.ts'

const changedAt = '2026-11-23T02:00:00.000Z'
const total = makeProduct({ stock: 10 })
const sized = makeProduct({ stock: 10, stock_by_size: { S: 4, M: 6 } })
const taken: ReservedStock = { stock: 5, preorder: 0, sizes: { S: 4, M: 1 } }

const leftBySize = (product: typeof total, overrides: ReservedStock) =>
  (['S', 'M'] as const).map((size) => availableUnits(product, overrides, { size }))

const corrections: [string, typeof total, StockCorrection, readonly [number, number]][] = [
  ['a delivery of one size', sized, { how: 'add', sizes: { S: 30 } }, [30, 5]],
  ['a broken unit', sized, { how: 'add', sizes: { M: -1 } }, [0, 4]],
  ['a count of the shelf', sized, { how: 'set', sizes: { S: 2, M: 0 } }, [2, 0]],
  ['sizes that were not counted', total, { how: 'set', sizes: { S: 3, M: 4 } }, [3, 4]],
  ['a product without sizes', total, { how: 'add', sizes: {}, total: 7 }, [12, 12]],
  ['the count of such a product', total, { how: 'set', sizes: {}, total: 1 }, [1, 1]],
]

for (const [what, product, change, expected] of corrections) {
  test(`after ${what} so many units can be ordered`, () => {
    const answer = correctStock(product, taken, change)
    assert.ok(answer.ok)
    const after = { ...taken, override: { ...answer.data, changedAt } }
    assert.deepEqual(leftBySize(product, after), expected)
    assert.equal(leftOf(product, after, 'S'), expected[0])
  })
}

const refused: [string, typeof total, StockCorrection, string][] = [
  ['more taken away than there are', sized, { how: 'add', sizes: { M: -6 } }, 'below-zero'],
  ['less than nothing', total, { how: 'set', sizes: {}, total: -1 }, 'below-zero'],
  ['nothing', sized, { how: 'add', sizes: {} }, 'nothing-changed'],
  ['a total of counted sizes', sized, { how: 'add', sizes: {}, total: 4 }, 'nothing-changed'],
]

for (const [what, product, change, code] of refused) {
  test(`a correction is refused: ${what}`, () => {
    assert.deepEqual(correctStock(product, taken, change), { ok: false, code })
  })
}

test('stock that was oversold stays below zero until units come', () => {
  const over: ReservedStock = { stock: 7, preorder: 0, sizes: { S: 6, M: 1 } }
  assert.equal(leftOf(sized, over, 'S'), -2)
  const answer = correctStock(sized, over, { how: 'add', sizes: { S: 5 } })
  assert.ok(answer.ok)
  assert.equal(leftOf(sized, { ...over, override: { ...answer.data, changedAt } }, 'S'), 3)
})
