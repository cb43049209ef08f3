import assert from 'node:assert/strict'
import { test } from 'node:test'

import { afterChange, at, changeIn, TOTAL } from '#lib/payment/orders.fixture.ts'
import { complete } from './complete-order.ts'
import { context, makePaid, parcel } from './fulfilment.fixture.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { ship } from './ship-order.ts'

for (const status of ORDER_STATUSES) {
  test(`${status} ${status === '已付款' ? 'can' : 'cannot'} be shipped`, () => {
    const answer = ship(makePaid({ status }), parcel, context)
    const refusal = status === '已出貨' ? 'other-parcel' : 'no-such-move'
    assert.equal(answer.ok || answer.code, status === '已付款' || refusal)
  })
  test(`${status} ${['已出貨', '已完成'].includes(status) ? 'can' : 'cannot'} be completed`, () => {
    const answer = complete(makePaid({ status }), context)
    const isOk = status === '已出貨' || status === '已完成'
    assert.equal(answer.ok || answer.code, isOk || 'no-such-move')
  })
}

test('an order of which a part was given back is completed, one given back in full is not', () => {
  const part = makePaid({ status: '已出貨' }, { refundedAmount: 80 })
  assert.equal(complete(part, context).ok, true)
  const all = makePaid({ status: '已出貨' }, { refundedAmount: TOTAL })
  assert.deepEqual(complete(all, context), { ok: false, code: 'fully-refunded' })
})

test('the same parcel again, or a second press of completed, changes nothing', () => {
  const left = afterChange(makePaid(), changeIn(ship(makePaid(), parcel, context)))
  assert.deepEqual(ship(left, parcel, context), { ok: true, data: undefined })
  const other = { ...parcel, trackingNumber: '2' }
  assert.deepEqual(ship(left, other, context), { ok: false, code: 'other-parcel' })
  const arrived = afterChange(left, changeIn(complete(left, context)))
  assert.equal(arrived.completedAt, at(10))
  assert.deepEqual(complete(arrived, context), { ok: true, data: undefined })
})
