import assert from 'node:assert/strict'
import { test } from 'node:test'

import { citedRules, differencesText, findProblems, namingTests, parseRules } from './rules.ts'

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

test('rules have number, chapter, sentence and files; differences follow', () => {
  const [cart, delivery] = LIST.rules
  assert.deepEqual(cart, {
    number: 20,
    chapter: 'Cart',
    sentence: 'A line holds 1 to 5 pieces.',
    files: ['lib/cart.ts'],
  })
  assert.deepEqual(delivery?.files, ['lib/price.ts', 'lib/free.ts'])
  assert.deepEqual(LIST.differences, [
    { number: 20, asked: 'any number', why: 'a shelf is not endless' },
  ])
})

const TITLES: readonly (readonly [source: string, title: string, numbers: readonly number[]])[] = [
  ["test('five at most (rule 20)', () => {})", 'five at most', [20]],
  ['test("five", fn); test("six (rules 20, 23)", fn)', 'six', [20, 23]],
  ["test(`a ${is ? 'b' : 'c'} (rule 23)`, fn)", "a ${is ? 'b' : 'c'}", [23]],
  ["describe('the cart (rule 20)', () => { test('one', fn) })", 'the cart', [20]],
  ["const LATE =\n  'late (rule 20)'\ntest(LATE, { tag: '@phone' }, fn)", 'late', [20]],
]
for (const [source, title, numbers] of TITLES) {
  test(`rules are read from ${source}`, () => {
    assert.deepEqual(namingTests('a.test.ts', source), [{ file: 'a.test.ts', title, numbers }])
  })
}

for (const source of ["test('five', fn) // (rule 20)", "test('(rule 20) five', fn)"]) {
  test(`no rules are read from ${source}`, () => {
    assert.deepEqual(namingTests('a.test.ts', source), [])
  })
}

for (const end of ['rule 20, 23', 'rules 20', 'rules 20 and 23', 'rule twenty', 'rules 20-23']) {
  test(`a title that ends with ${end} is refused with its file`, () => {
    assert.throws(
      () => namingTests('a.test.ts', `test('five (${end})', fn)`),
      /^Error: a\.test\.ts: /,
    )
  })
}

test('a list whose rules all have files and tests has no problem', () => {
  assert.deepEqual(findProblems(LIST, { tests: BOTH, cited: [] }, anyFile), [])
})

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

test('the document of the differences says what the shop does by its rule', () => {
  assert.match(
    differencesText(LIST),
    /^\| 20 \| any number \| A line holds 1 to 5 pieces\. \| a shelf is not endless \|$/m,
  )
})

test('a comment cites one rule or several', () => {
  const source = '/** In TWD (rule 23). */\n// See rules 20, 23; unruly 7, rule of thumb 8.'
  assert.deepEqual(citedRules(source), [23, 20, 23])
})
