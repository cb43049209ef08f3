import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOrder } from '../order/payment/orders.fixture.ts'
import { arrange, type OrderSort } from './order-views.ts'

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
  test(`the list stands ${sort} first from «${from}» to «${to}» (rule 770)`, () => {
    assert.equal(
      arrange(orders, { sort, from, to })
        .map(({ id }) => id)
        .join(''),
      ids,
    )
  })
}
