import assert from 'node:assert/strict'
import { test } from 'node:test'

import { capturedAt } from '#lib/ledger/entries.ts'
import { makeParcel } from '#lib/parcel/parcels.fixture.ts'
import { at, TOTAL } from '#lib/payment/orders.fixture.ts'
import {
  books,
  LAST,
  makePaid,
  makePaidReconciliation,
  NOVEMBER,
  refund,
  sale,
} from './books.fixture.ts'
import { movements, movementTotals } from './books.ts'
import { type Cell, csvHead, csvRows } from './csv.ts'
import { MONEY_COLUMNS, moneyRow, moneyTotalRow } from './export-row.ts'

test("a carrier's fee is a row of its own and lowers what is left, not what was given back", () => {
  const shipped = { ...makePaid(LAST), parcels: [makeParcel({ fee: 60, feeAt: LAST })] }
  const all = movements(books([sale()], [shipped]), NOVEMBER)
  assert.deepEqual(
    all.map(({ kind, amount, fee, isBooked }) => [kind, amount, fee, isBooked]),
    [
      ['sale', TOTAL, -146, true],
      ['parcel', 0, -60, undefined],
    ],
  )
  const { sales, returnedMoney, fees, net } = movementTotals(all)
  assert.deepEqual([sales, returnedMoney, fees, net], [1, 0, -206, TOTAL - 206])
  const row = all[1] ? moneyRow(all[1], shipped) : []
  assert.deepEqual([row[1], row[3], row.at(-1)], ['寄件運費', -60, '綠界'])
})

test('the totals are the sums of the rows', () => {
  const booked = [
    sale(),
    refund(),
    sale({ id: 'F', kind: 'fee', amount: 4 }),
    sale({ id: 'B', kind: 'returned', amount: 100, fee: 0 }),
    sale({ id: 'U', currency: 'USD', amount: 9 }),
    sale({ id: 'N', amount: Number.POSITIVE_INFINITY - Number.POSITIVE_INFINITY }),
  ]
  const all = movements(books(booked, [makePaid(LAST)]), NOVEMBER)
  const totals = movementTotals(all)
  assert.deepEqual(totals, {
    sales: 1,
    sold: TOTAL,
    returnedMoney: -20,
    fees: -142,
    hasFees: true,
    net: TOTAL + 20 - 142,
    unbooked: 0,
  })
  const row = moneyTotalRow(totals)
  assert.equal(row.length, MONEY_COLUMNS.length)
  assert.deepEqual(row.slice(2, 5), [TOTAL + 20, -142, TOTAL + 20 - 142])
  for (const movement of all)
    assert.equal(moneyRow(movement, makePaid(LAST)).length, MONEY_COLUMNS.length)
})

const cells: [string, Cell, string][] = [
  ['a word', '王芳', '"王芳"'],
  ['nothing', '', '""'],
  ['a number', 3080, '3080'],
  ['a quotation mark', '他說"好"', '"他說""好"""'],
  ['a comma', '一樓,後棟', '"一樓,後棟"'],
  ['a line break', '一\r\n二\n三', '"一 二 三"'],
  ['a telephone number', '0912345678', '"=""0912345678"""'],
  ['a telephone number abroad', '+886 912-345-678', '"=""+886 912-345-678"""'],
  ['a tracking number of sixteen digits', '1234567890123456', '"=""1234567890123456"""'],
  ['a formula', '=HYPERLINK("http://x.example")', `"'=HYPERLINK(""http://x.example"")"`],
  ['a formula after a plus', '+cmd|calc', `"'+cmd|calc"`],
  ['a formula after a minus', '-2+A1', `"'-2+A1"`],
  ['a formula after an at sign', '@SUM(A1)', `"'@SUM(A1)"`],
  ['a formula after a tab', '\t=1', `"' =1"`],
  ['what a terminal would obey', '芳\u001b[31m\u0000\u202e', '"芳[31m"'],
  ['a formula in wide characters', '＝1+1', `"'＝1+1"`],
  ['a formula in small forms', '﹦1﹢1', `"'﹦1﹢1"`],
  ['dashes alone', '--', `"'--"`],
]

for (const [name, value, written] of cells) {
  test(`${name} is written so that a spreadsheet shows it as it is`, () => {
    assert.equal(csvRows([[value]]), `${written}\r\n`)
  })
}

test('the file begins with the mark of UTF-8 and ends every line with CR LF', () => {
  const bytes = Buffer.from(csvHead(['甲', 1]) + csvRows([['乙', 2]]))
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.equal(bytes.toString().split('\r\n').length, 3)
})

const times: [string, Record<string, unknown>, string][] = [
  ['the capture itself', { createTime: '2026-11-20T15:59:59Z' }, '2026-11-20T15:59:59.000Z'],
  ["the shop's record without one", {}, at(0)],
  ["the shop's record when it is none", { createTime: 'today' }, at(0)],
]

for (const [name, paymentDetails, expected] of times) {
  test(`when money was taken is reported by ${name}`, () => {
    assert.equal(capturedAt(makePaidReconciliation({}, { paymentDetails })), expected)
  })
}
