import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '#lib/product/product.fixture.ts'
import { isOpening, openingSteps } from './opening-steps.ts'

const trade = { tax_id: '22099131', representative: '林', address: '臺北市', phone: '02-1' }
const FACTS = {
  weight: '200 g/m²',
  thickness: '',
  sheerness: '',
  stretch: '',
  origin: '',
  embroidery: '',
  label: '',
  model: '',
  shrinkage: '',
}
const shirt = makeProduct({
  stock: 3,
  preorder: false,
  shared_size_chart: true,
  renderings: false,
  facts: FACTS,
})
const ready = { trade, products: [shirt], methods: 1, issuesInvoices: true, orders: 1 }

const LACKING: readonly (readonly [title: string, given: Partial<typeof ready>])[] = [
  ['公司資料', { trade: { ...trade, phone: '' } }],
  ['商品規格', { products: [{ ...shirt, facts: undefined }] }],
  ['尺寸表', { products: [{ ...shirt, shared_size_chart: undefined }] }],
  ['實品照片', { products: [{ ...shirt, renderings: true }] }],
  ['庫存', { products: [{ ...shirt, stock: 0 }] }],
  ['收款帳號', { methods: 0 }],
  ['試買一筆', { orders: 0 }],
]
for (const [title, given] of LACKING) {
  test(`a shop does not open without ${title}`, () => {
    const steps = openingSteps({ ...ready, ...given })
    assert.deepEqual(
      steps.filter(({ isDone }) => !isDone).map((step) => step.title),
      [title],
    )
    assert.equal(isOpening(steps), true)
  })
}

test('the list is over once all is done, and an invoice account is no condition', () => {
  assert.equal(isOpening(openingSteps(ready)), false)
  assert.equal(isOpening(openingSteps({ ...ready, issuesInvoices: false })), false)
  assert.equal(
    isOpening(openingSteps({ ...ready, products: [{ ...shirt, stock: 0, preorder: true }] })),
    false,
  )
})
