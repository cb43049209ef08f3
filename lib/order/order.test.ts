import assert from 'node:assert/strict'
import { test } from 'node:test'

import { after, at, inReview, makeOrder } from '#lib/payment/orders.fixture.ts'
import {
  apply,
  applyChange,
  changedFields,
  historySchema,
  orderSchema,
  storedHistory,
} from './apply.ts'
import { newEvent } from './events.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { canMoveOrder } from './order.ts'

const MOVES = new Set([
  '待付款 to 已付款',
  '待付款 to 已取消',
  '已付款 to 已出貨',
  '已出貨 to 已完成',
  '已取消 to 已付款',
])

for (const status of ORDER_STATUSES) {
  for (const next of ORDER_STATUSES) {
    const move = `${status} to ${next}`
    test(`an order ${MOVES.has(move) ? 'may' : 'may not'} go from ${move}`, () => {
      assert.equal(canMoveOrder(status, next), MOVES.has(move))
    })
  }
}

const context = after(2, 'sweep')
const check = { at: at(5), urgent: true, looks: 2 }

test('only the fields that a change wrote are stored, and one that it took away is gone', () => {
  const order = makeOrder({ check })
  const after = applyChange(order, { events: [newEvent('refunds.unwatched', {}, context)] })
  const changed = changedFields(order, after)
  assert.deepEqual(changed, { check: undefined, history: after.history })
  assert.deepEqual(changedFields(order, order), {})
})

test('an order is read back as it was written, and one of another shape is not', () => {
  for (const order of [makeOrder({ check }), inReview()]) {
    assert.deepEqual(orderSchema.parse(JSON.parse(JSON.stringify(order))), order)
  }
  for (const overrides of [
    { totalAmount: 1.5 },
    { status: '取消' },
    { payment: { state: 'paid' } },
  ]) {
    assert.equal(orderSchema.safeParse({ ...makeOrder(), ...overrides }).success, false)
  }
})

const atStoredHistory = '2026-11-21T02:00:00.000Z'
const placed = { id: 'a-1', at: atStoredHistory, by: 'member', type: 'order.placed', data: {} }
/** As an instance of a later version stores it: a type, an actor and fields that this one has not. */
const wrapped = {
  id: 'b-1',
  at: atStoredHistory,
  by: 'courier',
  station: 4,
  type: 'gift.wrapped',
  data: { document: 'red', ribbons: [{ colour: '紅' }] },
}

test('an event of another version goes through a change unchanged, and the other version reads it again', () => {
  const order = makeOrder({ history: historySchema.parse([placed, wrapped]) })
  const note = newEvent(
    'note.added',
    {},
    { now: new Date(atStoredHistory), by: 'owner', reason: '急件' },
  )
  const stored = storedHistory(apply(order, note).history)
  assert.deepEqual(stored, [placed, wrapped, note])
  assert.deepEqual(storedHistory(historySchema.parse(stored)), stored)
})

test('a known event with other data is kept as it is, and hides no other event', () => {
  const odd = {
    at: atStoredHistory,
    by: 'owner',
    type: 'return.accepted',
    data: { number: 'first' },
  }
  const history = historySchema.parse([placed, odd])
  assert.deepEqual(
    history.map(({ type }) => type),
    ['order.placed', 'other'],
  )
  assert.deepEqual(storedHistory(history), [placed, odd])
})

test('an event without a type or a time makes the history unreadable', () => {
  for (const broken of [
    { at: atStoredHistory, by: 'owner' },
    { type: 'note.added', by: 'owner', data: {} },
    'text',
  ])
    assert.throws(() => historySchema.parse([broken]))
})
