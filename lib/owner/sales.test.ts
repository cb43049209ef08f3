import assert from 'node:assert/strict'
import { test } from 'node:test'

import { array, assert as always, constantFrom, property } from 'fast-check'

import type { StoredMovement } from '../order/movements.ts'
import type { Order } from '../order/order.ts'
import { csvRows } from './export-row.ts'
import { BEGINNINGS, deed, live, PAID, withVariants } from './lived-order.fixture.ts'
import { salesRows } from './read-sales.ts'
import {
  daysIn,
  rangeNamed,
  readRange,
  type SalesReport,
  salesOf,
  type SalesSums,
} from './sales.ts'

const products = [
  { id: 'a', creator: 'studio' },
  { id: 'b', creator: 'lin' },
]
const november = { from: '2026-11-01', until: '2026-11-30' }
const reportOf = (movements: readonly StoredMovement[], orders: readonly Order[]) =>
  salesOf(november, movements, { orders, products })

const kept = (rows: readonly SalesSums[]) => rows.reduce((sum, row) => sum + row.kept, 0)

/** What each table adds up to, with delivery where it is of goods alone. */
const tableSums = ({
  days,
  weeks,
  codes,
  products: goods,
  sizes,
  creators,
  delivery,
}: SalesReport) =>
  [
    ...[days, weeks, codes].map(kept),
    ...[goods, sizes, creators].map((rows) => kept(rows) + delivery.kept),
  ] as const

test('after any row of deeds every table of a range adds up to its ledger (rule 1334)', () => {
  const backs = new Set<boolean>()
  always(
    property(array(deed, { maxLength: 25 }), constantFrom(...BEGINNINGS), (deeds, first) => {
      const { order, movements } = live([...first, ...deeds])
      const report = reportOf(movements, [order])
      const booked = movements
        .filter(({ kind }) => kind !== 'parcel')
        .reduce((sum, { amount }) => sum + amount, 0)
      assert.equal(report.total.kept, booked)
      assert.deepEqual(tableSums(report), Array(6).fill(booked))
      backs.add(report.total.back > 0)
    }),
    { numRuns: 400, seed: 1334 },
  )
  assert.equal(backs.size, 2)
})

const figures = ({ orders, sold, returned, revenue, back }: SalesSums) => [
  orders,
  sold,
  returned,
  revenue,
  back,
]

test('a sale stands at its day, goods, size, creator and code (rule 1334)', () => {
  const { order, movements } = live(withVariants(PAID))
  const report = reportOf(movements, [order])
  const day = report.days.filter(({ orders }) => orders > 0)
  assert.deepEqual(day.map(figures), [[1, 5, 0, 2400, 0]])
  assert.deepEqual(
    report.creators.map((row) => [row.key, ...figures(row)]),
    [
      ['lin', 0, 3, 0, 1440, 0],
      ['studio', 0, 2, 0, 960, 0],
    ],
  )
  assert.deepEqual(
    report.codes.map((row) => [row.key, ...figures(row)]),
    [[order.discount?.code, 1, 5, 0, 2400, 0]],
  )
})

const sizesOf = (some: readonly StoredMovement[], of: Order) =>
  reportOf(some, [of]).sizes.map(({ key, sold, returned, kept: left }) => [
    key,
    sold,
    returned,
    left,
  ])

test('an exchange counts under the size that was kept, and money that went back with it (rule 1335)', () => {
  const { order, movements } = live(withVariants(PAID))
  const [sale] = movements
  assert.ok(sale)
  const at = '2026-11-30T00:00:00.000Z'
  const request = { number: 1, askedAt: at, changedAt: at, reason: '', contact: '' }
  const items = [{ index: 1, quantity: 2, size: 'L' as const }]
  const exchanged: Order = { ...order, returns: [{ ...request, state: 'exchanged', items }] }
  const all = { ...sale, kind: 'refund' as const, isSale: false, amount: -2400 }
  assert.deepEqual(sizesOf([sale], order), [['M', 5, 0, 2400]])
  assert.deepEqual(sizesOf([sale], exchanged), [
    ['M', 3, 0, 1440],
    ['L', 2, 0, 960],
  ])
  assert.deepEqual(sizesOf([sale, all], exchanged), [
    ['M', 3, 3, 0],
    ['L', 2, 2, 0],
  ])
  // What was only asked for is not kept.
  const asked: Order = { ...order, returns: [{ ...request, state: 'asked', items }] }
  assert.deepEqual(sizesOf([sale], asked), [['M', 5, 0, 2400]])
})

test('seven days are compared with the whole seven before, counted from the last day (rule 1334)', () => {
  const { movements } = live(withVariants(PAID))
  const [sale] = movements
  assert.ok(sale)
  const on = (day: number) => ({
    ...sale,
    at: `2026-11-${String(day).padStart(2, '0')}T04:00:00.000Z`,
  })
  const { weeks } = reportOf([on(1), on(9), on(16), on(17), on(18), on(30)], [])
  assert.deepEqual(
    weeks.map(({ from, until, kept: left, before }) => [from, until, left, before]),
    [
      ['2026-11-24', '2026-11-30', 2400, 4800],
      ['2026-11-17', '2026-11-23', 4800, 2400],
      ['2026-11-10', '2026-11-16', 2400, 2400],
      ['2026-11-03', '2026-11-09', 2400, undefined],
      ['2026-11-01', '2026-11-02', 2400, undefined],
    ],
  )
})

const now = new Date('2026-11-30T16:30:00.000Z')
const ranges = [
  [undefined, undefined, '2026-11-02', undefined],
  ['2026-02-01', '2026-02-28', '2026-02-01', undefined],
  ['2026-02-01', '2026-02-30', '2026-11-02', 'no-such-day'],
  ['2026-02-01', undefined, '2026-11-02', 'no-such-day'],
  ['2026-03-01', '2026-02-01', '2026-11-02', 'turned'],
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

for (const name of ['2026-11', '2026-11-30_2026-11-01', '2026-11-01_2026-11-31', 'a_b', '', '_']) {
  test(`«${name}» names no range`, () => assert.equal(rangeNamed(name), undefined))
}

test('a range’s file has a row for each part, ends with the ledger’s sum, and runs no formula (rule 1336)', () => {
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
