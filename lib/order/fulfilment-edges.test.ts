import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import {
  returnRequestChange,
  returnDeadline,
  returnProblem,
} from '#lib/order/return/return-rules.ts'
import {
  after,
  at,
  MADE,
  makeAttempt,
  makeDispute,
  makeOrder,
  makePayment,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import type { Refund, RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { unrefundedReturn } from '#lib/payment/refund/refundable.ts'
import { moveFactsDay, cancellationRequestChange, withdrawCancellation } from './cancel-right.ts'
import { newEvent } from './events.ts'
import type { Order } from './order.ts'
import { item } from './placement.fixture.ts'
import { correctParcel } from './ship-order.ts'
import { shippingUndoEnds } from './undo-window.ts'

type Money = Parameters<typeof makePayment>[1]

const asked: ReturnRequest = {
  number: 1,
  state: 'received',
  items: [{ index: 0, quantity: 1 }],
  reason: '太大',
  contact: '0912345678',
  requestedAt: at(10),
  changedAt: at(10),
}
const captured = makeAttempt({ state: 'captured', captureId: 'C1' })

/** A shipped order of two shirts, of which one came back. */
function returned(money: Money = {}, overrides: Partial<Order> = {}): Order {
  const payment = makePayment([captured], { captureId: 'C1', ...money })
  const items = [item(1, { id: 'otr-001', price: 1540 }), item(1, { price: 1540 })]
  return makeOrder({ status: '已出貨', items, payment, returns: [asked], ...overrides })
}

const own: RefundRequest = {
  number: 1,
  amount: 500,
  reason: '',
  idempotencyKey: '',
  who: '',
  state: 'done',
  at: at(11),
}
const request = (more: Partial<RefundRequest> = {}) => ({
  refundRequests: [{ ...own, ...more }],
})
const back = (minutes: number, more: Partial<Refund> = {}) => ({
  refundedAmount: 500,
  refunds: [{ id: 'R1', amount: 500, at: at(minutes), ...more }],
})

const OWED: readonly (readonly [what: string, money: Money, isOwed: boolean])[] = [
  ['nothing went back', {}, true],
  ['its own refund was sent', request({ returnNumber: 1 }), false],
  [
    'its own refund was sent before it was asked for',
    request({ returnNumber: 1, at: at(5) }),
    false,
  ],
  ['its own refund was refused', request({ returnNumber: 1, state: 'refused' }), true],
  ['the refund of another return was sent', request({ returnNumber: 2 }), true],
  ['a refund without a return was sent since', request(), false],
  ['a refund without a return was sent in that moment', request({ at: at(10) }), false],
  ['a refund without a return was sent before', request({ at: at(9) }), true],
  ['a refund without a return was refused', request({ state: 'refused' }), true],
  ['a refund was made at the provider since', back(11), false],
  ['a refund was made at the provider in that moment', back(10), false],
  ['a refund was made at the provider before', back(9), true],
  ['the bank took a part', back(11, { kind: 'chargeback' }), true],
  ['money with a key of the shop went back', back(11, { key: 'refund:doc-1:1' }), true],
  ['all of it went back before', { ...back(9), refundedAmount: TOTAL }, false],
  ['a dispute is open', { disputes: [makeDispute('open')] }, false],
]
for (const [what, money, isOwed] of OWED) {
  test(`a return that came back ${isOwed ? 'is' : 'is not'} to be paid back where ${what}`, () => {
    assert.equal(unrefundedReturn(returned(money))?.number, isOwed ? 1 : undefined)
  })
}

test('what is left of one line can be sent back, whatever is gone of another', () => {
  assert.equal(returnProblem(returned(), after(20).now), undefined)
  const all = { ...asked, items: [0, 1].map((index) => ({ index, quantity: 1 })) }
  assert.equal(returnProblem(returned({}, { returns: [all] }), after(20).now), 'nothing-chosen')
})

test('the same wish again is a repeat only until it was answered', () => {
  const { items, reason, contact } = asked
  const again = (state: ReturnRequest['state'], typed = { items, reason, contact }) => {
    const answer = returnRequestChange(
      returned({}, { returns: [{ ...asked, state }] }),
      typed,
      MADE,
      after(20),
    )
    return answer.ok ? answer.data : answer.code
  }
  assert.equal(again('requested'), undefined)
  assert.equal(again('accepted'), 'return-open')
  assert.equal(again('requested', { items, reason: '其他', contact }), 'return-open')
  assert.equal(again('requested', { items, reason, contact: '其他' }), 'return-open')
  assert.equal(
    again('requested', { items: [{ index: 1, quantity: 1 }], reason, contact }),
    'return-open',
  )
})

test('a return has no end before its parcel arrived', () => {
  assert.equal(returnDeadline(returned()), undefined)
})

const parcel = { carrier: '黑貓', trackingNumber: '907012345678' }
const shipment = { ...parcel, shippedAt: at(5) }
const shipped = (by: 'owner' | 'sweep', overrides: Partial<Order> = {}) =>
  makeOrder({
    status: '已出貨',
    shipment,
    history: [newEvent('parcel.shipped', { parcel }, after(5, by))],
    ...overrides,
  })

test('only a parcel that is on its way is corrected', () => {
  const { shipment: _shipment, ...bare } = shipped('owner')
  const other = { ...parcel, trackingNumber: '907012345679' }
  const codes = [shipped('owner'), shipped('owner', { status: '已完成' }), bare].map((order) => {
    const answer = correctParcel(order, other, after(6, 'owner'))
    return answer.ok ? undefined : answer.code
  })
  assert.deepEqual(codes, [undefined, 'no-such-move', 'no-such-move'])
})

test('a shipping can be taken back while the owner alone told it, it is on its way, and nothing is to come back', () => {
  const { shipment: _shipment, ...bare } = shipped('owner')
  const open = shipped('owner', { returns: [{ ...asked, state: 'requested' }] })
  const ends = [
    shipped('owner'),
    shipped('sweep'),
    shipped('owner', { status: '已完成' }),
    bare,
    open,
  ].map((order) => shippingUndoEnds(order)?.toISOString())
  assert.deepEqual(ends, [at(15), undefined, undefined, undefined, undefined])
})

const right = { product: 'a', title: '晴天', factsBy: '2026-12-01', until: '2026-12-10' }

const withdrawn = (order: Order) =>
  withdrawCancellation(order, { ...after(9, 'owner'), reason: '買家要留' }).ok

const cancelCode = (status: Order['status']) => {
  const order = makeOrder({ status, cancelRights: [right] })
  const answer = cancellationRequestChange(order, after(9))
  return answer.ok ? 'requested' : answer.code
}

test('what has left is not cancelled, and a request is withdrawn only where there is one', () => {
  assert.deepEqual(
    [cancelCode('已付款'), cancelCode('已出貨'), cancelCode('已完成')],
    ['requested', 'has-left', 'has-left'],
  )
  assert.equal(withdrawn(makeOrder()), false)
  assert.equal(
    withdrawn(
      makeOrder({ status: '已付款', cancelRequest: { state: 'requested', changedAt: at(2) } }),
    ),
    true,
  )
})

test('a day that an order does not promise is not moved in it', () => {
  const order = makeOrder({ status: '已付款', cancelRights: [right] })
  const moved = (product: string, by: string) =>
    moveFactsDay(order, { product, by }, after(9, 'owner'))?.events.length
  assert.deepEqual(
    [moved('a', '2026-12-05'), moved('a', '2026-12-01'), moved('b', '2026-12-05')],
    [1, undefined, undefined],
  )
})
