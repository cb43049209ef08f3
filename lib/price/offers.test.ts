import assert from 'node:assert/strict'
import { test } from 'node:test'

import { offerMissing, type OfferTerms, takenByOffers } from './offers.ts'
import { free, type Line, makeOffer, other, pair, shirt, sum } from './price-cart.fixture.ts'

const third = { id: 'c', price: 300, quantity: 1 }

const cases: readonly [string, OfferTerms, readonly Line[], readonly number[]][] = [
  ['one unit is no bundle of two', makeOffer(), [shirt], [0]],
  ['two units are one', makeOffer(), [{ ...shirt, quantity: 2 }], [100]],
  ['three units are one, and one at its price', makeOffer(), [{ ...shirt, quantity: 3 }], [100]],
  ['four units are two', makeOffer(), [{ ...shirt, quantity: 4 }], [200]],
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
    'a bundle of the price of its units is none',
    makeOffer({ amount: 1000 }),
    [{ ...shirt, quantity: 2 }],
    [0],
  ],
  [
    'a further bundle of the price of its units takes no part of what the first one saves',
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
    makeOffer({ gives: 'percent', amount: 15, units: 0 }),
    [{ ...shirt, price: 505 }],
    [75],
  ],
  [
    'per cent begin with so many units',
    makeOffer({ gives: 'percent', amount: 10, units: 2 }),
    [{ ...shirt, quantity: 2 }],
    [100],
  ],
  ['and not with one less', makeOffer({ gives: 'percent', amount: 10 }), [shirt], [0]],
  [
    'an amount begins with its threshold',
    makeOffer({ gives: 'amount', amount: 120, units: 0, minimum: 1200 }),
    [shirt, other],
    [50, 70],
  ],
  [
    'and not with a dollar less',
    makeOffer({ gives: 'amount', amount: 120, units: 0, minimum: 1201 }),
    [shirt, other],
    [0, 0],
  ],
  [
    'an amount as large as the goods takes nothing off',
    makeOffer({ gives: 'amount', amount: 500, units: 0 }),
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

const lacking: readonly [string, OfferTerms, readonly Line[], object | undefined][] = [
  ['a unit of a bundle', makeOffer(), [shirt], { units: 1 }],
  ['nothing of a bundle that it has', makeOffer(), pair, undefined],
  ['nothing of goods that it has none of', makeOffer({ products: ['b'] }), [shirt], undefined],
  [
    'dollars of a threshold',
    makeOffer({ gives: 'amount', amount: 100, units: 0, minimum: 800 }),
    [shirt],
    { price: 300 },
  ],
  [
    'nothing at a threshold',
    makeOffer({ gives: 'amount', amount: 100, units: 0, minimum: 500 }),
    [shirt],
    undefined,
  ],
  ['dollars of free delivery', { ...free, minimum: 800 }, [shirt], { price: 300 }],
  [
    'nothing for delivery that is free',
    { ...free, units: 9 },
    [{ ...shirt, quantity: 3 }],
    undefined,
  ],
]

for (const [what, terms, lines, missing] of lacking) {
  test(`a cart lacks ${what}`, () => {
    assert.deepEqual(offerMissing(lines, terms), missing)
  })
}
