import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from './product.fixture.ts'
import { factsPromisedBy } from './product.ts'

const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)
const preorder = makeProduct({ preorder: true, facts_known_by: '2027-01-15' })
const facts = {
  weight: '220 g/m²',
  thickness: '中等',
  sheerness: '不透',
  stretch: '微彈',
  origin: '台灣',
  embroidery: '7 公分',
  label: '2 公分',
  model: '170 公分，穿 M',
  shrinkage: '3 % 以內',
}

const cases: [name: string, product: typeof preorder, day: string, says: string | undefined][] = [
  ['before the day', preorder, '2027-01-14', '2027-01-15'],
  ['on the day', preorder, '2027-01-15', '2027-01-15'],
  ['after the day', preorder, '2027-01-16', undefined],
  ['no longer a pre-order', { ...preorder, preorder: false }, '2027-01-14', undefined],
  ['no day', makeProduct({ preorder: true }), '2027-01-14', undefined],
]

for (const [name, product, day, says] of cases) {
  test(`the day by which facts are known, ${name}: ${says ?? 'none'} (rule 195)`, () => {
    assert.equal(factsPromisedBy(product, noon(day)), says)
  })
}

test('a product whose facts are all known promises no day (rule 195)', () => {
  assert.equal(factsPromisedBy({ ...preorder, facts }, noon('2027-01-14')), undefined)
})
