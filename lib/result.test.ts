import assert from 'node:assert/strict'
import { test } from 'node:test'

import { defined } from './result.ts'

test('an absent value changes nothing where it is spread, and null and false are values', () => {
  const change: { readonly a?: number; readonly b?: number | null; readonly c?: boolean } = {
    a: undefined,
    b: null,
    c: false,
  }
  assert.deepEqual({ a: 1, b: 2, c: true, ...defined(change) }, { a: 1, b: null, c: false })
  assert.deepEqual(Object.keys(defined(change)), ['b', 'c'])
})
