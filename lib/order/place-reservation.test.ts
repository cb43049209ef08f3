import assert from 'node:assert/strict'
import { test } from 'node:test'

import { at, inReview, makeAttempt, makeOrder, withAttempts } from '#lib/payment/orders.fixture.ts'
import { applyChange } from './apply.ts'
import type { Order } from './order.ts'
import {
  by,
  draft,
  makeContext,
  item,
  NEW_ACCOUNT,
  placeDraft,
  makeReserved,
} from './placement.fixture.ts'
import { place } from './placement.ts'

const products = by.products.map((product) => ({ ...product, stock: 30 }))
const unverified = { ...by, products, account: { ...by.account, emailVerified: false } }

test('an unverified account has two unpaid orders at once; a customer is not counted', () => {
  const two = { account: { ...NEW_ACCOUNT, unpaid: ['doc-3', 'doc-4'] } }
  assert.deepEqual(place(draft, unverified)(makeContext(two)), { ok: false, code: 'unproven' })
  assert.deepEqual(placeDraft({ ...two, hasPaid: true }, draft, unverified).account.unpaid, [])
  const one = { account: { ...NEW_ACCOUNT, unpaid: ['doc-3'] } }
  assert.deepEqual(placeDraft(one, draft, unverified).account.unpaid, ['doc-3', 'doc-2'])
})

test('an order holds its units as long as its account may, and the sweep looks at it then', () => {
  const { order, account: after } = placeDraft({}, draft, unverified)
  assert.deepEqual(order.reservation, {
    until: at(30),
    products: ['a'],
    firstTimeGroup: 'unverified',
  })
  assert.equal(order.check?.at, at(30))
  assert.deepEqual(after.reservations, [{ id: 'doc-2', units: 3, until: at(30) }])
  const reservations = [{ id: 'doc-1', units: 3, until: at(20) }]
  const beyond = placeDraft({ account: { ...NEW_ACCOUNT, reservations } }, draft, unverified)
  assert.deepEqual(beyond.order.reservation, { reservationExpiredAt: at(0) })
})

function capturingPayment() {
  return withAttempts(makeAttempt({ state: 'capturing' })).payment
}

const overdue = (overrides: Partial<Order> = {}) =>
  makeOrder({ reservation: { until: at(-1), products: ['a'] }, items: [item(3)], ...overrides })
const full = makeReserved({ stock: 10, preorder: 0 })

test('a reservation whose time is over gives way to a buyer who needs the units', () => {
  const { lapsed } = placeDraft({ taken: full, overdue: [overdue()] })
  assert.deepEqual(
    lapsed.map(({ order, change }) => [
      order.id,
      applyChange(order, change).reservation,
      change.events.map(({ type }) => type).join(),
    ]),
    [['doc-1', { reservationExpiredAt: at(0) }, 'reservation.expired']],
  )
})

const reserving: [string, Order][] = [
  ['that lasts', overdue({ reservation: { until: at(1), products: ['a'] } })],
  ['of an order that is being captured', overdue({ payment: capturingPayment() })],
  ['of an order under review', overdue({ payment: inReview().payment })],
  ['of an order that was paid', overdue({ status: '已付款' })],
  ['that lapsed before', overdue({ reservation: { reservationExpiredAt: at(-1) } })],
  ['without a time, as before holds had one', overdue({ reservation: undefined })],
]

for (const [name, order] of reserving) {
  test(`a reservation ${name} gives way to nobody`, () => {
    assert.equal('ok' in place(draft, by)(makeContext({ taken: full, overdue: [order] })), true)
  })
}

test('an earlier confirmation without its units frees none for its successor', () => {
  const earlier = overdue({ reservation: { reservationExpiredAt: at(-1) } })
  assert.equal('ok' in place(draft, by)(makeContext({ taken: full, replaceable: [earlier] })), true)
})
