import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { OfferTerms } from './offers.ts'
import { makeOffer } from './price-cart.fixture.ts'
import { offerDays, offerHint, offerLine, offerText } from './reduction-labels.ts'

const words: readonly [Partial<OfferTerms>, string][] = [
  [{}, '全店任 2 件 NT$900'],
  [{ goods: '「旅見 T 恤」' }, '「旅見 T 恤」任 2 件 NT$900'],
  [{ gives: 'percent', amount: 10, units: 0 }, '全店打 9 折'],
  [{ gives: 'percent', amount: 15, units: 2 }, '全店買 2 件以上打 85 折'],
  [{ gives: 'percent', amount: 5, units: 1, minimum: 1000 }, '全店滿 NT$1,000 打 95 折'],
  [{ gives: 'amount', amount: 200, units: 0, minimum: 2000 }, '全店滿 NT$2,000 折 NT$200'],
  [{ gives: 'free-delivery', amount: 0, units: 0 }, '全店免運費'],
  [{ gives: 'free-delivery', amount: 0, units: 2, goods: '指定商品' }, '指定商品買 2 件以上免運費'],
]

for (const [terms, sentence] of words) {
  test(`an offer says 「${sentence}」`, () => {
    assert.equal(offerText(makeOffer(terms)), sentence)
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
    offerHint([line], makeOffer({ units: 3 })),
    '再 2 件就有「兩件一起」：全店任 3 件 NT$900。',
  )
  const threshold = makeOffer({ gives: 'amount', amount: 50, units: 0, minimum: 800 })
  assert.equal(
    offerHint([line], threshold),
    '再買 NT$300 就有「兩件一起」：全店滿 NT$800 折 NT$50。',
  )
  assert.equal(offerHint([{ ...line, quantity: 2 }], makeOffer()), undefined)
})
