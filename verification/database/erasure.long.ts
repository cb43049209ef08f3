import assert from 'node:assert/strict'
import { test } from 'node:test'

import { soldOrder, storeSold } from '../../e2e/database/sold-orders.ts'
import { openStoredShop } from '../../e2e/database/stored-shop.ts'

const COUNT = 5000
const UID = 'ada-0123456789-0123456789'
const NOW = new Date('2027-01-10T00:00:00Z')

// Three of four are paid, so the law keeps them for years; the others are erased.
const orders = Array.from({ length: COUNT }, (_, index) => {
  const order = soldOrder(index, COUNT)
  const status = order.status === '已取消' ? order.status : '已完成'
  return { ...order, uid: UID, email: 'ada@example.com', status } as const
})
const cancelled = orders.filter(({ status }) => status === '已取消').length

test(`the erasure of ${COUNT} orders ends, in batches that can be continued`, async (t) => {
  const { db } = await openStoredShop(t)
  await storeSold(db, orders)
  const { continueErasure } = await import('#lib/privacy/erase-customer.ts')
  const startedAt = NOW.toISOString()
  const run = { uid: UID, scope: 'all', by: 'owner', startedAt, hasOpen: false } as const
  const began = performance.now()
  // Repeats like a host that ends requests after a moment.
  let [rounds, state] = [1, await continueErasure({ ...run, dueAt: startedAt }, NOW, 1)]
  while (state.dueAt !== undefined) {
    assert.equal(state.dueAt, startedAt, 'nothing has to wait')
    state = await continueErasure(state, NOW, 1)
    rounds += 1
  }
  t.diagnostic(`${rounds} rounds, ${((performance.now() - began) / 1000).toFixed(1)} s`)
  assert.equal(rounds, COUNT / 100 + 1)
  const { docs } = await db.collection('orders').get()
  const named = docs.filter((doc) => JSON.stringify(doc.data()).includes('ada@example.com'))
  assert.equal(named.length, COUNT - cancelled)
  const marks = docs.map((doc) => JSON.stringify(doc.get('history')).split('person.erased').length)
  assert.ok(
    marks.every((mark) => mark === 2),
    'each order says once that it was erased',
  )
})
