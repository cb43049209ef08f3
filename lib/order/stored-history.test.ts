import assert from 'node:assert/strict'
import { test } from 'node:test'

import { apply } from './apply.ts'
import { newEvent } from './events.ts'
import { makeOrder } from './payment/orders.fixture.ts'
import { historySchema, storedHistory } from './stored-history.ts'

const at = '2026-11-21T02:00:00.000Z'
const placed = { id: 'a-1', at, by: 'member', type: 'order.placed', data: {} }
/** As an instance of a later version stores it: a type, an actor and fields that this one has not. */
const wrapped = {
  id: 'b-1',
  at,
  by: 'courier',
  station: 4,
  type: 'gift.wrapped',
  data: { paper: 'red', ribbons: [{ colour: '紅' }] },
}

test('an event of another version goes through a change unchanged, and the other version reads it again (rule 600)', () => {
  const order = makeOrder({ history: historySchema.parse([placed, wrapped]) })
  const note = newEvent('note.added', {}, { now: new Date(at), by: 'owner', reason: '急件' })
  const stored = storedHistory(apply(order, note).history)
  assert.deepEqual(stored, [placed, wrapped, note])
  assert.deepEqual(storedHistory(historySchema.parse(stored)), stored)
})

test('a known event with other data is kept as it is, and hides no other event (rule 600)', () => {
  const odd = { at, by: 'owner', type: 'return.accepted', data: { number: 'first' } }
  const history = historySchema.parse([placed, odd])
  assert.deepEqual(
    history.map(({ type }) => type),
    ['order.placed', 'other'],
  )
  assert.deepEqual(storedHistory(history), [placed, odd])
})

test('an event without a type or a time makes the history unreadable', () => {
  for (const broken of [{ at, by: 'owner' }, { type: 'note.added', by: 'owner', data: {} }, 'text'])
    assert.throws(() => historySchema.parse([broken]))
})
