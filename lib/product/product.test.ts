import assert from 'node:assert/strict'
import { test } from 'node:test'

import { withOverride } from './override.ts'
import { makeProduct } from './product.fixture.ts'
import { factsPromisedBy } from './product.ts'

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

const cases: [name: string, product: typeof preorder, says: string | undefined][] = [
  ['of a pre-order', preorder, '2027-01-15'],
  ['no longer a pre-order', { ...preorder, preorder: false }, undefined],
  ['no day', makeProduct({ preorder: true }), undefined],
]

for (const [name, product, says] of cases) {
  test(`the day by which facts are known, ${name}: ${says ?? 'none'} (rule 195)`, () => {
    assert.equal(factsPromisedBy(product), says)
  })
}

test('the promise stands until the owner says that the facts are published (rules 195, 943)', () => {
  assert.equal(factsPromisedBy({ ...preorder, facts }), '2027-01-15')
  const changedAt = '2027-01-10T00:00:00.000Z'
  const published = { factsPublishedOf: '2027-01-15', changedAt }
  assert.equal(factsPromisedBy(withOverride({ ...preorder, facts }, published)), undefined)
  const moved = { factsBy: '2027-02-15', changedAt }
  assert.equal(factsPromisedBy(withOverride(preorder, moved)), '2027-02-15')
})
