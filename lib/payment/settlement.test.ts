import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assert as always, array, constantFrom, property, record } from 'fast-check'

import { type Order, type OrderChange, orderSchema } from '../order/order.ts'
import {
  beginCapture,
  beginCreate,
  expirePayment,
  refuseCapture,
  storeCreated,
} from './payment-attempts.ts'
import type { Occasion } from './payment-change.ts'
import type { PaypalCapture, Verdict } from './paypal-order.ts'
import { applyVerdict } from './settlement.ts'

const at: Occasion = { now: new Date('2026-11-21T02:10:00.000Z'), by: 'member' }

const placed = orderSchema.parse({
  id: 'doc-1',
  orderId: 'Order2026112110-0001',
  uid: 'ada',
  email: 'ada@example.com',
  createdAt: '2026-11-21T02:00:00.000Z',
  status: '待付款',
  totalAmount: 3080,
  items: [],
  recipient: {},
  shippingMethod: 'home',
  timeCode: '2026112110',
})

function changed(order: Order, change: OrderChange | undefined): Order {
  if (!change) return order
  const { event, ...fields } = change
  return { ...order, ...fields, history: [...order.history, event] }
}

const capture = (id: string): PaypalCapture => ({
  id,
  status: 'COMPLETED',
  amount: 3080,
  currency: 'TWD',
  customId: 'doc-1',
  invoiceId: 'Order2026112110-0001',
  createTime: '2026-11-21T02:09:00Z',
})

const paid = (id: string): Verdict => ({ kind: 'paid', capture: capture(id) })

function created(): Order {
  const begun = changed(placed, beginCreate(placed, 'paypal', at))
  return changed(begun, storeCreated(begun, 'PP1', 1, at))
}

function capturing(): Order {
  const order = created()
  return changed(order, beginCapture(order, 'PP1', at))
}

const settle = (order: Order, verdict: Verdict, paypalOrderId = 'PP1') =>
  changed(order, applyVerdict(order, { paypalOrderId, verdict }, at))

test('a captured payment makes the order paid, with its time, details and reason', () => {
  const order = settle(capturing(), paid('CAP1'))
  assert.equal(order.status, '已付款')
  assert.equal(order.paidAt, at.now.toISOString())
  assert.equal(order.payment?.captureId, 'CAP1')
  assert.equal(order.payment.nextCheckAt, undefined)
  assert.deepEqual(order.paymentDetails, capture('CAP1'))
  assert.equal(order.history.at(-1)?.what, 'payment-paid')
})

test('what is known changes nothing', () => {
  const order = settle(capturing(), paid('CAP1'))
  assert.equal(applyVerdict(order, { paypalOrderId: 'PP1', verdict: paid('CAP1') }, at), undefined)
})

test('a second capture of a paid order goes to review and stays paid', () => {
  const order = settle(settle(capturing(), paid('CAP1')), paid('CAP2'))
  assert.equal(order.payment?.state, 'review')
  assert.equal(order.payment.reason, 'second-capture')
  assert.equal(order.status, '已付款')
})

test('what awaits review is not resolved by PayPal', () => {
  const order = settle(capturing(), { kind: 'mismatch', reason: 'amount', captureId: 'CAP1' })
  assert.equal(order.payment?.state, 'review')
  assert.equal(order.status, '待付款')
  assert.equal(settle(order, paid('CAP1')), order)
})

test("a PayPal order that is not this order's changes nothing", () => {
  const order = capturing()
  assert.equal(settle(order, paid('CAP1'), 'PP9'), order)
})

test('money on a replaced PayPal order counts, its other news do not', () => {
  const first = created()
  const again = changed(first, beginCreate(first, 'card', at))
  const second = changed(again, storeCreated(again, 'PP2', 2, at))
  assert.equal(second.payment?.paypalOrderId, 'PP2')
  assert.equal(settle(second, { kind: 'gone' }, 'PP1'), second)
  assert.equal(settle(second, paid('CAP1'), 'PP1').status, '已付款')
})

test('while one capture runs no other begins', () => {
  const first = created()
  const again = changed(first, beginCreate(first, 'card', at))
  const second = changed(again, storeCreated(again, 'PP2', 2, at))
  const running = changed(second, beginCapture(second, 'PP2', at))
  assert.equal(beginCapture(running, 'PP1', at), undefined)
  assert.equal(beginCreate(running, 'paypal', at), undefined)
})

test('a repeated beginning keeps its attempt, another button takes the next', () => {
  const begun = changed(placed, beginCreate(placed, 'paypal', at))
  assert.equal(beginCreate(begun, 'paypal', at), undefined)
  assert.equal(beginCreate(begun, 'card', at)?.payment?.createAttempt, 2)
})

test('an id that comes late is kept beside the current one', () => {
  const begun = changed(placed, beginCreate(placed, 'paypal', at))
  const other = changed(begun, beginCreate(begun, 'card', at))
  const late = changed(other, storeCreated(other, 'PP1', 1, at))
  assert.deepEqual(late.payment?.paypalOrderIds, ['PP1'])
  assert.equal(late.payment.paypalOrderId, undefined)
  assert.equal(late.payment.state, 'creating')
})

test('a refused capture takes the next key once, however often it is told', () => {
  const order = capturing()
  const refusal = { attempt: 1, reason: 'INSTRUMENT_DECLINED' }
  const declined = changed(order, refuseCapture(order, refusal, at))
  assert.equal(declined.payment?.state, 'declined')
  assert.equal(declined.payment.captureAttempt, 2)
  assert.equal(refuseCapture(declined, refusal, at), undefined)
})

test('a capture that PayPal says was never approved waits again', () => {
  assert.equal(settle(capturing(), { kind: 'open' }).payment?.state, 'created')
})

test('a pending payment is settled later, a paid one never expires', () => {
  const pending = settle(capturing(), {
    kind: 'pending',
    capture: { ...capture('CAP1'), status: 'PENDING' },
    reason: 'PENDING_REVIEW',
  })
  assert.equal(pending.status, '待付款')
  const order = settle(pending, paid('CAP1'))
  assert.equal(order.status, '已付款')
  assert.equal(expirePayment(order, 'late', at), undefined)
})

test('a refund leaves the order and marks its payment', () => {
  const refunded: Verdict = {
    kind: 'refunded',
    capture: { ...capture('CAP1'), status: 'REFUNDED' },
  }
  const order = settle(settle(capturing(), paid('CAP1')), refunded)
  assert.equal(order.status, '已付款')
  assert.equal(order.payment?.state, 'refunded')
})

test('in whatever order news arrives, money that came is recorded and stays', () => {
  const news: Verdict[] = [
    paid('CAP1'),
    { kind: 'open' },
    { kind: 'approved' },
    { kind: 'gone' },
    { kind: 'pending', capture: { ...capture('CAP1'), status: 'PENDING' }, reason: 'OTHER' },
    { kind: 'declined', capture: { ...capture('CAP0'), status: 'DECLINED' }, reason: 'DECLINED' },
  ]
  const step = record({ verdict: constantFrom(...news), id: constantFrom('PP1', 'PP9') })
  always(
    property(array(step, { maxLength: 12 }), (steps) => {
      let order = capturing()
      let hasPaid = false
      for (const { verdict, id } of steps) {
        order = settle(order, verdict, id)
        hasPaid ||= verdict.kind === 'paid' && id === 'PP1'
        assert.equal(order.status, hasPaid ? '已付款' : '待付款')
      }
    }),
  )
})
