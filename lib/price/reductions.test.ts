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

import { invoiceLines, sumOfLines } from '../order/invoice/invoicing.ts'
import { deliveryFee, linePaid, lineTotal, piecesPaid } from './price.ts'
import { anyCart, IDS, makeOffer } from './reductions.fixture.ts'
import {
  codeMisfit,
  type CodeTerms,
  priceCart,
  offerMissing,
  type OfferTerms,
  takenByOffers,
  offerDays,
  offerHint,
  offerLine,
  offerWords,
} from './reductions.ts'

const cart = anyCart({ lines: 6, pieces: 5 })
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
    pieces: integer({ min: 0, max: 5 }),
    minimum: integer({ min: 0, max: 4000 }),
    products: some,
  }),
  { maxLength: 4 },
).map((all) =>
  all.map(({ gives, share, worth, pieces, ...rest }, index): OfferTerms => {
    const amounts = { bundle: worth, percent: share, amount: worth, 'free-delivery': 0 }
    const least = gives === 'bundle' ? 2 : 0
    return {
      ...rest,
      gives,
      amount: amounts[gives],
      pieces: Math.max(least, pieces),
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
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
        // Piece by piece, in any steps, a line gives back what was paid for it and no more.
        for (const line of lines) {
          let before = 0
          let back = 0
          for (const wanted of [...returns, line.quantity]) {
            const count = Math.min(wanted, line.quantity - before)
            const paid = piecesPaid(line, count, before)
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
      const least =
        terms?.gives === 'free-delivery'
          ? offered.total - (isUsed ? offered.shipping : 0)
          : Math.min(offered.total, coded.total)
      assert.equal(all.total, least)
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

const shirt = { id: 'a', price: 500, quantity: 1 }
const other = { id: 'b', price: 700, quantity: 1 }
const third = { id: 'c', price: 300, quantity: 1 }

type Line = typeof shirt
const cases: readonly [string, OfferTerms, readonly Line[], readonly number[]][] = [
  ['one piece is no bundle of two', makeOffer(), [shirt], [0]],
  ['two pieces are one', makeOffer(), [{ ...shirt, quantity: 2 }], [100]],
  ['three pieces are one, and one at its price', makeOffer(), [{ ...shirt, quantity: 3 }], [100]],
  ['four pieces are two', makeOffer(), [{ ...shirt, quantity: 4 }], [200]],
  [
    'a bundle is made of the dearest, and what is not in it keeps its price',
    makeOffer(),
    [third, shirt, other],
    [0, 125, 175],
  ],
  [
    'a further bundle that would cost more is none',
    makeOffer(),
    [
      { ...shirt, quantity: 2 },
      { ...third, quantity: 2 },
    ],
    [100, 0],
  ],
  [
    'a bundle of the price of its pieces is none',
    makeOffer({ amount: 1000 }),
    [{ ...shirt, quantity: 2 }],
    [0],
  ],
  [
    'a further bundle of the price of its pieces takes no part of what the first one saves',
    makeOffer(),
    [
      { ...shirt, quantity: 2 },
      { ...shirt, price: 450, quantity: 2 },
    ],
    [100, 0],
  ],
  [
    'goods that an offer is not for stay',
    makeOffer({ products: ['a'] }),
    [{ ...other, quantity: 2 }],
    [0],
  ],
  [
    'per cent are rounded down',
    makeOffer({ gives: 'percent', amount: 15, pieces: 0 }),
    [{ ...shirt, price: 505 }],
    [75],
  ],
  [
    'per cent begin with so many pieces',
    makeOffer({ gives: 'percent', amount: 10, pieces: 2 }),
    [{ ...shirt, quantity: 2 }],
    [100],
  ],
  ['and not with one less', makeOffer({ gives: 'percent', amount: 10 }), [shirt], [0]],
  [
    'an amount begins with its threshold',
    makeOffer({ gives: 'amount', amount: 120, pieces: 0, minimum: 1200 }),
    [shirt, other],
    [50, 70],
  ],
  [
    'and not with a dollar less',
    makeOffer({ gives: 'amount', amount: 120, pieces: 0, minimum: 1201 }),
    [shirt, other],
    [0, 0],
  ],
  [
    'an amount as large as the goods takes nothing off',
    makeOffer({ gives: 'amount', amount: 500, pieces: 0 }),
    [shirt],
    [0],
  ],
]

for (const [what, terms, lines, reductions] of cases) {
  test(what, () => {
    const offered = takenByOffers(lines, [terms])
    assert.deepEqual(offered.taken, reductions)
    const off = sum(reductions)
    const named = { kind: 'offer', name: terms.title, goods: off, delivery: 0 }
    assert.deepEqual(offered.reductions, off === 0 ? [] : [named])
  })
}

test('offers on different goods stand side by side, each under its name; no line is in two', () => {
  const lines = [
    { ...shirt, quantity: 2 },
    { ...other, quantity: 2 },
  ]
  const own = makeOffer({ title: '甲', products: ['a'] })
  const all = makeOffer({ title: '乙', gives: 'percent', amount: 10, pieces: 0 })
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

const free = makeOffer({ title: '週末免運', gives: 'free-delivery', amount: 0, pieces: 0 })
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
const pair = [{ ...shirt, quantity: 2 }]
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

const lacking: readonly [string, OfferTerms, readonly Line[], object | undefined][] = [
  ['a piece of a bundle', makeOffer(), [shirt], { pieces: 1 }],
  ['nothing of a bundle that it has', makeOffer(), pair, undefined],
  ['nothing of goods that it has none of', makeOffer({ products: ['b'] }), [shirt], undefined],
  [
    'dollars of a threshold',
    makeOffer({ gives: 'amount', amount: 100, pieces: 0, minimum: 800 }),
    [shirt],
    { price: 300 },
  ],
  [
    'nothing at a threshold',
    makeOffer({ gives: 'amount', amount: 100, pieces: 0, minimum: 500 }),
    [shirt],
    undefined,
  ],
  ['dollars of free delivery', { ...free, minimum: 800 }, [shirt], { price: 300 }],
  [
    'nothing for delivery that is free',
    { ...free, pieces: 9 },
    [{ ...shirt, quantity: 3 }],
    undefined,
  ],
]

for (const [what, terms, lines, missing] of lacking) {
  test(`a cart lacks ${what}`, () => {
    assert.deepEqual(offerMissing(lines, terms), missing)
  })
}

const words: readonly [Partial<OfferTerms>, string][] = [
  [{}, '全店任 2 件 NT$900'],
  [{ goods: '「旅見 T 恤」' }, '「旅見 T 恤」任 2 件 NT$900'],
  [{ gives: 'percent', amount: 10, pieces: 0 }, '全店打 9 折'],
  [{ gives: 'percent', amount: 15, pieces: 2 }, '全店買 2 件以上打 85 折'],
  [{ gives: 'percent', amount: 5, pieces: 1, minimum: 1000 }, '全店滿 NT$1,000 打 95 折'],
  [{ gives: 'amount', amount: 200, pieces: 0, minimum: 2000 }, '全店滿 NT$2,000 折 NT$200'],
  [{ gives: 'free-delivery', amount: 0, pieces: 0 }, '全店免運費'],
  [
    { gives: 'free-delivery', amount: 0, pieces: 2, goods: '指定商品' },
    '指定商品買 2 件以上免運費',
  ],
]

for (const [terms, sentence] of words) {
  test(`an offer says 「${sentence}」`, () => {
    assert.equal(offerWords(makeOffer(terms)), sentence)
  })
}

test('an offer says its last day, and what a cart lacks for it', () => {
  assert.equal(offerDays(makeOffer({ ends: '2026-12-06' })), '到 2026年12月6日為止')
  assert.equal(offerDays(makeOffer()), '')
  assert.equal(offerLine(makeOffer()), '兩件一起：全店任 2 件 NT$900')
  assert.equal(
    offerLine(makeOffer({ ends: '2026-12-06' })),
    '兩件一起：全店任 2 件 NT$900，到 2026年12月6日為止',
  )
  const line = { id: 'a', price: 500, quantity: 1 }
  assert.equal(offerHint([line], makeOffer()), '再一件就有「兩件一起」：全店任 2 件 NT$900。')
  assert.equal(
    offerHint([line], makeOffer({ pieces: 3 })),
    '再 2 件就有「兩件一起」：全店任 3 件 NT$900。',
  )
  const threshold = makeOffer({ gives: 'amount', amount: 50, pieces: 0, minimum: 800 })
  assert.equal(
    offerHint([line], threshold),
    '再買 NT$300 就有「兩件一起」：全店滿 NT$800 折 NT$50。',
  )
  assert.equal(offerHint([{ ...line, quantity: 2 }], makeOffer()), undefined)
})
