import assert from 'node:assert/strict'
import { test } from 'node:test'

import { conflictsOf, mergedText } from './edit-conflict.ts'

const before = { values: { title: '旅見', tags: ['白'], price: 1540 }, body: '一' }
const mine = { values: { title: '旅見 T 恤', tags: ['白'], price: 1290 }, body: '一' }
const saved = {
  path: 'products/otr-001.md',
  heading: '商品',
  fields: [],
  values: { title: '旅見短袖', tags: ['白', '旅行'], price: 1540 },
  body: '二',
  version: '2',
  shown: {},
  copiedFields: [],
  held: undefined,
  canRemove: false,
}

test('only what both changed stands side by side', () => {
  assert.deepEqual(conflictsOf(mine, before, saved), [
    { name: 'title', theirs: '旅見短袖', mine: '旅見 T 恤' },
  ])
  assert.deepEqual(conflictsOf({ ...mine, body: '三' }, before, saved).at(-1), {
    name: 'body',
    theirs: '二',
    mine: '三',
  })
  assert.deepEqual(conflictsOf(saved, before, saved), [])
})

test('the merged text has what was typed here, and else what was saved meanwhile', () => {
  assert.deepEqual(mergedText(mine, before, saved), {
    values: { title: '旅見 T 恤', tags: ['白', '旅行'], price: 1290 },
    body: '二',
  })
})
