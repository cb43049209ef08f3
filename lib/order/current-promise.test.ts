import assert from 'node:assert/strict'
import { test } from 'node:test'

import { by, draft, makeContext, item, placeDraft, makeReserved } from './placement.fixture.ts'
import { place } from './placement.ts'
import { piecesLeft } from './stock.ts'

const changedAt = '2026-11-21T01:00:00.000Z'
const early = { preorder: { shipsAbout: '2027-03-31' } }
const of = (override: object) =>
  makeReserved({ stock: 0, preorder: 0, override: { changedAt, ...override } })

test('an order whose page still showed a day that was given up is promised the new one (rule 776)', () => {
  const request = { ...draft, items: [item(1, early)] }
  const { order } = placeDraft({ taken: of({ shipsAbout: '2027-04-20' }) }, request)
  assert.deepEqual(order.items[0]?.preorder, { shipsAbout: '2027-04-20' })
  const unchanged = placeDraft({ taken: of({ stock: 5 }) }, request)
  assert.deepEqual(unchanged.order.items[0]?.preorder, early.preorder)
})

test('goods in stock are promised no day (rule 776)', () => {
  const { order } = placeDraft({ taken: of({ shipsAbout: '2027-04-20' }) })
  assert.equal(order.items[0]?.preorder, undefined)
})

function refusalOf(override: object) {
  const answer = place(draft, by)(makeContext({ taken: of(override) }))
  return 'ok' in answer ? answer : 'placed'
}

test('the order counts the pieces that the owner has corrected, not those of the file (rule 777)', () => {
  assert.equal(refusalOf({ stock: 3 }), 'placed')
  assert.equal(refusalOf({ stock: 3, stock_by_size: { S: 0, M: 3 } }), 'placed')
  for (const override of [
    { stock: 2 },
    { stock: 3, stock_by_size: { S: 3, M: 0 } },
    { isOffSale: true },
  ]) {
    assert.equal(JSON.stringify(refusalOf(override)).includes('"code":"lines"'), true)
  }
})

test('a pre-order without a limit that is off sale is not sold (rule 777)', () => {
  const none = { stock: 0, preorder: 0, override: { isOffSale: true, changedAt } }
  assert.equal(piecesLeft({ id: 'a', stock: 0 }, none, { size: 'M', preorder: {} }), 0)
})
