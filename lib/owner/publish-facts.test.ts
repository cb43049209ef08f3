import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '#lib/product/product.fixture.ts'
import { changedAt } from './find-day-questions.fixture.ts'
import { publicationOf } from './publish-facts.ts'

const NO_FACTS = { thickness: '', stretch: '', embroidery: '', label: '', model: '', shrinkage: '' }

const measured = { ...NO_FACTS, weight: '220 g/m²', sheerness: '不透', origin: '台灣' }

const photos = [{ src: '/images/products/worn.jpg', alt: '窗邊' }]

const promised = { preorder: true, facts_known_by: '2027-01-15' }

const publications: readonly (readonly [string, Parameters<typeof makeProduct>[0], unknown])[] = [
  ['facts and a photograph', { ...promised, facts: measured, photos }, '2027-01-15'],
  ['pictures that are photographs', { ...promised, facts: measured }, '2027-01-15'],
  ['no origin', { ...promised, facts: { ...measured, origin: '' }, photos }, 'facts-missing'],
  [
    'facts without a photograph',
    { ...promised, facts: measured, renderings: true },
    'photograph-missing',
  ],
  ['facts that are left out', { ...promised, facts_left_out: true, photos }, '2027-01-15'],
  ['nothing promised', { facts: measured, photos }, 'no-day'],
]

for (const [what, fields, expected] of publications) {
  test(`buyers are shown that all is published only where it is: ${what}`, () => {
    const answered = publicationOf(makeProduct(fields), undefined)
    assert.equal(answered.ok ? answered.data.factsPublishedOf : answered.code, expected)
  })
}

test('what is published is the day that was moved', () => {
  const file = makeProduct({ ...promised, facts: measured, photos })
  const answered = publicationOf(file, { factsBy: '2027-02-01', changedAt })
  assert.deepEqual(answered, { ok: true, data: { factsPublishedOf: '2027-02-01' } })
})
