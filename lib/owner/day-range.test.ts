import assert from 'node:assert/strict'
import { test } from 'node:test'

import { csvRows } from './csv.ts'
import { daysIn, rangeNamed, readRange } from './day-range.ts'
import { live, PAID, withVariants } from './lived-order.fixture.ts'
import { salesRows } from './read-sales.ts'
import { november, reportOf } from './sales.fixture.ts'

const now = new Date('2026-11-30T16:30:00.000Z')

const ranges = [
  [undefined, undefined, '2026-11-02', undefined],
  ['2026-02-01', '2026-02-28', '2026-02-01', undefined],
  ['2026-02-01', '2026-02-30', '2026-11-02', 'no-such-day'],
  ['2026-02-01', undefined, '2026-11-02', 'no-such-day'],
  ['2026-02-30', '2026-03-01', '2026-11-02', 'no-such-day'],
  ['2026-03-01', '2026-02-01', '2026-11-02', 'turned'],
  ['2026-02-01', '2026-02-01', '2026-02-01', undefined],
  ['2025-01-01', '2026-01-01', '2025-01-01', undefined],
  ['2025-01-01', '2026-01-02', '2026-11-02', 'too-long'],
] as const

for (const [from, until, first, problem] of ranges) {
  test(`from ${from} until ${until} is ${problem ?? 'shown'}`, () => {
    const wanted = readRange(from, until, now)
    assert.deepEqual([wanted.range.from, wanted.problem], [first, problem])
    if (problem !== undefined || from === undefined) assert.equal(daysIn(wanted.range), 30)
  })
}

for (const name of [
  '2026-11',
  '2026-11-30_2026-11-01',
  '2026-11-01_2026-11-31',
  '2026-11-01_2026-11-30_2026-12-01',
  'a_b',
  '',
  '_',
]) {
  test(`«${name}» names no range`, () => assert.equal(rangeNamed(name), undefined))
}

test('a range’s file has a row for each part, ends with the ledger’s sum, and runs no formula', () => {
  const { order, movements } = live(withVariants(PAID))
  const report = reportOf(movements, [order])
  assert.deepEqual(rangeNamed('2026-11-01_2026-11-30'), november)
  const rows = salesRows({
    ...report,
    productNames: new Map([['a', '=1+1']]),
    creatorNames: new Map([['lin', '林小姐']]),
    creatorOf: new Map([['b', 'lin']]),
  })
  const day = report.lines[0]?.day
  const code = order.discount?.code
  assert.deepEqual(rows[0], [day, '=1+1', 'a', 'M', '已下架的商品', code, 1, 2, 0, 960, 0, 960])
  assert.deepEqual(rows[1]?.slice(1, 6), ['已下架的商品', 'b', 'M', '林小姐', code])
  assert.deepEqual(rows.at(-1), ['合計', '', '', '', '', '', 1, 5, 0, 2400, 0, 2400])
  assert.match(csvRows(rows), /"'=1\+1"/)
})
