import assert from 'node:assert/strict'
import { test } from 'node:test'

import { after, makeOrder } from './payment/orders.fixture.ts'
import { ok } from '../result.ts'
import { applyChange } from './apply.ts'
import { isStored, newEvent, withIds } from './events.ts'
import { askOnce } from './execute.ts'
import { fold } from './fold.fixture.ts'
import { type Order, orderSchema } from './order.ts'
import { placeDraft } from './placement.fixture.ts'

const parcel = { carrier: '黑貓', trackingNumber: '9012' }
const decide = askOnce((order: Order) =>
  order.status === '已出貨'
    ? { ok: false, code: 'not-paid' }
    : ok({ events: [newEvent('parcel.shipped', { parcel }, after(1, 'owner'))] }),
)

test('a transaction that runs again after its change was stored is no refusal (rule 860)', () => {
  const order = makeOrder({ status: '已付款' })
  const first = decide(order, undefined, isStored(order, 'key'))
  assert.ok(first.change)
  const events = withIds(first.change.events, 'key')
  const stored = orderSchema.parse(applyChange(order, { events }))
  assert.equal(stored.history[0]?.id, 'key-1')
  assert.deepEqual(decide(stored, undefined, isStored(stored, 'key')), {
    change: undefined,
    answer: ok(undefined),
  })
  assert.deepEqual(decide(stored, undefined, isStored(stored, 'ke')).answer, {
    ok: false,
    code: 'not-paid',
  })
})

test("a new order's events have ids of its document, the same in each run of its transaction, and keep them (rule 860)", () => {
  const { order } = placeDraft()
  assert.deepEqual(
    order.history.map(({ id }) => id),
    ['doc-2-1'],
  )
  assert.deepEqual(placeDraft().order.history, order.history)
  const stored = orderSchema.parse(JSON.parse(JSON.stringify(order)))
  assert.deepEqual(fold(stored)?.history, order.history)
})
