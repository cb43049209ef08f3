import assert from 'node:assert/strict'
import { test } from 'node:test'

import { RULES } from '../model/rules.ts'
import { withoutRule } from './functions.ts'
import { chooseMutants } from './mutants.ts'
import { NAMED_MUTANTS } from './named.ts'
import { editsOf, withEdit } from './operators.ts'

const SOURCE = [
  '// a === b',
  "import type { A } from './a.ts'",
  'function isDue(a: number, b: number): boolean {',
  '  if (a > b && !isOver(a)) return true',
  '  return a === b',
  '}',
].join('\n')

test('every operator changes one place of one line, and no comment or import', () => {
  assert.deepEqual(
    editsOf(SOURCE).map(({ line, name, text }) => [line, name, text.trim()]),
    [
      [4, 'greater', 'if (a >= b && !isOver(a)) return true'],
      [4, 'and', 'if (a > b || !isOver(a)) return true'],
      [4, 'refusal', 'if (false && a > b && !isOver(a)) return true'],
      [4, 'not', 'if (a > b && isOver(a)) return true'],
      [4, 'true', 'if (a > b && !isOver(a)) return false'],
      [5, 'equal', 'return a !== b'],
    ],
  )
})

test('an edit changes its line and no other', () => {
  const [, , , , , last] = editsOf(SOURCE)
  assert.ok(last)
  assert.equal(withEdit(SOURCE, last).split('\n').at(-2), '  return a !== b')
  assert.equal(withEdit(SOURCE, last).length, SOURCE.length)
})

test('every rule that is taken out by name stands in the one function that it names', () => {
  const named = chooseMutants(1_000_000).slice(0, NAMED_MUTANTS.length)
  assert.deepEqual(
    named.map(({ name }) => name),
    NAMED_MUTANTS.map(([name]) => name),
  )
  for (const rule of Object.values(RULES)) assert.notEqual(withoutRule(rule).source, '')
  assert.throws(() => withoutRule(['claim', 'no such rule', '']), /^Error: 0 functions claim say/)
})
