import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeCode } from '#lib/discount/discount.fixture.ts'
import type { DiscountCode } from '#lib/discount/discount.ts'

import { codeStateText } from './code-state.ts'

const now = new Date('2027-03-10T04:00:00.000Z')

const states: readonly (readonly [Partial<DiscountCode>, number, RegExp])[] = [
  [{}, 9, /^可以用$/],
  [{}, 10, /^已用完$/],
  [{ isPaused: true, ends: '2027-03-09' }, 10, /^已暫停$/],
  [{ starts: '2027-03-11' }, 0, /3.*11.*開始$/],
  [{ ends: '2027-03-10' }, 0, /^可以用$/],
  [{ ends: '2027-03-09' }, 0, /^已過期$/],
]
for (const [fields, uses, text] of states) {
  test(`the owner reads of a code with ${JSON.stringify(fields)}, used ${uses} times: ${text.source} (rule 1263)`, () => {
    assert.match(codeStateText(makeCode(fields), uses, now), text)
  })
}
