import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isDay, isMonth, monthSpan } from './month.ts'

test("a month is Taipei's, from its first instant to the next month's", () => {
  assert.deepEqual(monthSpan('2026-11'), {
    from: '2026-10-31T16:00:00.000Z',
    until: '2026-11-30T16:00:00.000Z',
  })
})

test('December ends with the year', () => {
  assert.equal(monthSpan('2026-12').until, '2026-12-31T16:00:00.000Z')
})

for (const [text, expected] of [
  ['2026-11', true],
  ['2026-13', false],
  ['2026-1', false],
  ['202611', false],
] as const) {
  test(`${text} is ${expected ? '' : 'not '}a month`, () => assert.equal(isMonth(text), expected))
}

for (const [text, expected] of [
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-11-31', false],
  ['2026-11', false],
  ['yesterday', false],
] as const) {
  test(`${text} is ${expected ? '' : 'not '}a day`, () => assert.equal(isDay(text), expected))
}
