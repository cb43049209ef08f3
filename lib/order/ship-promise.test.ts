import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  linePromise,
  orderPromise,
  preorderPromise,
  type PromiseFields,
  shipsWhen,
} from './ship-promise.ts'

const now = new Date('2027-01-31T04:00:00Z')
const march: PromiseFields = { preorder: { shipsAbout: '2027-03-31' } }
const may: PromiseFields = { preorder: { shipsAbout: '2027-05-05' } }
const someday: PromiseFields = { preorder: {} }
const stock: PromiseFields = {}
const back: PromiseFields = { preorder: { shipsAbout: '2027-03-31', fromStock: true } }

const lines: [string, PromiseFields, readonly PromiseFields[], string][] = [
  ['a pre-order', march, [march], '預購・預計 2027年3月31日前後出貨'],
  ['a pre-order without a day', someday, [someday], '預購'],
  ['a back-order', back, [back], '預計 2027年3月31日前後出貨'],
  ['what is in stock', stock, [stock], '現貨・約 1–3 個工作天出貨'],
  ['what is in stock beside a pre-order', stock, [march, stock], '現貨・與預購商品一起出貨'],
]

for (const [name, line, all, words] of lines) {
  test(`${name} says ${words} (rules 14, 38)`, () =>
    assert.equal(linePromise(line, all, now), words))
}

test('goods in stock promise no day of a pre-order', () => {
  assert.equal(preorderPromise(stock, now), undefined)
})

test('an order ships when the last of its pre-orders does (rule 183)', () => {
  assert.equal(orderPromise([march, stock, may], now), '整筆訂單預計 2027年5月5日前後一起出貨')
  assert.equal(shipsWhen([may, march], now), '預計 2027年5月5日前後出貨')
})

test('an order without a pre-order names the days of handling (rule 14)', () => {
  assert.equal(orderPromise([stock], now), undefined)
  assert.equal(shipsWhen([stock], now), '約 1–3 個工作天出貨')
})

test('a day that passed unanswered is promised nowhere (rule 941)', () => {
  const late = new Date('2027-03-31T16:00:00Z')
  assert.equal(
    linePromise(march, [march], late),
    '預購・原訂 2027年3月31日前後出貨，新的日期確認中',
  )
  assert.equal(shipsWhen([march], late), '原訂 2027年3月31日前後出貨，新的日期確認中')
  assert.match(orderPromise([march], late) ?? '', /原訂.*新的日期確認中/u)
  assert.equal(shipsWhen([march, may], late), '原訂 2027年5月5日前後出貨，新的日期確認中')
})
