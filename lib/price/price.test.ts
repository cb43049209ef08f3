import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '../product/product.fixture.ts'
import { asSoldAt, type Product } from '../product/product.ts'
import { type Currency, formatPrice, priceBreakdown, checkPrice } from './price.ts'

const cases = [
  { priced: [], lines: 0, shipping: 0, total: 0 },
  { priced: [{ price: 1540, quantity: 2 }], lines: 3080, shipping: 0, total: 3080 },
  { priced: [{ price: 1199, quantity: 1 }], lines: 1199, shipping: 80, total: 1279 },
  { priced: [{ price: 1200, quantity: 1 }], lines: 1200, shipping: 0, total: 1200 },
  {
    priced: [
      { price: 300, quantity: 3 },
      { price: 100, quantity: 1 },
    ],
    lines: 1000,
    shipping: 80,
    total: 1080,
  },
]

for (const { priced, ...breakdown } of cases) {
  test(`${JSON.stringify(priced)} costs NT$${breakdown.total}`, () => {
    assert.deepEqual(priceBreakdown(priced), { ...breakdown, reductions: [] })
  })
}

const written: [amount: number, text: string, currency?: Currency][] = [
  [1540, 'NT$1,540'],
  [0, 'NT$0'],
  [1234567, 'NT$1,234,567'],
  [1540, '¥1,540', 'JPY'],
  [1540, '$1,540', 'USD'],
]

for (const [amount, text, currency] of written) {
  test(`${amount} is ${text}`, () => {
    assert.equal(formatPrice(amount, currency), text)
  })
}

const shirt = makeProduct({
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  price: 1540,
  stock: 0,
})
const cheap = makeProduct({ id: 'cheap', price: 500, stock: 3 })
const black = { name: '黑色', value: '#000000' }
const colored = { ...cheap, id: 'colored', colors: [...cheap.colors, black] }
const products = [shirt, cheap, { ...cheap, id: 'gone', stock: 0 }, colored]
const now = new Date('2027-02-28T15:59:59Z')
const line = { id: 'shirt', color: '白色', size: 'M', quantity: 2 } as const

test('lines are priced from the catalogue, delivery included', () => {
  const checked = checkPrice([{ ...line, id: 'cheap' }], { products, now })
  assert.equal(checked.ok && priceBreakdown(checked.items).total, 1080)
  for (const color of ['白色', '黑色']) {
    assert.equal(checkPrice([{ ...line, id: 'colored', color }], { products, now }).ok, true)
  }
  assert.deepEqual(checked.ok && checked.items[0], {
    id: 'cheap',
    title: '晴天',
    color: '白色',
    size: 'M',
    quantity: 2,
    price: 500,
    image: '/images/a.jpg',
  })
})

const marks: [string, Product, object | undefined][] = [
  ['a pre-order with the day it ships about', shirt, { shipsAbout: '2027-03-31' }],
  ['a pre-order without one', { ...shirt, estimated_ship_date: undefined }, {}],
  ['what is in stock', cheap, undefined],
  [
    'what the stock says after its pre-order ended, and is not here',
    { ...shirt, preorder_deadline: '2027-02-27', stock: 1 },
    { shipsAbout: '2027-03-31', fromStock: true },
  ],
]

for (const [name, product, preorder] of marks) {
  test(`the line of ${name} is marked ${JSON.stringify(preorder)}`, () => {
    const checked = checkPrice([{ ...line, id: product.id }], { products: [product], now })
    assert.deepEqual(checked.ok && checked.items[0]?.preorder, preorder)
  })
}

const sale = { ...cheap, sale_price: 400, sale_start: '2027-02-27', sale_end: '2027-02-28' }
const times: [string, string, object][] = [
  ['before a sale', '2027-02-26T15:59:59Z', { price: 500 }],
  ['when a sale begins', '2027-02-26T16:00:00Z', { price: 400, usualPrice: 500 }],
  ['when a sale ends', '2027-02-28T15:59:59Z', { price: 400, usualPrice: 500 }],
  ['after a sale', '2027-02-28T16:00:00Z', { price: 500 }],
]

for (const [name, time, priced] of times) {
  test(`a line ${name} costs ${JSON.stringify(priced)}`, () => {
    const at = new Date(time)
    const sold = { products: [asSoldAt(sale, at)], now: at }
    const checked = checkPrice([{ ...line, id: 'cheap', quantity: 1 }], sold)
    const { price, usualPrice } = (checked.ok && checked.items[0]) || {}
    assert.deepEqual({ price, ...(usualPrice === undefined ? {} : { usualPrice }) }, priced)
  })
}

const refusals = [
  { name: 'an unknown product', lines: [{ ...line, id: 'x' }], problem: 'unknown' },
  { name: 'an unknown colour', lines: [{ ...line, color: '黑色' }], problem: 'no-such-variant' },
  {
    name: 'a size it is not made in',
    lines: [{ ...line, size: 'XXL' as const }],
    problem: 'no-such-variant',
  },
  {
    name: 'what is sold out, in whatever colour,',
    lines: [{ ...line, id: 'gone', color: '黑色' }],
    problem: 'sold-out',
  },
  { name: 'the same line twice', lines: [line, line], problem: 'repeated' },
]

for (const { name, lines, problem } of refusals) {
  test(`${name} is refused by its line`, () => {
    const checked = checkPrice(lines, { products, now })
    assert.deepEqual(checked.ok || checked.refused.map((one) => one.problem), [problem])
  })
}

test('a size that is sold out by itself is refused by its line, and another is sold', () => {
  const sized = [{ ...cheap, stock: 2, stock_by_size: { M: 0, S: 2 } }]
  const wish = { ...line, id: 'cheap', quantity: 1 }
  const soldOut = checkPrice([wish], { products: sized, now })
  assert.deepEqual(soldOut.ok || soldOut.refused.map((one) => one.problem), ['sold-out'])
  assert.equal(checkPrice([{ ...wish, size: 'S' }], { products: sized, now }).ok, true)
})

test('the pre-order ends at midnight in Taipei', () => {
  const late = checkPrice([line], { products, now: new Date('2027-02-28T16:00:00Z') })
  assert.deepEqual(late.ok || late.refused.map((one) => one.problem), ['sold-out'])
  assert.equal(checkPrice([line], { products, now }).ok, true)
})

test('one refused line refuses all, and names only itself', () => {
  const checked = checkPrice([line, { ...line, id: 'x' }], { products, now })
  assert.deepEqual(checked.ok || checked.refused.map((one) => one.line.id), ['x'])
})

test('a line whose shipping day passed unanswered is not sold', () => {
  const late = checkPrice([line], {
    products: [{ ...shirt, preorder_deadline: '2027-03-31', stock: 9 }],
    now: new Date('2027-03-31T16:00:00Z'),
  })
  assert.deepEqual(late.ok || late.refused.map((one) => one.problem), ['paused'])
})
