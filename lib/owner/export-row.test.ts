import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeIssued } from '#lib/invoice/invoices.fixture.ts'
import type { OrdersRead } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { makeAttempt, makeOrder, makePayment, NUMBER, TOTAL } from '#lib/payment/orders.fixture.ts'
import type { Movement } from './books.ts'
import {
  type FileText,
  MONEY_COLUMNS,
  moneyFile,
  moneyRow,
  ORDER_COLUMNS,
  orderRow,
  ordersFile,
} from './export-row.ts'
import { readInvoiceNumbers } from './pasted-invoice-numbers.ts'

test('numbers of invoices are read in any order of their columns, and other lines named', () => {
  const A = 'Order2026112110-0001'
  const text = `發票號碼,訂單編號\nAB12345678,${A}\n2026112110-0002\tcd-87654321\n亂碼\n${A} AB1234\n`
  assert.deepEqual(readInvoiceNumbers(text), {
    numbers: [
      { orderNumber: A, invoiceNumber: 'AB12345678' },
      { orderNumber: 'Order2026112110-0002', invoiceNumber: 'CD87654321' },
    ],
    unclear: [4, 5],
  })
})

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
  provider: 'paypal',
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
  assert.equal((await rows(moneyFile([unbooked], reading(true)))).at(-1)?.[0], '合計')
})

test('the sums of the known fees stand below when one is unknown', async () => {
  const known = (await rows(moneyFile([sale, unbooked], reading(true)))).at(-1)
  assert.deepEqual(known?.slice(0, 6), ['手續費已知的合計', '', '1000', '-40', '960', 'TWD'])
  assert.equal(known.length, MONEY_COLUMNS.length)
})

test('a file says at its end that PayPal’s books could not be read, and which orders', async () => {
  const last = (await rows(moneyFile([unbooked], reading(false, 'a', 'b')))).slice(-2)
  assert.match(last[0]?.[0] ?? '', /^目前無法讀取 PayPal 的帳，檔案裡沒有手續費/)
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
  const empty = { hasBooks: true, ordersOf: () => assert.fail('asked for the orders of none') }
  assert.equal((await rows(moneyFile([], empty))).at(-1)?.[0], '合計')
  assert.equal((await rows(moneyFile([sale], reading(true)))).at(-1)?.[0], '合計')
  const two = { orders: [makeOrder()], unreadable: [] }
  const file = await rows(ordersFile(pages(two, two)))
  assert.deepEqual(
    file.slice(1).map(([number]) => number),
    [NUMBER, NUMBER, '合計'],
  )
})

test('the id of an unreadable order runs as no formula', async () => {
  const file = await textOf(ordersFile(pages({ orders: [], unreadable: ['=1'] })))
  assert.ok(!/(^|[\r\n,"])=1/.test(file))
})

test('the file of orders says what a code took off, and its columns add up', () => {
  const items = [item(1, { price: 1540, reduction: 100 })]
  const code = { kind: 'code' as const, name: 'SUMMER', goods: 100, delivery: 0 }
  const row = orderRow(makeOrder({ items, totalAmount: 1440, reductions: [code] }))
  const cell = (name: (typeof ORDER_COLUMNS)[number]) => row[ORDER_COLUMNS.indexOf(name)]
  assert.deepEqual(
    [cell('商品金額'), cell('折抵金額'), cell('折扣碼與優惠'), cell('運費'), cell('總金額')],
    [1540, 100, '折扣碼 SUMMER −NT$100', 0, 1440],
  )
})

const cellOf = (order: Order, name: (typeof ORDER_COLUMNS)[number]) =>
  orderRow(order)[ORDER_COLUMNS.indexOf(name)]

test('the random code and time of an invoice stand beside its own number alone', () => {
  const issued = makeOrder({ invoicing: makeIssued(), invoiceNumber: 'AB10000000' })
  assert.deepEqual(
    [cellOf(issued, '發票隨機碼'), cellOf(issued, '發票號碼')],
    ['1234', 'AB10000000'],
  )
  const own = { ...issued, invoiceNumber: 'ZZ12345678' }
  assert.deepEqual([cellOf(own, '發票隨機碼'), cellOf(own, '發票時間')], ['', ''])
})

test('the file of orders says what was handed over, what was refunded unshipped, and names no sale «hand»', () => {
  const { recipient } = makeOrder()
  const nowhere = { ...recipient, zipcode: '', city: '', area: '', address: '' }
  const manualSale = { place: 'market', paidBy: 'cash' as const, refunds: [] } as const
  const handed = makeOrder({
    status: '已完成',
    recipient: nowhere,
    manualSale: { ...manualSale, refunds: [] },
  })
  assert.equal(cellOf(handed, '配送方式'), '當場交貨')
  const refunded = makeOrder({
    status: '已付款',
    payment: makePayment([makeAttempt({ state: 'captured' })], { refundedAmount: TOTAL }),
  })
  assert.match(String(cellOf(refunded, '狀態')), /已退款/)
  assert.equal(cellOf(refunded, '付款服務'), 'PayPal')
  const moneyCell = (movement: Movement, name: (typeof MONEY_COLUMNS)[number]) =>
    moneyRow(movement, handed)[MONEY_COLUMNS.indexOf(name)]
  assert.equal(moneyCell({ ...sale, transaction: 'hand' }, '交易編號'), '現金或轉帳')
  assert.equal(moneyCell(sale, '交易編號'), 'C1')
  const booked = [sale, unbooked, { ...sale, isBooked: undefined }]
  assert.deepEqual(
    booked.map((movement) => [moneyCell(movement, '淨額'), moneyCell(movement, 'PayPal 帳上')]),
    [
      [960, '有'],
      ['', '還沒有'],
      [960, '不適用'],
    ],
  )
})
