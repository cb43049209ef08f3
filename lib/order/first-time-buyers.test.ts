import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { ReservedStock } from '#lib/inventory/stock.ts'
import { at, makeOrder, minute } from '#lib/payment/orders.fixture.ts'
import { cancel } from './cancellation.ts'
import { newEvent, type OrderEvent } from './events.ts'
import {
  afterFirstTimeMoves,
  exceedsShare,
  firstTimeMoves,
  firstTimeMovesOf,
  staleMinutes,
} from './first-time-buyers.ts'
import type { Order } from './order.ts'
import { by, draft, item, makeReserved, NEW_ACCOUNT, placeDraft } from './placement.fixture.ts'

const shelf = (stock: number, more = {}) => [{ ...by.products[0], id: 'a', stock, ...more }]
const holdsOf = (unverified: number, verified = 0, until = 30) => ({
  [at(until)]: { unverified, verified },
})

const shares: [string, number, 'unverified' | 'verified', ReservedStock, boolean][] = [
  ['a third by verified ones', 33, 'verified', { stock: 0, preorder: 0 }, false],
  ['more than a third', 34, 'verified', { stock: 0, preorder: 0 }, true],
  ['a fifth by unverified ones', 20, 'unverified', { stock: 0, preorder: 0 }, false],
  ['more than a fifth', 21, 'unverified', { stock: 0, preorder: 0 }, true],
  [
    'the rest of a third',
    3,
    'verified',
    { stock: 30, preorder: 0, firstTimeBuyers: holdsOf(20, 10) },
    false,
  ],
  [
    'more beside others',
    4,
    'verified',
    { stock: 30, preorder: 0, firstTimeBuyers: holdsOf(20, 10) },
    true,
  ],
  ['a third of what is not sold', 10, 'verified', { stock: 70, preorder: 0 }, false],
  ['more than that', 11, 'verified', { stock: 70, preorder: 0 }, true],
  [
    'units after holds ended',
    33,
    'verified',
    { stock: 0, preorder: 0, firstTimeBuyers: holdsOf(0, 33, 0) },
    false,
  ],
]
for (const [name, quantity, who, taken, expected] of shares) {
  test(`first-time buyers ${expected ? 'do not hold' : 'hold'} ${name}`, () => {
    const found = { taken: makeReserved(taken), products: shelf(100), now: minute(0) }
    assert.equal(exceedsShare({ items: [item(quantity)] }, who, found), expected)
    assert.equal(exceedsShare({ items: [item(quantity)] }, undefined, found), false)
  })
}

const releasedOf = (stock: number, held: number, released: number) => ({
  taken: makeReserved({
    stock,
    preorder: stock,
    firstTimeBuyers: { [at(30)]: { unverified: 0, verified: held, released } },
  }),
  products: shelf(100, { preorder_limit: 100 }),
  now: minute(0),
})

test('units that a release gave back are counted once: their reservations make no room for others', () => {
  for (const one of [item(1), item(1, { preorder: {} })]) {
    // Held, released, and released beside units that were sold, few or many.
    for (const [stock, held, released] of [
      [33, 33, 0],
      [0, 33, 33],
      [20, 33, 33],
      [40, 20, 20],
      [50, 20, 10],
    ] as const) {
      const answer = exceedsShare({ items: [one] }, 'verified', releasedOf(stock, held, released))
      assert.equal(answer, true, `${stock} ${held} ${released}`)
    }
  }
})

test('units of a pre-order with a limit have their share too, and others none', () => {
  const early = [item(17, { preorder: {} })]
  const found = { taken: makeReserved({ stock: 0, preorder: 0 }), now: minute(0) }
  const limited = { ...found, products: shelf(0, { preorder_limit: 50 }) }
  assert.equal(exceedsShare({ items: early }, 'verified', limited), true)
  assert.equal(exceedsShare({ items: [item(16, { preorder: {} })] }, 'verified', limited), false)
  assert.equal(exceedsShare({ items: early }, 'verified', { ...found, products: shelf(0) }), false)
})

test('a first-time buyer beyond the share has an order without a reservation, and a customer has one', () => {
  const taken = makeReserved({ stock: 3, preorder: 0, firstTimeBuyers: holdsOf(0, 3) })
  const products = by.products.map((product) => ({ ...product, stock: 10 }))
  const beyond = placeDraft({ taken }, draft, { ...by, products })
  assert.deepEqual(beyond.order.reservation, { reservationExpiredAt: at(0) })
  assert.deepEqual([beyond.firstTimeBuyers, beyond.account.reservations], [[], []])
  const customer = placeDraft({ taken, hasPaid: true }, draft, { ...by, products })
  assert.deepEqual(customer.order.reservation, { until: at(60), products: ['a'] })
  assert.deepEqual(customer.firstTimeBuyers, [])
})

test('a reservation of a first-time buyer counts until its minute ends, whatever became of its order', () => {
  const products = by.products.map((product) => ({ ...product, stock: 10 }))
  const { order, firstTimeBuyers, account } = placeDraft({}, draft, { ...by, products })
  assert.deepEqual(order.reservation, {
    until: at(60),
    products: ['a'],
    firstTimeGroup: 'verified',
  })
  assert.deepEqual(firstTimeBuyers, [{ id: 'a', minute: at(60), units: { verified: 3 } }])
  assert.ok(cancel(order, 'by-member', { now: minute(1), by: 'member' }).ok)
  // Nothing of the account or the product is given back by it.
  const taken = makeReserved(afterFirstTimeMoves({ stock: 0, preorder: 0 }, firstTimeBuyers, 'a'))
  const again = { ...draft, id: 'doc-3', items: [item(2)] }
  const next = placeDraft({ taken, account }, again, { ...by, products, now: minute(2) })
  assert.deepEqual(next.order.reservation, { reservationExpiredAt: at(2) })
  const later = placeDraft({ taken, account }, again, { ...by, products, now: minute(60) })
  assert.equal(later.order.reservation && 'until' in later.order.reservation, true)
})

test('an order that replaces another takes over its part of the share', () => {
  const products = by.products.map((product) => ({ ...product, stock: 10 }))
  const reservation = { until: at(40), products: ['a'], firstTimeGroup: 'verified' as const }
  const earlier = makeOrder({ items: [item(3)], reservation })
  const account = { ...NEW_ACCOUNT, reservations: [{ id: 'doc-1', units: 3, until: at(40) }] }
  const taken = makeReserved({ stock: 3, preorder: 0, firstTimeBuyers: holdsOf(0, 3, 40) })
  const placed = placeDraft({ taken, account, replaceable: [earlier] }, draft, { ...by, products })
  assert.deepEqual(placed.order.reservation, reservation)
  assert.deepEqual(placed.account.reservations, [{ id: 'doc-2', units: 3, until: at(40) }])
  assert.deepEqual(placed.firstTimeBuyers, [
    { id: 'a', minute: at(40), units: { verified: -3 } },
    { id: 'a', minute: at(40), units: { verified: 3 } },
  ])
})

test('minutes that are over are taken out, and who has no reservation moves nothing', () => {
  const taken = makeReserved({
    stock: 0,
    preorder: 0,
    firstTimeBuyers: { ...holdsOf(1, 0, 5), ...holdsOf(1) },
  })
  const over = [{ id: 'a', minute: at(5), units: 'over' as const }]
  assert.deepEqual(staleMinutes(taken, minute(9)), [])
  assert.deepEqual(staleMinutes(taken, minute(10)), over)
  const after = afterFirstTimeMoves(taken.get('a') ?? { stock: 0, preorder: 0 }, over, 'a')
  assert.deepEqual(after.firstTimeBuyers, holdsOf(1))
  const reservation = { until: at(30), products: ['a'] }
  assert.deepEqual(firstTimeMoves({ items: [item(1)], reservation }, 1, minute(0)), [])
  const own = { ...reservation, firstTimeGroup: 'verified' as const }
  assert.deepEqual(firstTimeMoves({ items: [item(1)], reservation: own }, -1, minute(30)), [])
})

const held = { until: at(60), products: ['a'], firstTimeGroup: 'verified' as const }
const longer = { ...held, until: at(2880) }
const inHold = (...events: Order['history']) =>
  makeOrder({ items: [item(3)], reservation: held, history: events })
const later = { now: minute(30), by: 'member' as const }
const extended = newEvent('reservation.extended', longer, later)
const lapsed = newEvent('reservation.expired', { cause: 'released-by-owner' }, later)
const cancelled = (cause: 'by-member' | 'replaced') => newEvent('order.cancelled', { cause }, later)
const paidNow = newEvent('order.paid', {}, later)
const out = { id: 'a', minute: at(60), units: { verified: -3 } }
const released = { ...out, units: { released: 3 } }

const endings: [string, Order, OrderEvent, readonly unknown[]][] = [
  ['a payment', inHold(), paidNow, [out]],
  ['a cancellation', inHold(), cancelled('by-member'), [released]],
  ['a release', inHold(), lapsed, [released]],
  ['an order in its place', inHold(), cancelled('replaced'), []],
  ['an extension', inHold(), extended, [out, { ...out, minute: at(2880), units: { verified: 3 } }]],
  ['a cancellation after an extension', inHold(extended), cancelled('by-member'), [out]],
  ['a release after an extension', inHold(extended), lapsed, [out]],
  ['an order in the place of an extended one', inHold(extended), cancelled('replaced'), []],
]
for (const [name, order, event, moves] of endings) {
  test(`${name} moves ${JSON.stringify(moves)} of what first-time buyers reserve`, () => {
    assert.deepEqual(firstTimeMovesOf(order, event), moves)
  })
}
