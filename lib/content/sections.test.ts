import assert from 'node:assert/strict'
import { test } from 'node:test'

import { withSections } from './sections.ts'

test('each heading of a text gets an id that its table of contents leads to', () => {
  const { html, sections } = withSections('<h2>退貨</h2><p>甲</p><h3>退<em>款</em></h3>')
  assert.equal(html, '<h2 id="part-1">退貨</h2><p>甲</p><h3 id="part-2">退<em>款</em></h3>')
  assert.deepEqual(sections, [
    { id: 'part-1', title: '退貨', level: 2 },
    { id: 'part-2', title: '退款', level: 3 },
  ])
})

test('a text without headings is left as it is', () => {
  assert.deepEqual(withSections('<p>甲</p>'), { html: '<p>甲</p>', sections: [] })
})
