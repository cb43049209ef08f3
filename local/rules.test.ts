import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findProblems, namingTests, parseRules } from './rules.ts'

const LIST = parseRules(`# Rules

A line that is no row | 9 |

## Cart

| # | Rule | Decided in |
|---|---|---|
| 20 | A line holds 1 to 5 pieces. | \`lib/cart.ts\` |
| 23 | Delivery costs NT$80 \\| or nothing. | \`lib/price.ts\`, \`lib/free.ts\` |

## Differences

| Rule | Asked | Why the shop differs |
|---|---|---|
| 20 | any number | a shelf is not endless |
`)

const BOTH = namingTests('a.test.ts', "test('all of it (rules 20, 23)', () => {})")
const anyFile = () => true

for (const end of ['rule 20, 23', 'rules 20', 'rules 20 and 23', 'rule twenty', 'rules 20-23']) {
  test(`a title that ends with ${end} is refused with its file`, () => {
    assert.throws(
      () => namingTests('a.test.ts', `test('five (${end})', fn)`),
      /^Error: a\.test\.ts: /,
    )
  })
}

test('a rule without a test, and a test or comment of a rule that does not exist, are problems', () => {
  const tests = namingTests('a.test.ts', "test('five (rules 20, 99)', fn)")
  const cited = [{ file: 'lib/cart.ts', numbers: [20, 98] }]
  assert.deepEqual(findProblems(LIST, { tests, cited }, anyFile), [
    'Rule 23 has no test: Delivery costs NT$80 \\| or nothing.',
    'a.test.ts names rule 99, which does not exist.',
    'lib/cart.ts names rule 98, which does not exist.',
  ])
})

test('a number that is used twice, a missing file and a difference of no rule are problems', () => {
  const [cart] = LIST.rules
  assert.ok(cart)
  const differences = [{ number: 99, asked: 'x', why: 'y' }]
  const doubled = { rules: [...LIST.rules, cart], differences }
  assert.deepEqual(
    findProblems(doubled, { tests: BOTH, cited: [] }, (path) => path !== 'lib/free.ts'),
    [
      'Rule 20 is there twice.',
      'Rule 23 names no file that exists.',
      'docs/rules.md names rule 99, which does not exist.',
    ],
  )
})
