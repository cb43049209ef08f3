import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOrder, NUMBER } from '../payment/orders.fixture.ts'
import type { Movement } from './books.ts'
import { moneyFile, ordersFile } from './export-file.ts'
import { MONEY_COLUMNS, ORDER_COLUMNS } from './export-row.ts'

const sale: Movement = {
  at: '2026-11-21T04:00:00.000Z',
  kind: 'sale',
  amount: 1000,
  fee: -40,
  currency: 'TWD',
  transaction: 'C1',
  number: NUMBER,
  order: undefined,
  isBooked: true,
}
const unbooked: Movement = { ...sale, fee: undefined, isBooked: false }
const whole = { hasBooks: true, unreadable: [] }

// No cell of these files holds a comma.
const rows = (file: string) =>
  file
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
const total = (moved: readonly Movement[], hasBooks = true) =>
  rows(moneyFile(moved, { ...whole, hasBooks }))
    .find(([first]) => first === '合計')
    ?.slice(2, 6)

test('the total of fees and the net total are blank when a fee in TWD is unknown', () => {
  assert.deepEqual(total([sale, sale]), ['2000', '-80', '1920', 'TWD'])
  assert.deepEqual(total([sale, unbooked]), ['2000', '', '', 'TWD'])
  assert.deepEqual(total([], false), ['0', '', '', 'TWD'])
  assert.deepEqual(total([sale, { ...unbooked, currency: 'USD' }]), ['1000', '-40', '960', 'TWD'])
})

test('a file says at its end that PayPal’s books could not be read, and which orders (rule 325)', () => {
  const last = rows(moneyFile([unbooked], { hasBooks: false, unreadable: ['a', 'b'] })).slice(-2)
  assert.match(last[0]?.[0] ?? '', /^PayPal 的帳目前讀不到，檔案裡沒有手續費/)
  assert.equal(last[1]?.[0], '有 2 筆訂單資料無法讀取，未列在內：a、b')
  assert.deepEqual(
    last.map((cells) => cells.length),
    [MONEY_COLUMNS.length, MONEY_COLUMNS.length],
  )
  const orders = rows(ordersFile([makeOrder()], ['a'])).at(-1)
  assert.equal(orders?.[0], '有 1 筆訂單資料無法讀取，未列在內：a')
  assert.equal(orders.length, ORDER_COLUMNS.length)
})

test('a file of which nothing is missing ends with its rows', () => {
  assert.equal(rows(moneyFile([sale], whole)).at(-1)?.[0], '合計')
  assert.equal(rows(ordersFile([makeOrder()], [])).at(-1)?.[0], NUMBER)
})

test('what stands as the id of an unreadable order runs as no formula (rule 326)', () => {
  const file = ordersFile([], ['=1'])
  assert.ok(!/(^|[\r\n,"])=1/.test(file))
})
