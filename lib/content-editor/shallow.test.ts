import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isShallow } from './editor.ts'

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

test('values of a form are bounded in depth, however deep they come (rule 1008)', () => {
  assert.equal(isShallow(nested(5000)), false)
  assert.equal(isShallow({ answers: [{ question: '一', answer: '二' }] }), true)
})
