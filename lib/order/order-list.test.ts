import assert from 'node:assert/strict'
import { test } from 'node:test'

import { matchesSearch, orderListPath, orderQuery, pageCount, stretchOf } from './order-list.ts'
import { ORDER_STATUSES } from './order-status.ts'

const all = { search: '', status: null, page: 1 }

const queries: [Record<string, unknown>, object][] = [
  [{}, all],
  [
    { search: '  旅 ', status: '待付款', page: '3' },
    { search: '旅', status: '待付款', page: 3 },
  ],
  [{ status: '取消' }, all],
  [{ status: '已付款' }, { ...all, status: '已付款' }],
  [{ status: '已取消' }, { ...all, status: '已取消' }],
  [{ status: ['待付款'] }, all],
  [{ page: '0' }, all],
  [{ page: '-1' }, all],
  [{ page: '1.5' }, all],
  [{ page: '999999' }, all],
  [{ search: 'a'.repeat(81) }, { ...all, search: 'a'.repeat(80) }],
]

for (const [overrides, query] of queries) {
  test(`${JSON.stringify(overrides).slice(0, 60)} asks for ${JSON.stringify(query).slice(0, 60)}`, () => {
    assert.deepEqual(orderQuery(overrides), query)
  })
}

test('an address leaves out what is usual, and is read back as it was', () => {
  assert.equal(orderListPath(all), '/account/order')
  const query = { search: '旅 見&x', status: '已出貨' as const, page: 2 }
  const path = orderListPath(query)
  const parameters = new URL(path, 'http://shop.invalid').searchParams
  assert.deepEqual(orderQuery(Object.fromEntries(parameters)), query)
})

test('the list offers every status to choose from', () => {
  assert.deepEqual(ORDER_STATUSES, ['待付款', '已付款', '已出貨', '已完成', '已取消'])
})

const order = {
  orderNumber: 'Order2026030108-0001',
  items: [
    { id: 'otr-001', title: '旅見 T 恤', size: 'M' as const, quantity: 1, price: 1540, image: '' },
  ],
}
const searches: [string, boolean][] = [
  ['', true],
  ['0301', true],
  ['order2026', true],
  ['旅見', true],
  ['t 恤', true],
  ['OTR', true],
  ['ots', false],
  ['1540', false],
]

for (const [search, found] of searches) {
  test(`${JSON.stringify(search)} ${found ? 'finds' : 'does not find'} the order`, () => {
    assert.equal(matchesSearch(order, search), found)
  })
}

for (const [total, pages] of [
  [0, 1],
  [5, 1],
  [6, 2],
  [500, 100],
] as const) {
  test(`${total} orders fill ${pages} pages`, () => assert.equal(pageCount(total), pages))
}

for (const [page, total, from, skip, limit] of [
  [1, 500, 'newest', 0, 5],
  [2, 500, 'newest', 5, 5],
  [50, 500, 'newest', 245, 5],
  [51, 500, 'oldest', 245, 5],
  [100, 500, 'oldest', 0, 5],
  [100, 498, 'oldest', 0, 3],
  [99, 498, 'oldest', 3, 5],
  [1, 3, 'newest', 0, 3],
] as const) {
  test(`page ${page} of ${total} orders is ${limit} after the ${skip} ${from}`, () => {
    assert.deepEqual(stretchOf(page, total), { from, skip, limit })
  })
}
