import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeCode } from '#lib/discount/discount.fixture.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { at, makeOrder } from '#lib/payment/orders.fixture.ts'
import { codeReport, salesByCreator } from './code-report.ts'

const products = [
  { id: 'a', creator: 'studio' },
  { id: 'b', creator: 'lin' },
]
const listed = { code: makeCode(), uses: 2 }
const reductions = [
  { kind: 'code', name: 'SUMMER', goods: 100, delivery: 0 },
  { kind: 'hand', name: '熟客', goods: 30, delivery: 0 },
] as const
const paid = makeOrder({
  id: 'paid',
  status: '已付款',
  paidAt: at(3),
  items: [item(2, { reduction: 130 }), item(1, { id: 'b', price: 300 })],
  totalAmount: 1170,
  reductions: [...reductions],
})
const free = makeOrder({
  id: 'free',
  status: '已付款',
  paidAt: at(3),
  items: [item(1)],
  totalAmount: 500,
  reductions: [{ kind: 'code', name: 'SUMMER', goods: 0, delivery: 80 }],
})
const unpaid = makeOrder({ id: 'unpaid', items: [item(9)], totalAmount: 4400, reductions: [] })

test('a code’s report counts all its orders, and of the paid ones what they kept and what the code itself took off', () => {
  const { orders, paid: count, kept, off } = codeReport(listed, [paid, free, unpaid], products)
  assert.deepEqual({ orders, count, kept, off }, { orders: 3, count: 2, kept: 1670, off: 180 })
})

test('goods that were sold with a code stand by their creator, the most money first, and what the catalogue has no more is of nobody', () => {
  assert.deepEqual(codeReport(listed, [unpaid, paid], products).creators, [
    { creator: 'studio', units: 2, paid: 870 },
    { creator: 'lin', units: 1, paid: 300 },
  ])
  assert.deepEqual(
    salesByCreator([{ items: [item(1), item(3, { id: 'b' }), item(2, { id: 'z' })] }], products),
    [
      { creator: 'lin', units: 3, paid: 1500 },
      { creator: '', units: 2, paid: 1000 },
      { creator: 'studio', units: 1, paid: 500 },
    ],
  )
})
