import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '../product/product.fixture.ts'
import { shirtOf } from './article-shirt.ts'

const travel = makeProduct({ id: 'travel', subcategory: '旅見系列' })
const still = makeProduct({ id: 'still', subcategory: '靜意系列', stock: 0 })

const cases: [tags: readonly string[], products: (typeof travel)[], id: string | undefined][] = [
  [['旅行', '旅見系列'], [still, travel], 'travel'],
  [['靜意系列'], [travel, still], 'still'],
  [['有機棉'], [still, travel], 'travel'],
  [['有機棉'], [still], undefined],
  [[], [], undefined],
]

for (const [tags, products, id] of cases) {
  test(`an article about ${tags.join() || 'nothing'} ends with ${id ?? 'no shirt'} (rule 165)`, () => {
    assert.equal(shirtOf({ tags: [...tags] }, products)?.id, id)
  })
}
