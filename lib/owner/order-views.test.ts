import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { arrange, type OrderSort, ownerListPath, ownerQuery } from './order-views.ts'

// Midnight of 2 November in Taipei is 16:00 of the day before in UTC.
const orders = [
  makeOrder({ id: 'a', createdAt: '2026-11-01T15:59:59.000Z', totalAmount: 500 }),
  makeOrder({ id: 'b', createdAt: '2026-11-01T16:00:00.000Z', totalAmount: 900 }),
  makeOrder({ id: 'c', createdAt: '2026-11-03T01:00:00.000Z', totalAmount: 100 }),
]

const cases: [OrderSort, string, string, string][] = [
  ['newest', '', '', 'cba'],
  ['oldest', '', '', 'abc'],
  ['largest', '', '', 'bac'],
  ['smallest', '', '', 'cab'],
  ['oldest', '2026-11-02', '', 'bc'],
  ['oldest', '', '2026-11-01', 'a'],
  ['newest', '2026-11-02', '2026-11-02', 'b'],
]

for (const [sort, from, to, ids] of cases) {
  test(`the list stands ${sort} first from «${from}» to «${to}»`, () => {
    assert.equal(
      arrange(orders, { sort, from, to })
        .map(({ id }) => id)
        .join(''),
      ids,
    )
  })
}

test('the list shows all that go to one chain, and its address says so', () => {
  const { recipient } = makeOrder()
  const toStore = (id: string, store: string) =>
    makeOrder({ id, shippingMethod: 'store', recipient: { ...recipient, store } })
  const all = [...orders, toStore('d', '7-11 131386 重慶門市'), toStore('e', '全家 012345')]
  const shown = (delivery: '' | 'home' | '7-11' | '全家') =>
    arrange(all, { sort: 'newest', from: '', to: '', delivery })
      .map(({ id }) => id)
      .toSorted()
      .join('')
  assert.deepEqual(
    [shown(''), shown('home'), shown('7-11'), shown('全家')],
    ['abcde', 'abc', 'd', 'e'],
  )
  const query = ownerQuery({ view: 'all', delivery: '7-11' })
  assert.equal(query.delivery, '7-11')
  assert.match(ownerListPath(query), /delivery=7-11/)
  assert.equal(ownerQuery({ delivery: 'moon' }).delivery, '')
})
