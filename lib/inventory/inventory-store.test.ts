import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mergeFields } from '#lib/adapters/firestore/database.ts'

const at = new Date(0)
const cases = [
  ['an empty map', { units: {}, title: 'a' }, { title: 'a' }],
  ['a map of empty maps', { one: { two: {} }, count: 0 }, { count: 0 }],
  ['a map beside its empty one', { days: { a: 1, b: {} } }, { days: { a: 1 } }],
  ['lists, times and empty values', { list: [], at, none: null }, { list: [], at, none: null }],
] as const

for (const [what, fields, merged] of cases) {
  test(`a merging write leaves out ${what}`, () => {
    assert.deepEqual(mergeFields(fields), merged)
  })
}
