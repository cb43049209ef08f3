import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { possibleAnswers } from '#lib/order/return/answer-return.ts'
import {
  after,
  at,
  makeAttempt,
  makeCapture,
  makeOrder,
  makePayment,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { returnedPrice, unrefundedReturn } from '#lib/payment/refund/refundable.ts'
import { apply } from './apply.ts'
import { publishFacts } from './cancel-right.ts'
import { canChangeItems } from './change-items.ts'
import { newEvent, type OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import { item } from './placement.fixture.ts'
import { isUnreserved } from './reservation.ts'

type Request = NonNullable<Order['returns']>[number]

const request = (overrides: Partial<Request> = {}): Request => ({
  number: 1,
  state: 'received',
  items: [{ index: 0, quantity: 1 }],
  reason: '',
  contact: '',
  requestedAt: at(40),
  changedAt: at(41),
  ...overrides,
})

function paid(overrides: Partial<Order> = {}): Order {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  const payment = makePayment([captured], { captureId: 'C1' })
  return makeOrder({ status: '已付款', items: [item(2)], payment, ...overrides })
}

const BESIDE: readonly (readonly [string, Order, OrderEvent])[] = [
  [
    'a dispute that it has not',
    paid(),
    newEvent(
      'dispute.response-changed',
      { dispute: 'PP-D-9', isAnswered: true },
      after(50, 'provider'),
    ),
  ],
  [
    'money handed back of a sale that is none by hand',
    paid(),
    newEvent('money.refunded-by-hand', { amount: 100 }, after(50, 'owner')),
  ],
  [
    'a placement that names no goods',
    paid(),
    newEvent('order.placed', { recipient: paid().recipient }, after(50)),
  ],
]
const withoutNews = ({ history: _history, payment, ...order }: Order) => ({
  ...order,
  payment: { ...payment, changedAt: '' },
})
for (const [what, order, event] of BESIDE) {
  test(`${what} changes nothing of an order but its history`, () => {
    const next = apply(order, event)
    assert.deepEqual(next.history, [...order.history, event])
    assert.deepEqual(withoutNews(next), withoutNews(order))
  })
}

test('a return that the order has not, or without a parcel, is reported to nobody', () => {
  const order = paid({ status: '已完成', returns: [request({ state: 'exchanged' })] })
  const corrected = newEvent(
    'exchange.corrected',
    {
      number: 7,
      parcel: { carrier: '黑貓', trackingNumber: '1' },
      before: { carrier: '黑貓', trackingNumber: '2' },
    },
    after(50, 'owner'),
  )
  assert.deepEqual(mailsOf(order, apply(order, corrected)), [])
})

test('units of a line that is not there cost nothing, and what cost nothing is not to be paid back', () => {
  assert.equal(returnedPrice(paid(), 1, { index: 5, quantity: 1 }), 0)
  const returned = paid({ status: '已完成', returns: [request()] })
  assert.equal(unrefundedReturn(returned)?.number, 1)
  const free = item(2, { reduction: 1000 })
  assert.equal(unrefundedReturn({ ...returned, items: [free, item(1)] }), undefined)
})

test('an order was never held where its reservation lapsed in the moment of its placement', () => {
  assert.equal(isUnreserved(makeOrder({ reservation: { reservationExpiredAt: at(0) } })), true)
  assert.equal(isUnreserved(makeOrder({ reservation: { reservationExpiredAt: at(30) } })), false)
  assert.equal(isUnreserved(makeOrder({ reservation: { until: at(30), products: ['a'] } })), false)
  assert.equal(isUnreserved(makeOrder()), false)
})

test('facts are reported to orders that are open, and to no other one', () => {
  const right = { product: 'a', title: '晴天', factsBy: '2026-12-01', until: '2026-12-08' }
  const facts = { product: 'a', on: '2026-11-22' }
  const told = (status: Order['status']) =>
    publishFacts(paid({ status, cancelRights: [right] }), facts, after(60, 'owner')) !== undefined
  assert.deepEqual((['待付款', '已付款', '已出貨', '已完成', '已取消'] as const).map(told), [
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the items of an order change while it is paid, and nothing left or came back', () => {
  assert.equal(canChangeItems(paid()), true)
  assert.equal(canChangeItems(paid({ returns: [request({ state: 'requested' })] })), false)
  assert.equal(canChangeItems(paid({ restocked: [1] })), false)
  assert.equal(canChangeItems(paid({ status: '已出貨' })), false)
  assert.equal(canChangeItems(paid({ status: '待付款' })), false)
})

const answers = (size?: 'L') =>
  possibleAnswers(
    request({ state: 'requested', items: [{ index: 0, quantity: 1, ...(size ? { size } : {}) }] }),
  )

test('only a return with an exchange is answered by one', () => {
  assert.deepEqual(answers(), ['accepted', 'refused', 'received'])
  assert.deepEqual(answers('L'), ['accepted', 'refused', 'received', 'preparing', 'exchanged'])
})

test('a second payment that went back whole is noted once', () => {
  const order = settleAs(
    withAttempts(makeAttempt(), makeAttempt({ number: 2 })),
    { kind: 'captured', capture: makeCapture(), refundedAmount: 0, refunds: [] },
    { reference: 'PP1' },
  )
  const back = {
    kind: 'captured',
    capture: makeCapture({ id: 'C2', status: 'refunded' }),
    refundedAmount: TOTAL,
    refunds: [{ id: 'R2', amount: TOTAL, at: at(12) }],
  } as const
  const noted = settleAs(order, back, { reference: 'PP2', now: 12 })
  assert.equal(noted.payment?.attempts[1]?.state, 'closed')
  assert.equal(
    settleAs(noted, back, { reference: 'PP2', now: 14 }).history.length,
    noted.history.length,
  )
})
