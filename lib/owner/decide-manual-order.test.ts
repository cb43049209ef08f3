import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOffer } from '#lib/price/price-cart.fixture.ts'
import { owner, shirt, stall, stock } from './create-manual-order.fixture.ts'
import { decideManualOrder, type ManualOrder } from './decide-manual-order.ts'

const refusals: [string, ManualOrder, number][] = [
  ['nothing-chosen', { ...stall, items: [] }, 5],
  ['recipient-incomplete', { ...stall, isPickedUp: false }, 5],
  ['preorder-handed-over', { ...stall, items: [shirt, { ...shirt, preorder: {} }] }, 5],
  ['too-few-units', stall, 1],
  ['reduced-too-much', { ...stall, reduction: { amount: 1000, reason: '送' } }, 5],
  [
    'reduced-too-much',
    { ...stall, offers: [makeOffer()], reduction: { amount: 900, reason: '送' } },
    5,
  ],
  ['no-reduction-reason', { ...stall, reduction: { amount: 1, reason: ' ' } }, 5],
]

for (const [code, input, units] of refusals) {
  test(`no manual order is created: ${code}`, () => {
    const answer = decideManualOrder(input, { count: 0, stock: stock(units) }, owner)
    assert.partialDeepStrictEqual(answer, { ok: false, code })
  })
}

test('a sale that is sent names what its recipient lacks', () => {
  const sent = { ...stall, isPickedUp: false, shippingMethod: 'store' as const }
  const answer = decideManualOrder(sent, { count: 0, stock: stock(5) }, owner)
  assert.partialDeepStrictEqual(answer, { ok: false, detail: '姓氏、名字、手機、門市店號' })
})
