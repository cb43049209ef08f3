import { test } from 'node:test'

import { measureOrderList } from '../support/order-reads.ts'
import { expect } from '../support/expect.ts'

test('a list of orders reads what it shows, not all there is (rule 412)', async () => {
  const costs = await measureOrderList(1)
  expect(costs.map(({ orders, subject, reads }) => `${orders} ${subject}: ${reads}`)).toEqual([
    '5 member centre: 3',
    '5 first page: 6',
    '5 page in the middle: 6',
    '5 last page: 6',
    '5 status 已出貨: 4',
    '5 order number: 1',
    '5 title: 5',
    '500 member centre: 3',
    '500 first page: 6',
    '500 page in the middle: 251',
    '500 last page: 6',
    '500 status 已出貨: 6',
    '500 order number: 1',
    '500 title: 500',
  ])
})
