import assert from 'node:assert/strict'
import { test } from 'node:test'

import { afterMoves, type ReservedStock } from '#lib/inventory/stock.ts'
import { makeMoves } from '#lib/inventory/units-to-make.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyChange, stockMoves } from '#lib/order/apply.ts'
import { linePromise, orderPromise, shipsWhen } from '#lib/order/delivery-estimate.ts'
import { newEvent } from '#lib/order/events.ts'
import { orderIndex } from '#lib/order/order-index.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { type PreorderClaim, preorderClaim } from '#lib/order/preorder-claim.ts'
import { makeAttempt, makeDispute, makePayment } from '#lib/payment/orders.fixture.ts'
import type { Payment } from '#lib/payment/payment.ts'
import { at, makePaid, march, one, orders, owner, unpaid } from './receive-stock.fixture.ts'
import { releasedOrders, releaseItems, unreservedOrders } from './receive-stock.ts'
import { waitingOrders } from './waiting-orders.ts'

test('an order whose goods came can be shipped, promises working days, and is not to be made', () => {
  const change = releaseItems(one, 'b', owner(20))
  assert.ok(change)
  const released = applyChange(one, change)
  assert.equal(orderIndex(one).readyOn, '9999-12-31')
  assert.notEqual(orderIndex(released).readyOn, '9999-12-31')
  assert.equal(shipsWhen(released.items, at(20)), '約 1–3 個工作天出貨')
  const [line] = released.items
  assert.ok(line)
  assert.equal(linePromise(line, released.items, at(20)), '貨到了・約 1–3 個工作天出貨')
  assert.equal(orderPromise(released.items, at(20)), undefined)
  assert.deepEqual(makeMoves(one, released)[0]?.units, { [`${line.color ?? ''} M`]: -2 })
  assert.deepEqual(
    new Set(mailsOf(one, released).map(({ kind }) => kind)),
    new Set(['goods-arrived']),
  )
  // Pressed again, nothing happens.
  assert.equal(releaseItems(released, 'b', owner(21)), undefined)
})

const asked = newEvent('cancellation.requested', {}, owner(5))
const held = (id: string, day: number, quantity: number) =>
  applyChange(makePaid(id, day, [item(quantity, { id: 'b', size: 'M', ...march })]), {
    events: [asked],
  })

const leftovers: [string, number, string[]][] = [
  ['nothing', 3, []],
  ['enough for the first one', 4, ['five']],
  ['one unit too few for the second one', 5, ['five']],
  ['enough for both', 6, ['six', 'five']],
]
for (const [what, came, expected] of leftovers) {
  test(`where ${what} is left, a paid order that must not ship now keeps its units from others`, () => {
    const all = waitingOrders([held('six', 6, 2), held('five', 5, 1), ...orders], 'b')
    assert.deepEqual(
      all.paid.map(({ id }) => id),
      ['two', 'three', 'one'],
    )
    const released = releasedOrders(all, { S: 1, M: came, L: 1 }, 'b')
    assert.deepEqual(
      released.map(({ id }) => id),
      [...expected, 'two', 'three', 'one', 'four'],
    )
    assert.deepEqual(
      unreservedOrders(all, released, 'b'),
      [
        { orderNumber: 'five', units: { M: 1 } },
        { orderNumber: 'six', units: { M: 2 } },
      ].filter(({ orderNumber }) => !expected.includes(orderNumber)),
    )
  })
}

const money = (overrides: Partial<Payment> = {}) => {
  const attempt = makeAttempt({ state: 'captured', captureId: 'C1' })
  return { payment: { ...makePayment([attempt], { captureId: 'C1' }), ...overrides } }
}
const disputed = (state: 'open' | 'won' | 'lost', refundedAmount = 0) =>
  money({ disputes: [makeDispute(state)], refundedAmount })
const whole = {
  number: 1,
  amount: one.totalAmount,
  reason: '買家不要了',
  idempotencyKey: 'a',
  who: 'owner',
  state: 'sending',
  at: at(6).toISOString(),
} as const
const review = { reason: 'other', at: at(5).toISOString() } as const

const claims: [string, Partial<Order>, PreorderClaim | undefined][] = [
  ['unpaid', unpaid, 'unpaid'],
  ['unpaid, with money under review', { ...unpaid, ...money({ review }) }, 'pending'],
  ['paid', money(), 'paid'],
  ['disputed', disputed('open'), 'pending'],
  ['disputed, and the shop has won', disputed('won'), 'paid'],
  ['disputed, and lost with all of its money', disputed('lost', one.totalAmount), undefined],
  ['disputed, and lost with a part of its money', disputed('lost', 1), 'pending'],
  ['asked to be cancelled', held('five', 5, 1), 'pending'],
  ['being given back in full', money({ refundRequests: [whole] }), 'pending'],
  ['given back in full', money({ state: 'refunded' }), undefined],
  ['shipped', { ...one, status: '已出貨' }, undefined],
  ['cancelled', { ...one, status: '已取消' }, undefined],
]
for (const [what, order, claim] of claims) {
  test(`a pre-order that is ${what} ${claim === undefined ? 'waits for no units' : `counts as ${claim}`}`, () => {
    assert.equal(preorderClaim({ ...one, ...order }), claim)
  })
}

test('units of a paid order stay among those to make while its money is in question, and are counted apart', () => {
  const asking = held('five', 5, 2)
  const before = makePaid('five', 5, [item(2, { id: 'b', size: 'M', ...march })])
  const key = `${asking.items[0]?.color ?? ''} M`
  assert.deepEqual(makeMoves(before, asking), [
    { id: 'b', title: asking.items[0]?.title, units: {}, pending: { [key]: 2 }, days: {} },
  ])
  assert.deepEqual(makeMoves(undefined, asking)[0]?.units, { [key]: 2 })
})

test('an order whose goods came while it must not ship is reported of no parcel', () => {
  const order = held('five', 5, 1)
  const change = releaseItems(order, 'b', owner(20))
  assert.ok(change)
  assert.deepEqual(mailsOf(order, applyChange(order, change)), [])
})

test('an order that waits for other goods too is reported of no parcel yet', () => {
  const both = makePaid('both', 4, [
    item(1, { id: 'b', ...march }),
    item(1, { id: 'c', preorder: { shipsAbout: '2027-05-31' } }),
  ])
  const change = releaseItems(both, 'b', owner(20))
  assert.ok(change)
  const released = applyChange(both, change)
  assert.deepEqual(mailsOf(both, released), [])
  assert.equal(shipsWhen(released.items, at(20)), '預計 2027年5月31日前後出貨')
})

test('units that came move from the count of the pre-order to that of the stock, once', () => {
  let taken: ReservedStock = { stock: 1, preorder: 4, sizes: { M: 1 } }
  for (const order of orders) {
    const change = releaseItems(order, 'b', owner(20))
    assert.ok(change)
    taken = afterMoves(taken, stockMoves(order, change.events), 'b')
  }
  assert.deepEqual(taken, { stock: 5, preorder: 0, sizes: { S: 1, M: 3, L: 1 } })
})
