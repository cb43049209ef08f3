import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newEvent } from '#lib/order/events.ts'
import { expireReservation } from '#lib/order/expire-reservation.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { beginCapture } from './capture-claim.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  capturedVerdict,
  inReview,
  makeAttempt,
  makeOrder,
  makePayment,
  minute,
} from './orders.fixture.ts'
import { paidWithReservation, withReservation } from './paid-with-reservation.ts'
import { nextCheck } from './payment-checks.ts'
import { paymentStatus } from './payment-status.ts'
import { applyVerdict } from './settlement.ts'

const items: OrderItem[] = [
  { id: 'a', title: '晴天', size: 'M', quantity: 2, price: 1540, image: '' },
]
const HELD = { until: at(30), products: ['a'] }
const LAPSED = { reservationExpiredAt: at(30) }
const products = [{ id: 'a', stock: 10 }]
const stock = (taken: number) => ({
  taken: new Map([['a', { stock: taken, preorder: 0 }]]),
  products,
})

function makeApproved(overrides: Partial<Order> = {}): Order {
  return makeOrder({
    items,
    reservation: LAPSED,
    payment: makePayment([makeAttempt()]),
    ...overrides,
  })
}

function capture(order: Order, taken: number): Order {
  const begun = beginCapture(
    order,
    { reference: 'PP1', claim: 'c', approval: { observedRefusals: 0 } },
    after(40),
  )
  return afterChange(
    order,
    withReservation(order, begun, { reference: 'PP1', stock: stock(taken) }, after(40)),
  )
}

test('an order that has given its units back takes them again with its capture', () => {
  const after40 = capture(makeApproved(), 8)
  assert.equal(attemptOf(after40).state, 'capturing')
  assert.deepEqual(after40.reservation, { until: at(40), products: ['a'] })
})

test('when the units are gone nothing is captured, and the buyer may pay when there are some', () => {
  const refused = capture(makeApproved(), 9)
  const { state, reason, refusals, sends } = attemptOf(refused)
  assert.deepEqual([state, reason, refusals, sends], ['closed', 'out-of-stock', 1, 0])
  assert.equal(paymentStatus(refused), 'out-of-stock')
  assert.deepEqual(refused.reservation, LAPSED)
  // The same approval is not captured later, whoever tells of it.
  assert.equal(attemptOf(capture(refused, 0)).state, 'closed')
})

test('an order that holds its units is captured, whatever is left', () => {
  assert.equal(attemptOf(capture(makeApproved({ reservation: HELD }), 10)).state, 'capturing')
  const { reservation: _reservation, ...other } = makeApproved()
  assert.equal(attemptOf(capture(other, 10)).state, 'capturing')
})

test('money that comes for an order without its units is reviewed, or pays when there are some', () => {
  const order = makeApproved()
  const paid = applyVerdict(
    order,
    { reference: 'PP1', verdict: capturedVerdict(), before: order },
    after(41),
  )
  const reviewed = afterChange(order, paidWithReservation(order, paid, stock(9), after(41)))
  assert.equal(reviewed.status, '待付款')
  assert.equal(reviewed.payment?.review?.reason, 'paid-without-units')
  assert.equal(reviewed.payment.captureId, 'C1')
  const kept = afterChange(order, paidWithReservation(order, paid, stock(8), after(41)))
  assert.deepEqual([kept.status, kept.reservation], ['已付款', undefined])
})

test('units that are gone matter to money and to a capture alone, and are taken again with nothing else', () => {
  const order = makeApproved()
  const approved = newEvent('attempt.approved', { attempt: 1 }, after(40))
  const news = { events: [approved] }
  const how = { reference: 'PP1', stock: stock(8) }
  assert.equal(paidWithReservation(order, news, stock(9), after(41)), news)
  assert.equal(withReservation(order, news, how, after(41)), news)
  assert.equal(withReservation(order, undefined, how, after(41)), undefined)
  const claimed = newEvent('capture.claimed', { attempt: 1 }, after(40))
  const begun = withReservation(order, { events: [approved, claimed] }, how, after(41))
  assert.equal(begun?.events.at(-1)?.type, 'reservation.renewed')
  const gone = { reference: 'PP9', stock: stock(9) }
  assert.equal(withReservation(order, { events: [claimed] }, gone, after(41)), undefined)
})

const owner = 'released-by-owner'
const lapses: [string, Partial<Order>, number, 'time-over' | typeof owner, boolean][] = [
  ['before its time', {}, 29, 'time-over', false],
  ['when its time is over', {}, 30, 'time-over', true],
  ['when the owner releases it', {}, 5, owner, true],
  ['that has lapsed', { reservation: LAPSED }, 60, owner, false],
  ['that has no time', { reservation: undefined }, 60, owner, false],
  ['of a cancelled order', { status: '已取消' }, 60, owner, false],
  ['under review', { payment: inReview().payment }, 60, owner, false],
  ...(['capturing', 'pending', 'captured'] as const).map(
    (state): [string, Partial<Order>, number, typeof owner, boolean] => [
      `whose attempt is ${state}`,
      { payment: makePayment([makeAttempt({ state })]) },
      60,
      owner,
      false,
    ],
  ),
]

for (const [name, overrides, now, cause, expected] of lapses) {
  test(`a reservation ${name} ${expected ? 'lapses' : 'stays'}`, () => {
    const order = makeApproved({ reservation: HELD, ...overrides })
    const change = expireReservation(order, cause, after(now, 'sweep'))
    assert.equal(change !== undefined, expected)
    if (change)
      assert.deepEqual(afterChange(order, change).reservation, { reservationExpiredAt: at(now) })
  })
}

test('the sweep looks at an unpaid order when its reservation ends, and later when it ends itself', () => {
  const order = makeOrder({ items, reservation: HELD })
  assert.equal(nextCheck(order, minute(0), 0)?.at, at(30))
  assert.equal(nextCheck(order, minute(30), 0)?.at, at(31))
  assert.equal(nextCheck({ ...order, reservation: LAPSED }, minute(30), 0)?.at, at(72 * 60))
  const capturing = { ...order, payment: makePayment([makeAttempt({ state: 'capturing' })]) }
  assert.equal(nextCheck(capturing, minute(29.5), 0)?.at, at(30.5))
  // Money on its way keeps its own time, whatever the reservation.
  const pending = { ...order, payment: makePayment([makeAttempt({ state: 'pending' })]) }
  assert.equal(nextCheck(pending, minute(10), 0)?.at, at(40))
})
