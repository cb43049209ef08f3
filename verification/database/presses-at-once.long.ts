import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openRush } from './rush.ts'

test('of twenty orders that one account places at once, those that are stored are answered as placed, and found again at once', async (t) => {
  // Orders of one account follow each other: the time that a shopper waits is over in the middle of one.
  const { db, order } = await openRush(t, ['ada'], '--commit-ms', '700', '--seed', '7')
  const { DatabaseBusy } = await import('#lib/adapters/firestore/database.ts')
  const press = (name: string) => order(name, { uid: 'member-ada' })
  const names = Array.from({ length: 20 }, (_, index) => `press-${index}`)
  const answers = await Promise.allSettled(names.map(press))
  const { docs } = await db.collection('orders').get()
  const placed = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && 'order' in answer.value ? [answer.value.order.id] : [],
  )
  assert.ok(placed.length > 2)
  assert.deepEqual(placed.toSorted(), docs.map(({ id }) => id).toSorted())
  const failures = answers.filter((answer) => answer.status === 'rejected')
  assert.ok(failures.length > 0)
  assert.ok(failures.every(({ reason }) => reason instanceof DatabaseBusy))

  // While another order is being stored, the repeat of one that is waits for nothing.
  const later = Promise.allSettled([press('later')])
  const begun = performance.now()
  const again = await press('press-0')
  assert.ok('order' in again && again.order.id === 'order-press-0')
  assert.ok(performance.now() - begun < 300, 'it waited')
  await later
})
