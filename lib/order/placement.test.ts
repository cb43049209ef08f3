import assert from 'node:assert/strict'
import { test } from 'node:test'

import { availableUnits } from '#lib/inventory/stock.ts'
import { at } from '#lib/payment/orders.fixture.ts'
import { reservedUnits, withoutOrders } from './account-reservations.ts'
import type { OrderItem } from './order-item.ts'
import {
  by,
  draft,
  reservation,
  item,
  makeContext,
  makeReserved,
  NEW,
  now,
  placeDraft,
  unverified,
  verified,
} from './placement.fixture.ts'
import { accountAfter, beginReservation, place } from './placement.ts'

function itemPlacement(
  id: string,
  quantity: number,
  overrides: Partial<OrderItem> = {},
): OrderItem {
  return { id, title: id, size: 'M', price: 500, image: '', quantity, ...overrides }
}

const catalogue = {
  products: [{ id: 'shirt' }, { id: 'open' }, { id: 'few', preorder_limit: 50 }],
  now,
}
const begins: [string, OrderItem[], ReturnType<typeof beginReservation>['reservation'], number][] =
  [
    ['units in stock', [itemPlacement('shirt', 2)], { until: at(30), products: ['shirt'] }, 2],
    ['a pre-order without a limit', [itemPlacement('open', 9, { preorder: {} })], undefined, 0],
    [
      'a pre-order with a limit',
      [itemPlacement('few', 2, { preorder: {} })],
      { until: at(30), products: ['few'] },
      2,
    ],
    [
      'both kinds',
      [
        itemPlacement('open', 9, { preorder: {} }),
        itemPlacement('shirt', 1),
        itemPlacement('shirt', 2, { size: 'L' }),
      ],
      { until: at(30), products: ['shirt'] },
      3,
    ],
    [
      'more than the account may hold',
      [itemPlacement('shirt', 6)],
      { reservationExpiredAt: at(0) },
      0,
    ],
  ]

for (const [name, items, expected, units] of begins) {
  test(`an order of ${name} holds ${units} units`, () => {
    const begun = beginReservation({ id: 'doc-2', items }, NEW, unverified, catalogue)
    assert.deepEqual(begun.reservation, expected)
    assert.equal(reservedUnits(begun.account.reservations ?? [], now), units)
  })
}

test('a reservation takes over the time and the units of those that its order replaces', () => {
  const account = { ...NEW, reservedSince: at(-50) }
  const holdInstead = (quantity: number) =>
    beginReservation(
      { id: 'doc-2', items: [itemPlacement('shirt', quantity)] },
      account,
      verified,
      {
        ...catalogue,
        left: [reservation(4, 10, 'doc-1')],
      },
    )
  assert.deepEqual(holdInstead(2).reservation, { until: at(10), products: ['shirt'] })
  assert.deepEqual(holdInstead(2).account.reservations, [
    reservation(2, 10, 'doc-1'),
    reservation(2, 10, 'doc-2'),
  ])
  assert.deepEqual(holdInstead(6).account.reservations, [reservation(6, 10, 'doc-2')])
  // Without a reservation of the new order the old one counts on.
  assert.deepEqual(holdInstead(11).account.reservations, [reservation(4, 10, 'doc-1')])
})

test('the counts kept of an account follow its orders', () => {
  const order = { id: 'doc-2', createdAt: at(0) }
  assert.deepEqual(accountAfter(order, NEW, unverified).unpaid, ['doc-2'])
  assert.deepEqual(accountAfter(order, NEW, verified).unpaid, [])
  const reservations = [
    reservation(2, 9, 'doc-1'),
    reservation(1, -24 * 60 + 1),
    reservation(4, -24 * 60),
  ]
  const known = { recent: [at(-70)], unpaid: ['doc-1'], reservations }
  const after = withoutOrders(known, (id) => id === 'doc-1', now)
  assert.deepEqual(after, { recent: [], unpaid: [], reservations: reservations.slice(0, 2) })
})

const changedAt = '2026-11-21T01:00:00.000Z'
const early = { preorder: { shipsAbout: '2027-03-31' } }
const of = (override: object) =>
  makeReserved({ stock: 0, preorder: 0, override: { changedAt, ...override } })

test('an order whose page still showed a day that was given up is promised the new one', () => {
  const request = { ...draft, items: [item(1, early)] }
  const { order } = placeDraft({ taken: of({ shipsAbout: '2027-04-20' }) }, request)
  assert.deepEqual(order.items[0]?.preorder, { shipsAbout: '2027-04-20' })
  const unchanged = placeDraft({ taken: of({ stock: 5 }) }, request)
  assert.deepEqual(unchanged.order.items[0]?.preorder, early.preorder)
})

test('goods in stock are promised no day', () => {
  const { order } = placeDraft({ taken: of({ shipsAbout: '2027-04-20' }) })
  assert.equal(order.items[0]?.preorder, undefined)
})

function refusalOf(override: object) {
  const answer = place(draft, by)(makeContext({ taken: of(override) }))
  return 'ok' in answer ? answer : 'placed'
}

test('the order counts the units that the owner has corrected, not those of the file', () => {
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

test('a pre-order without a limit that is off sale is not sold', () => {
  const none = { stock: 0, preorder: 0, override: { isOffSale: true, changedAt } }
  assert.equal(availableUnits({ id: 'a', stock: 0 }, none, { size: 'M', preorder: {} }), 0)
})
