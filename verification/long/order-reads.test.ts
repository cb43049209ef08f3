import { test } from 'node:test'

import { expect } from '../../e2e/support/expect.ts'
import { measureOrderList } from '../../e2e/support/order-reads.ts'

test('a list of orders reads what it shows, not all there is', async () => {
  // One of the reads is the session's own document.
  const costs = await measureOrderList(1)
  expect(costs.map(({ orders, subject, reads }) => `${orders} ${subject}: ${reads}`)).toEqual([
    '5 member centre: 4',
    '5 first page: 7',
    '5 page in the middle: 7',
    '5 last page: 7',
    '5 status 已出貨: 5',
    '5 order number: 2',
    '5 title: 6',
    '500 member centre: 4',
    '500 first page: 7',
    '500 page in the middle: 252',
    '500 last page: 7',
    '500 status 已出貨: 7',
    '500 order number: 2',
    '500 title: 501',
  ])
})
