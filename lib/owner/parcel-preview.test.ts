import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { makeParcel } from '#lib/parcel/parcels.fixture.ts'
import { makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { CARRIER_BY_ORDER, parcelPreviews } from './parcel-preview.ts'

const makePaid = (number: string, overrides: Partial<Order> = {}): Order =>
  makeOrder({
    orderNumber: number,
    status: '已付款',
    payment: { ...makePayment([]), state: 'paid' },
    items: [item(2)],
    recipient: { ...EMPTY_RECIPIENT, lastName: '王', firstName: '小明' },
    ...overrides,
  })

const orders = new Map(
  [
    makePaid('A'),
    makePaid('B', { items: [item(1, { preorder: { shipsAbout: '2027-03-31' } })] }),
    makePaid('C', {
      shippingMethod: 'store',
      recipient: { ...EMPTY_RECIPIENT, store: '7-11 987654' },
    }),
    makeOrder({ orderNumber: 'D', items: [item(1)] }),
    makePaid('E', { parcels: [makeParcel()] }),
  ].map((order) => [order.orderNumber, order]),
)

const parcel = (orderNumber: string, carrier = CARRIER_BY_ORDER) => ({
  orderNumber,
  carrier,
  trackingNumber: '9070',
})

const cases: [string, ReturnType<typeof parcel>, string, readonly string[]][] = [
  ['an order that can leave', parcel('A'), '黑貓宅急便', []],
  ['a pre-order that is not due', parcel('B'), '黑貓宅急便', ['waiting']],
  ['an order that is booked at the carrier', parcel('E'), '黑貓宅急便', ['booked']],
  ['an order to a store', parcel('C'), '7-11 交貨便', []],
  [
    'an order to a store by a carrier to doors',
    parcel('C', '黑貓宅急便'),
    '黑貓宅急便',
    ['other-way'],
  ],
  ['an order that is not paid', parcel('D'), '黑貓宅急便', ['not-to-ship']],
  ['a number that the shop does not know', parcel('F'), '', ['unknown-order']],
]

for (const [what, overrides, carrier, warnings] of cases) {
  test(`a list shows ${what} with what is odd about it`, () => {
    const [seen] = parcelPreviews([overrides], orders)
    assert.equal(seen?.carrier, carrier)
    assert.deepEqual(seen.warnings, warnings)
  })
}

test('a list shows who gets what, and an order that stands in it twice', () => {
  const [first, second] = parcelPreviews([parcel('A'), parcel('A')], orders)
  assert.equal(first?.name, '王小明')
  assert.match(first.items, /晴天 白色 M ×2/)
  assert.deepEqual([first.warnings, second?.warnings], [[], ['repeated']])
})
