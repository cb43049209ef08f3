import assert from 'node:assert/strict'
import { test } from 'node:test'

import { matchesSearch, searchText } from './article-search.ts'

const text = searchText({
  title: '白 T 恤的照顧',
  excerpt: '怎麼洗 Cotton',
  tags: ['有機棉', 'QR'],
})

const searches: [string, boolean][] = [
  ['', true],
  ['  ', true],
  ['照顧', true],
  ['cotton', true],
  ['COTTON', true],
  [' t 恤 ', true],
  ['qr', true],
  ['有機', true],
  ['有機棉qr', false],
  ['旅行', false],
]
for (const [typed, found] of searches) {
  test(`「${typed}」 is ${found ? '' : 'not '}found`, () => {
    assert.equal(matchesSearch(text, typed), found)
  })
}
