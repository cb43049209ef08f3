import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '#lib/product/product.fixture.ts'
import { llmsText } from './page-markdown.ts'

const preorder = {
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
}
const lastMoment = new Date('2027-02-28T15:59:59Z')

const cases = [
  ['in stock', makeProduct(), 'NT$500（現貨）'],
  ['sold out', makeProduct({ stock: 0 }), 'NT$500（已售完）'],
  ['a pre-order', makeProduct(preorder), 'NT$500（預購中，預購至 2027年2月28日'],
  [
    'a pre-order without a last day',
    makeProduct({ ...preorder, preorder_deadline: undefined }),
    'NT$500（預購中，預計 2027年3月31日前後出貨）',
  ],
] as const

for (const [state, product, says] of cases) {
  test(`llms.txt says of a product that is ${state}`, () => {
    const lists = { products: [product], garments: [], articles: [], pages: [] }
    const text = llmsText({ description: '', ...lists }, lastMoment)
    assert.match(text, /這裡列出的每一頁都有 markdown 版本/)
    assert.ok(text.includes(`](http`) && text.includes(`/product/shirt.md)：${says}`), text)
  })
}
