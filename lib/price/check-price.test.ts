import assert from 'node:assert/strict'
import { test } from 'node:test'

import { asSoldAt, type Product } from '#lib/product/product.ts'
import { checkPrice } from './check-price.ts'
import { cheap, line, now, products, shirt } from './price.fixture.ts'

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
    assert.deepEqual(checked.ok || checked.refused.map((refusedLine) => refusedLine.problem), [
      problem,
    ])
  })
}

test('a size that is sold out by itself is refused by its line, and another is sold', () => {
  const sized = [{ ...cheap, stock: 2, stock_by_size: { M: 0, S: 2 } }]
  const wish = { ...line, id: 'cheap', quantity: 1 }
  const soldOut = checkPrice([wish], { products: sized, now })
  assert.deepEqual(soldOut.ok || soldOut.refused.map((refusedLine) => refusedLine.problem), [
    'sold-out',
  ])
  assert.equal(checkPrice([{ ...wish, size: 'S' }], { products: sized, now }).ok, true)
})

test('the pre-order ends at midnight in Taipei', () => {
  const late = checkPrice([line], { products, now: new Date('2027-02-28T16:00:00Z') })
  assert.deepEqual(late.ok || late.refused.map((refusedLine) => refusedLine.problem), ['sold-out'])
  assert.equal(checkPrice([line], { products, now }).ok, true)
})

test('one refused line refuses all, and names only itself', () => {
  const checked = checkPrice([line, { ...line, id: 'x' }], { products, now })
  assert.deepEqual(checked.ok || checked.refused.map((refusedLine) => refusedLine.line.id), ['x'])
})

test('a line whose shipping day passed unanswered is not sold', () => {
  const late = checkPrice([line], {
    products: [{ ...shirt, preorder_deadline: '2027-03-31', stock: 9 }],
    now: new Date('2027-03-31T16:00:00Z'),
  })
  assert.deepEqual(late.ok || late.refused.map((refusedLine) => refusedLine.problem), ['paused'])
})
