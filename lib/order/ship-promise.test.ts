import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  linePromise,
  orderPromise,
  preorderPromise,
  type PromiseFields,
  shipsWhen,
} from './ship-promise.ts'

const march: PromiseFields = { preorder: { shipsAbout: '2027-03-31' } }
const may: PromiseFields = { preorder: { shipsAbout: '2027-05-05' } }
const someday: PromiseFields = { preorder: {} }
const stock: PromiseFields = {}

const lines: [string, PromiseFields, readonly PromiseFields[], string][] = [
  ['a pre-order', march, [march], '預購・預計 2027年3月31日前後出貨'],
  ['a pre-order without a day', someday, [someday], '預購'],
  ['what is in stock', stock, [stock], '現貨・約 1–3 個工作天出貨'],
  ['what is in stock beside a pre-order', stock, [march, stock], '現貨・與預購商品一起出貨'],
]

for (const [name, line, all, words] of lines) {
  test(`${name} says ${words} (rules 14, 38)`, () => assert.equal(linePromise(line, all), words))
}

test('goods in stock promise no day of a pre-order', () => {
  assert.equal(preorderPromise(stock), undefined)
})

test('an order ships when the last of its pre-orders does (rule 183)', () => {
  assert.equal(orderPromise([march, stock, may]), '整筆訂單預計 2027年5月5日前後一起出貨')
  assert.equal(shipsWhen([may, march]), '預計 2027年5月5日前後出貨')
})

test('an order without a pre-order names the days of handling (rule 14)', () => {
  assert.equal(orderPromise([stock]), undefined)
  assert.equal(shipsWhen([stock]), '約 1–3 個工作天出貨')
})
