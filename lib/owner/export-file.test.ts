import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { OrdersRead } from '../adapters/firestore/orders.ts'
import { makeOrder, NUMBER } from '../order/payment/orders.fixture.ts'
import type { Movement } from './books.ts'
import { type FileText, moneyFile, ordersFile } from './export-file.ts'
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
const reading = (hasBooks: boolean, ...unreadable: string[]) => ({
  hasBooks,
  ordersOf: async () => ({ orders: [], unreadable }),
})

async function textOf(file: FileText): Promise<string> {
  return (await Array.fromAsync(file)).join('')
}

async function* pages(...some: OrdersRead[]) {
  yield* some
}

// No cell of these files holds a comma.
const rows = async (file: FileText) =>
  (await textOf(file))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
const total = async (moved: readonly Movement[], hasBooks = true) =>
  (await rows(moneyFile(moved, reading(hasBooks)))).find(([first]) => first === '合計')?.slice(2, 6)

test('the total of fees and the net total are blank when a fee in TWD is unknown', async () => {
  const inDollars = { ...unbooked, currency: 'USD' }
  assert.deepEqual(await total([sale, sale]), ['2000', '-80', '1920', 'TWD'])
  assert.deepEqual(await total([sale, unbooked]), ['2000', '', '', 'TWD'])
  assert.deepEqual(await total([], false), ['0', '', '', 'TWD'])
  assert.deepEqual(await total([sale, inDollars]), ['1000', '-40', '960', 'TWD'])
})

test('the sums of the known fees stand below when one is unknown', async () => {
  const known = (await rows(moneyFile([sale, unbooked], reading(true)))).at(-1)
  assert.deepEqual(known?.slice(0, 6), ['手續費已知的合計', '', '1000', '-40', '960', 'TWD'])
  assert.equal(known.length, MONEY_COLUMNS.length)
})

test('a file says at its end that PayPal’s books could not be read, and which orders (rule 325)', async () => {
  const last = (await rows(moneyFile([unbooked], reading(false, 'a', 'b')))).slice(-2)
  assert.match(last[0]?.[0] ?? '', /^PayPal 的帳目前讀不到，檔案裡沒有手續費/)
  assert.equal(last[1]?.[0], '有 2 筆訂單資料無法讀取，未列在內：a、b')
  assert.deepEqual(
    last.map((cells) => cells.length),
    [MONEY_COLUMNS.length, MONEY_COLUMNS.length],
  )
  const page = { orders: [makeOrder()], unreadable: ['a'] }
  const orders = (await rows(ordersFile(pages(page)))).at(-1)
  assert.equal(orders?.[0], '有 1 筆訂單資料無法讀取，未列在內：a')
  assert.equal(orders.length, ORDER_COLUMNS.length)
})

test('a file of which nothing is missing ends with its rows', async () => {
  assert.equal((await rows(moneyFile([sale], reading(true)))).at(-1)?.[0], '合計')
  const two = { orders: [makeOrder()], unreadable: [] }
  const file = await rows(ordersFile(pages(two, two)))
  assert.deepEqual(
    file.slice(1).map(([number]) => number),
    [NUMBER, NUMBER, '合計'],
  )
})

test('the id of an unreadable order runs as no formula (rule 326)', async () => {
  const file = await textOf(ordersFile(pages({ orders: [], unreadable: ['=1'] })))
  assert.ok(!/(^|[\r\n,"])=1/.test(file))
})
