import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assert as always, integer, property } from 'fast-check'

import { allowanceLines, invoiceLines, sumOfLines } from './invoice-lines.ts'
import { allowanceOutcome, refundDocument } from './invoice-state.ts'
import { rangeNotices } from './number-range.ts'
import { voidableUntil } from './tax-period.ts'

const item = { title: '旅見 T 恤', color: '白色', size: 'M', quantity: 2, price: 600 }

test('the lines of an invoice are the items, and shipping where it was charged', () => {
  const paid = invoiceLines([{ ...item, quantity: 1 }], 680)
  assert.deepEqual(paid, [
    { name: '旅見 T 恤 白色 M', count: 1, price: 600 },
    { name: '運費', count: 1, price: 80 },
  ])
  assert.equal(sumOfLines(paid), 680)
  assert.deepEqual(invoiceLines([item], 1200), [{ name: '旅見 T 恤 白色 M', count: 2, price: 600 }])
  assert.equal(invoiceLines([{ ...item, color: undefined }], 1200)[0]?.name, '旅見 T 恤 M')
  assert.throws(() => invoiceLines([item], 1199), RangeError)
  assert.equal(sumOfLines(allowanceLines('退款', 300)), 300)
})

test('a line of nothing stands on no invoice, whatever a reduction leaves of its units', () => {
  for (const left of [0, 1, 2, 3]) {
    const sold = { ...item, price: 600, quantity: 2, reduction: 1200 - left }
    const lines = invoiceLines([sold], left + 80)
    assert.ok(
      lines.every(({ price, count }) => price > 0 && count > 0),
      JSON.stringify(lines),
    )
    assert.equal(sumOfLines(lines), left + 80)
  }
  const [line] = invoiceLines([{ ...item, quantity: 2, reduction: 1199 }], 81)
  assert.deepEqual(line, { name: '旅見 T 恤 白色 M 2 件', count: 1, price: 1 })
})

test('lines that a code took something off have whole unit prices that add up to what was paid', () => {
  const reduced = { ...item, quantity: 3, reduction: 100 }
  assert.deepEqual(invoiceLines([reduced], 1780), [
    { name: '旅見 T 恤 白色 M', count: 1, price: 566 },
    { name: '旅見 T 恤 白色 M', count: 2, price: 567 },
    { name: '運費', count: 1, price: 80 },
  ])
  always(
    property(
      integer({ min: 1, max: 99 }),
      integer({ min: 1, max: 5000 }),
      integer({ min: 0, max: 100 }),
      (quantity, price, share) => {
        const reduction = Math.floor((price * quantity * share) / 100)
        const sold = { ...item, quantity, price, reduction }
        const lines = invoiceLines([sold], price * quantity - reduction + 80)
        assert.equal(sumOfLines(lines), price * quantity - reduction + 80)
        for (const line of lines) assert.ok(Number.isInteger(line.price) && line.price > 0)
        const counted = lines.reduce((sum, { count }) => sum + count, 0) - 1
        // Units that cost less than a dollar each are one line with their sum.
        const paid = price * quantity - reduction
        if (paid >= quantity) assert.equal(counted, quantity)
        else assert.equal(counted, paid === 0 ? 0 : 1)
      },
    ),
  )
})

const voids: [string, string][] = [
  ['2026-11-01T00:00:00+08:00', '2027-01-14T00:00:00+08:00'],
  ['2026-12-31T23:59:59+08:00', '2027-01-14T00:00:00+08:00'],
  ['2027-01-01T00:00:00+08:00', '2027-03-14T00:00:00+08:00'],
  ['2027-09-30T12:00:00+08:00', '2027-11-14T00:00:00+08:00'],
  // Still October in UTC.
  ['2026-10-31T16:00:00Z', '2027-01-14T00:00:00+08:00'],
]
for (const [issued, until] of voids) {
  test(`an invoice of ${issued} may be void before ${until}`, () => {
    assert.equal(voidableUntil(new Date(issued)).getTime(), Date.parse(until))
  })
}

const invoice = { issuedAt: '2026-11-23T02:00:00Z', amount: 1620, remaining: 1620, isVoid: false }
const intime = '2027-01-13T23:59:59+08:00'
const late = '2027-01-14T00:00:00+08:00'
const documents = [
  ['nothing was issued', undefined, 1620, intime, 'nothing'],
  ['the whole, in time', invoice, 1620, intime, 'void'],
  ['the whole, late', invoice, 1620, late, 'allowance'],
  ['a part, in time', invoice, 80, intime, 'allowance'],
  ['the rest after an allowance', { ...invoice, remaining: 620 }, 620, intime, 'allowance'],
  ['the whole after an allowance', { ...invoice, remaining: 620 }, 1620, intime, 'allowance'],
  ['it is void already', { ...invoice, isVoid: true }, 1620, intime, 'nothing'],
  ['nothing remains', { ...invoice, remaining: 0 }, 1620, late, 'nothing'],
] as const
for (const [name, overrides, refund, now, document] of documents) {
  test(`a refund, ${name}: ${document}`, () => {
    assert.equal(refundDocument(overrides, refund, new Date(now)), document)
  })
}

for (const [remaining, outcome] of [
  [1620, 'not-made'],
  [1540, 'made'],
  [1000, 'unclear'],
] as const) {
  test(`with ${remaining} left an allowance of 80 is ${outcome}`, () => {
    assert.equal(allowanceOutcome({ remaining }, { before: 1620, amount: 80 }), outcome)
  })
}

const range = (term: number, left: number, isEnabled = true, year = 2026) => ({
  year,
  term,
  left,
  isEnabled,
})
const notices = [
  ['plenty', [range(6, 100)], '2026-11-23', []],
  ['few', [range(6, 29)], '2026-11-23', ['few-left']],
  ['none', [range(6, 0)], '2026-11-23', ['none-left']],
  ['only those that are not enabled', [range(6, 50, false)], '2026-11-23', ['none-left']],
  [
    'only those of another period',
    [range(5, 50), range(6, 50, true, 2025)],
    '2026-11-23',
    ['none-left'],
  ],
  ['two ranges', [range(6, 20), range(6, 20)], '2026-11-23', []],
  ['the 19th of December', [range(6, 100)], '2026-12-19', []],
  ['the 20th, nothing for January', [range(6, 100)], '2026-12-20', ['next-missing']],
  [
    'the 20th, January not enabled',
    [range(6, 100), range(1, 50, false, 2027)],
    '2026-12-20',
    ['next-missing'],
  ],
  ['the 20th, January enabled', [range(6, 100), range(1, 50, true, 2027)], '2026-12-20', []],
] as const
for (const [name, ranges, day, expected] of notices) {
  test(`invoice numbers, ${name}: ${expected.join(' and ') || 'nothing to say'}`, () => {
    assert.deepEqual(rangeNotices(ranges, new Date(`${day}T12:00:00+08:00`)), expected)
  })
}
