import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  array,
  assert as always,
  constantFrom,
  integer,
  option,
  property,
  record,
  subarray,
} from 'fast-check'

import { CODE_FORM, typedCode } from '#lib/discount/code-form.ts'
import { allocate } from './allocate.ts'
import { anyCart, IDS } from './price-cart.fixture.ts'
import { codeMisfit, type CodeTerms, priceCart } from './price-cart.ts'
import { deliveryFee, linePaid, lineTotal, unitsPaid, splitLine } from './price.ts'

const cart = anyCart({ lines: 8, units: 9 })
const terms = record({
  code: constantFrom('SUMMER'),
  gives: constantFrom('amount' as const, 'percent' as const, 'free-delivery' as const),
  value: integer({ min: 1, max: 90 }),
  factor: integer({ min: 1, max: 40 }),
  from: integer({ min: 0, max: 3000 }),
  products: option(subarray([...IDS], { minLength: 1 }), { nil: undefined }),
}).map(({ factor, value, ...rest }): CodeTerms => {
  const values = { amount: value * factor, percent: value, 'free-delivery': 0 }
  return { ...rest, value: values[rest.gives] }
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test('an amount is split to the dollar, and no part is larger than its line', () => {
  always(
    property(
      array(integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 30 }),
      integer({ min: 0, max: 100 }),
      (weights, share) => {
        const amount = Math.floor((sum(weights) * share) / 100)
        const parts = allocate(amount, weights)
        assert.equal(sum(parts), amount)
        // Each part is rounded down, but for the last lines, which take the rest.
        let isRest = true
        for (const [index, part] of [...parts.entries()].toReversed()) {
          const weight = weights[index] ?? 0
          const exact = Math.floor((amount * weight) / Math.max(1, sum(weights)))
          assert.ok(part >= exact && part <= weight)
          assert.ok(isRest || part === exact)
          if (part < weight) isRest = false
        }
      },
    ),
  )
  assert.deepEqual(allocate(100, [100, 100, 100]), [33, 33, 34])
  assert.deepEqual(allocate(2, [10, 30, 60]), [0, 0, 2])
  // A last line that costs less than the rest leaves it to the one before.
  assert.deepEqual(allocate(5, [3, 3, 3, 1]), [1, 1, 2, 1])
  assert.deepEqual(allocate(100, [100, 100, 0]), [50, 50, 0])
  assert.deepEqual(allocate(0, [0, 0]), [0, 0])
})

test('any code on any cart: its parts add up to what it takes off, and something is left to pay', () => {
  always(
    property(cart, terms, (lines, code) => {
      const { lines: priced, breakdown } = priceCart(lines, { offers: [], code })
      const gross = sum(lines.map(lineTotal))
      const misfit = codeMisfit(lines, code, [])
      const off = sum(breakdown.reductions.map(({ goods }) => goods))
      assert.equal(breakdown.lines, gross)
      assert.equal(sum(priced.map(({ reduction = 0 }) => reduction)), off)
      assert.equal(breakdown.total, sum(priced.map(linePaid)) + breakdown.shipping)
      assert.ok(breakdown.total > 0)
      assert.ok(priced.every((line) => linePaid(line) >= 0))
      assert.equal(breakdown.total < gross + deliveryFee(gross), misfit === undefined)
      const freed = sum(breakdown.reductions.map(({ delivery }) => delivery))
      assert.equal(breakdown.shipping + freed, deliveryFee(gross - off))
      const others = priced.filter(({ id }) => code.products && !code.products.includes(id))
      assert.ok(others.every(({ reduction }) => reduction === undefined))
    }),
    { numRuns: 500 },
  )
})

test('the parts of a line that is given back unit by unit add up to what was paid for it', () => {
  always(
    property(
      record({
        price: integer({ min: 1, max: 5000 }),
        quantity: integer({ min: 1, max: 99 }),
        share: integer({ min: 0, max: 100 }),
      }),
      array(integer({ min: 1, max: 9 }), { maxLength: 30 }),
      ({ share, ...line }, counts) => {
        const reduction = Math.floor((lineTotal(line) * share) / 100)
        const sold = { ...line, ...(reduction === 0 ? {} : { reduction }) }
        let before = 0
        let back = 0
        for (const wanted of [...counts, sold.quantity]) {
          const count = Math.min(wanted, sold.quantity - before)
          const paid = unitsPaid(sold, count, before)
          assert.ok(paid >= 0 && paid <= sold.price * count)
          back += paid
          before += count
        }
        assert.equal(back, linePaid(sold))
      },
    ),
  )
})

test('a line that is split keeps its price and what was taken off it', () => {
  always(
    property(
      record({
        price: integer({ min: 1, max: 5000 }),
        quantity: integer({ min: 2, max: 99 }),
        reduction: integer({ min: 1, max: 4000 }),
      }),
      integer({ min: 1, max: 98 }),
      (line, wanted) => {
        const sold = { ...line, reduction: Math.min(line.reduction, lineTotal(line)) }
        const count = Math.min(wanted, sold.quantity - 1)
        const { first, rest } = splitLine(sold, count)
        assert.deepEqual([first.quantity, rest.quantity], [count, sold.quantity - count])
        assert.equal(linePaid(first) + linePaid(rest), linePaid(sold))
        assert.ok(linePaid(first) >= 0 && linePaid(rest) >= 0)
        // Nothing is stored as nothing.
        for (const part of [first, rest])
          assert.ok(part.reduction === undefined || part.reduction > 0)
      },
    ),
  )
  assert.deepEqual(splitLine({ price: 5, quantity: 3 }, 1).rest, { price: 5, quantity: 2 })
})

const shirt = { id: 'a', price: 1540, quantity: 1 }
const cheap = { id: 'b', price: 500, quantity: 1 }
const code = (fields: Partial<CodeTerms> = {}): CodeTerms => ({
  code: 'SUMMER',
  gives: 'amount',
  value: 100,
  from: 0,
  ...fields,
})

type Priced = {
  readonly goods: number
  readonly delivery: number
  readonly shipping: number
  readonly total: number
}

const prices: readonly [string, CodeTerms, readonly (typeof shirt)[], Priced][] = [
  ['takes an amount off', code(), [shirt], { goods: 100, delivery: 0, shipping: 0, total: 1440 }],
  [
    'takes per cent off, rounded down',
    code({ gives: 'percent', value: 15 }),
    [{ ...shirt, price: 1541 }],
    { goods: 231, delivery: 0, shipping: 0, total: 1310 },
  ],
  [
    'takes delivery off',
    code({ gives: 'free-delivery', value: 0 }),
    [cheap],
    { goods: 0, delivery: 80, shipping: 0, total: 500 },
  ],
  [
    'makes delivery cost by what is left to pay for the goods',
    code({ value: 1000 }),
    [shirt],
    { goods: 1000, delivery: 0, shipping: 80, total: 620 },
  ],
  [
    'leaves delivery free at the limit',
    code({ value: 340 }),
    [shirt],
    { goods: 340, delivery: 0, shipping: 0, total: 1200 },
  ],
  [
    'leaves delivery to pay that was to pay',
    code(),
    [cheap],
    { goods: 100, delivery: 0, shipping: 80, total: 480 },
  ],
]

for (const [what, given, lines, { goods, delivery, shipping, total }] of prices) {
  test(`a code ${what}`, () => {
    const { breakdown } = priceCart(lines, { offers: [], code: given })
    assert.deepEqual(breakdown.reductions, [{ kind: 'code', name: 'SUMMER', goods, delivery }])
    assert.deepEqual([breakdown.shipping, breakdown.total], [shipping, total])
  })
}

const misfits: readonly [string, CodeTerms, object | undefined][] = [
  ['other products', code({ products: ['z'] }), { why: 'not-for-these' }],
  ['goods below its threshold', code({ from: 1541 }), { why: 'below-threshold', missing: 1 }],
  ['goods at its threshold', code({ from: 1540 }), undefined],
  ['goods of its own amount', code({ value: 1540 }), { why: 'too-small', missing: 1 }],
  ['goods of one dollar more', code({ value: 1539 }), undefined],
  [
    'goods whose delivery is free already',
    code({ gives: 'free-delivery', value: 0 }),
    { why: 'free-already' },
  ],
]

for (const [what, given, misfit] of misfits) {
  test(`a code ${misfit ? 'does not fit' : 'fits'} ${what}`, () => {
    assert.deepEqual(codeMisfit([shirt], given, []), misfit)
    if (misfit)
      assert.deepEqual(priceCart([shirt], { offers: [], code: given }).breakdown.reductions, [])
  })
}

test('a code that would make all dearer, or no cheaper, is not used', () => {
  const lines = [{ ...shirt, price: 1230 }]
  for (const value of [50, 80]) {
    assert.deepEqual(codeMisfit(lines, code({ value }), []), { why: 'no-cheaper' })
    assert.equal(priceCart(lines, { offers: [], code: code({ value }) }).breakdown.total, 1230)
  }
  const { breakdown } = priceCart(lines, { offers: [], code: code({ value: 81 }) })
  assert.deepEqual([breakdown.shipping, breakdown.total], [80, 1229])
})

test('per cent of almost nothing takes nothing off', () => {
  const tiny = [{ id: 'a', price: 9, quantity: 1 }]
  const misfit = codeMisfit(tiny, code({ gives: 'percent', value: 10 }), [])
  assert.deepEqual(misfit, { why: 'too-small', missing: 1 })
})

test('a code is read as it is meant', () => {
  assert.equal(typedCode(' ｓｕｍｍｅｒ 2027\n'), 'SUMMER2027')
  for (const right of ['ABCD', 'A-B-C-D', '2027', 'X'.repeat(20)]) assert.match(right, CODE_FORM)
  for (const wrong of [
    'ABC',
    'X'.repeat(21),
    'AB CD',
    '-ABCD',
    'ABCD-',
    'A--BCD',
    'abcd',
    '夏天夏天',
  ]) {
    assert.doesNotMatch(wrong, CODE_FORM)
  }
})
