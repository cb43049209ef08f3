import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeAttempt, makeDispute, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { orderIndex } from './order-index.ts'
import type { Order } from './order.ts'

const makePaid = (overrides: Partial<Order> = {}): Order => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  return makeOrder({
    status: '已付款',
    payment: makePayment(attempts, { captureId: 'C1' }),
    ...overrides,
  })
}

const makeDisputed = (): Order => {
  const order = makePaid()
  const disputes = [makeDispute('open')]
  return { ...order, ...(order.payment ? { payment: { ...order.payment, disputes } } : {}) }
}

const item = { id: 'a', title: 'A', size: 'M', quantity: 1, price: 1, image: '/a.jpg' } as const

const preordered = [item, { ...item, preorder: { shipsAbout: '2027-03-31' } }]

test('an order that can be shipped says from which day, and no other one', () => {
  assert.equal(orderIndex(makePaid()).readyOn, '2026-11-21')
  assert.equal(orderIndex(makePaid({ items: preordered })).readyOn, '9999-12-31')
  const came = [item, { ...item, preorder: { shipsAbout: '2027-03-31', isHere: true } as const }]
  assert.equal(orderIndex(makePaid({ items: came })).readyOn, '2026-11-21')
  for (const order of [makeOrder(), makeDisputed(), makePaid({ status: '已出貨' })]) {
    assert.equal('readyOn' in orderIndex(order), false)
  }
})

test('an order says what it asks of its owner, and where it was to be paid', () => {
  assert.deepEqual(orderIndex(makePaid()).needs, [])
  assert.deepEqual(orderIndex(makeDisputed()).needs, ['dispute', 'any'])
  assert.deepEqual(orderIndex(makePaid({ returnState: 'requested' })).needs, ['return', 'any'])
  assert.deepEqual(orderIndex(makePaid()).providers, ['paypal'])
  assert.deepEqual(orderIndex(makeOrder()).providers, [])
})
