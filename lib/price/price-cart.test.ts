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

import { invoiceLines, sumOfLines } from '#lib/invoice/invoice-lines.ts'
import type { OfferTerms } from './offers.ts'
import {
  anyCart,
  free,
  IDS,
  type Line,
  makeOffer,
  other,
  pair,
  shirt,
  sum,
} from './price-cart.fixture.ts'
import { codeMisfit, type CodeTerms, priceCart } from './price-cart.ts'
import { deliveryFee, linePaid, lineTotal, unitsPaid } from './price.ts'

const cart = anyCart({ lines: 6, units: 5 })
const some = option(subarray([...IDS], { minLength: 1 }), { nil: undefined })
// Any terms at all, also those that content may not name: nothing they say may cost the shop or a buyer more than goods.
const offers = array(
  record({
    gives: constantFrom(
      'bundle' as const,
      'percent' as const,
      'amount' as const,
      'free-delivery' as const,
    ),
    share: integer({ min: 1, max: 90 }),
    worth: integer({ min: 1, max: 6000 }),
    units: integer({ min: 0, max: 5 }),
    minimum: integer({ min: 0, max: 4000 }),
    products: some,
  }),
  { maxLength: 4 },
).map((all) =>
  all.map(({ gives, share, worth, units, ...rest }, index): OfferTerms => {
    const amounts = { bundle: worth, percent: share, amount: worth, 'free-delivery': 0 }
    const least = gives === 'bundle' ? 2 : 0
    return {
      ...rest,
      gives,
      amount: amounts[gives],
      units: Math.max(least, units),
      title: `優惠 ${index}`,
      goods: '',
    }
  }),
)
const code = option(
  record({
    code: constantFrom('SUMMER'),
    gives: constantFrom('amount' as const, 'percent' as const, 'free-delivery' as const),
    value: integer({ min: 1, max: 90 }),
    from: integer({ min: 0, max: 3000 }),
    products: some,
  }).map((terms): CodeTerms => ({
    ...terms,
    value: terms.gives === 'free-delivery' ? 0 : terms.value,
  })),
  { nil: undefined },
)
const offIn = (reductions: readonly { readonly goods: number }[]) =>
  sum(reductions.map(({ goods }) => goods))

test('any cart with any offers and any code: lines, invoice and total agree to the dollar, and returns give back what was paid', () => {
  always(
    property(
      cart,
      offers,
      code,
      array(integer({ min: 1, max: 4 }), { maxLength: 20 }),
      (given, running, terms, returns) => {
        const { lines, breakdown } = priceCart(given, { offers: running, code: terms })
        const gross = sum(given.map(lineTotal))
        assert.equal(breakdown.lines, gross)
        assert.equal(sum(lines.map(({ reduction = 0 }) => reduction)), offIn(breakdown.reductions))
        assert.equal(breakdown.total, sum(lines.map(linePaid)) + breakdown.shipping)
        assert.equal(
          breakdown.shipping + sum(breakdown.reductions.map(({ delivery }) => delivery)),
          deliveryFee(gross - offIn(breakdown.reductions)),
        )
        assert.ok(breakdown.total > 0)
        assert.ok(lines.every((line) => linePaid(line) >= 0 && line.reduction !== 0))
        const sold = lines.map((line) => ({ ...line, title: line.id, size: 'M' }))
        assert.equal(sumOfLines(invoiceLines(sold, breakdown.total)), breakdown.total)
        // Unit by unit, in any steps, a line gives back what was paid for it and no more.
        for (const line of lines) {
          let before = 0
          let back = 0
          for (const wanted of [...returns, line.quantity]) {
            const count = Math.min(wanted, line.quantity - before)
            const paid = unitsPaid(line, count, before)
            assert.ok(paid >= 0 && paid <= line.price * count)
            back += paid
            before += count
            assert.ok(back <= linePaid(line))
          }
          assert.equal(back, linePaid(line))
        }
      },
    ),
    { numRuns: 1000 },
  )
})

test('any cart pays the less of what the offers and the code would make it, and a code that helps nothing is not used', () => {
  always(
    property(cart, offers, code, (given, running, terms) => {
      const priced = (wanted: Parameters<typeof priceCart>[1]) => priceCart(given, wanted).breakdown
      const all = priced({ offers: running, code: terms })
      const offered = priced({ offers: running })
      const deliveries = running.filter(({ gives }) => gives === 'free-delivery')
      const coded = priced({ offers: deliveries, code: terms })
      assert.ok(all.total <= offered.total)
      const isUsed = all.reductions.some(({ kind }) => kind === 'code')
      const min =
        terms?.gives === 'free-delivery'
          ? offered.total - (isUsed ? offered.shipping : 0)
          : Math.min(offered.total, coded.total)
      assert.equal(all.total, min)
      assert.equal(isUsed, terms !== undefined && codeMisfit(given, terms, running) === undefined)
      assert.equal(isUsed, all.total < offered.total)
      const goodsBy = new Set(
        all.reductions.filter(({ goods }) => goods > 0).map(({ kind }) => kind),
      )
      assert.ok(goodsBy.size < 2)
    }),
    { numRuns: 1000 },
  )
})

test('offers on different goods stand side by side, each under its name; no line is in two', () => {
  const lines = [
    { ...shirt, quantity: 2 },
    { ...other, quantity: 2 },
  ]
  const own = makeOffer({ title: '甲', products: ['a'] })
  const all = makeOffer({ title: '乙', gives: 'percent', amount: 10, units: 0 })
  const { breakdown, lines: priced } = priceCart(lines, { offers: [own, all] })
  assert.deepEqual(
    breakdown.reductions.map(({ name, goods }) => [name, goods]),
    [
      ['甲', 100],
      ['乙', 140],
    ],
  )
  assert.deepEqual(
    priced.map(({ reduction }) => reduction),
    [100, 140],
  )
})
const deliveries: readonly [string, OfferTerms, readonly Line[], number][] = [
  ['is free by an offer', free, [shirt], 0],
  ['is free from the offer’s limit on', { ...free, minimum: 500 }, [shirt], 0],
  ['costs below it', { ...free, minimum: 501 }, [shirt], 80],
  ['is free by goods of the offer', { ...free, products: ['a'] }, [shirt], 0],
  ['costs without goods of the offer', { ...free, products: ['b'] }, [shirt], 80],
  ['counts the goods at their prices', { ...free, minimum: 1000 }, [{ ...shirt, quantity: 2 }], 0],
]

for (const [what, terms, lines, shipping] of deliveries) {
  test(`delivery ${what}`, () => {
    const { breakdown } = priceCart(lines, { offers: [makeOffer({ title: '組' }), terms] })
    assert.equal(breakdown.shipping, shipping)
    const named = breakdown.reductions.filter(({ delivery }) => delivery > 0)
    assert.deepEqual(
      named,
      shipping === 0 ? [{ kind: 'offer', name: '週末免運', goods: 0, delivery: 80 }] : [],
    )
  })
}

test('delivery that is free anyway is no offer’s doing', () => {
  const { breakdown } = priceCart([{ ...shirt, quantity: 3 }], { offers: [free] })
  assert.deepEqual(breakdown.reductions, [])
})

test('an offer that would make all dearer, for delivery is no longer free, changes nothing', () => {
  const lines = [{ ...shirt, price: 610, quantity: 2 }]
  const dearer = priceCart(lines, { offers: [makeOffer({ amount: 1180 })] }).breakdown
  assert.deepEqual([dearer.reductions, dearer.shipping, dearer.total], [[], 0, 1220])
  // What is saved goes into delivery.
  const same = priceCart(lines, { offers: [makeOffer({ amount: 1140 })] }).breakdown
  assert.deepEqual([same.reductions, same.total], [[], 1220])
  const cheaper = priceCart(lines, { offers: [makeOffer({ amount: 1130 })] }).breakdown
  assert.deepEqual([cheaper.shipping, cheaper.total], [80, 1210])
  const both = priceCart(lines, { offers: [makeOffer({ amount: 1180 }), free] }).breakdown
  assert.deepEqual([both.shipping, both.total], [0, 1180])
})

const codeOf = (fields: Partial<CodeTerms> = {}): CodeTerms => ({
  code: 'SUMMER',
  gives: 'amount',
  value: 100,
  from: 0,
  ...fields,
})
const together: readonly [string, CodeTerms, readonly OfferTerms[], string | undefined, number][] =
  [
    [
      'a code that takes off as much as the offer is not used',
      codeOf(),
      [makeOffer()],
      'offer-better',
      980,
    ],
    [
      'a code that takes off more is used instead of it',
      codeOf({ value: 101 }),
      [makeOffer()],
      undefined,
      979,
    ],
    [
      'a code for delivery is used beside it',
      codeOf({ gives: 'free-delivery', value: 0 }),
      [makeOffer()],
      undefined,
      900,
    ],
    [
      'a code for delivery that an offer makes free is not used',
      codeOf({ gives: 'free-delivery', value: 0 }),
      [free],
      'free-already',
      1000,
    ],
    ['an offer for delivery stays beside a code', codeOf(), [free], undefined, 900],
  ]

for (const [what, terms, running, why, total] of together) {
  test(what, () => {
    assert.equal(codeMisfit(pair, terms, running)?.why, why)
    assert.equal(priceCart(pair, { offers: running, code: terms }).breakdown.total, total)
  })
}
