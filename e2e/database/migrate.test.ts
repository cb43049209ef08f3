import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Firestore } from 'firebase-admin/firestore'

import { documentOf } from '#lib/adapters/firestore/stored-order.ts'

import { soldOrder } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const COUNT = 40

async function readCollection(db: Firestore, name: string) {
  const { docs } = await db.collection(name).get()
  return docs.map((one) => [one.id, one.data()])
}

test('stored orders are brought up to date, twice without harm, and nothing is booked twice (rules 621, 623)', async (t) => {
  const { db } = await openStoredShop(t)
  const orders = Array.from({ length: COUNT }, (_, index) => soldOrder(index, COUNT))
  const preorder = { shipsAbout: '2027-03-31' }
  const waiting = orders.map((order, index) => {
    const items = order.items.map((item) => (index % 2 === 0 ? item : { ...item, preorder }))
    const status = order.paidAt ? ('已付款' as const) : order.status
    return { id: order.id, fields: documentOf({ ...order, items, status }) }
  })
  for (const { id, fields } of waiting) await db.collection('orders').doc(id).set(fields)
  await db.collection('orders').doc('odd').set({ createdAt: orders[0]?.createdAt, status: 'odd' })

  const { migrateOrders } = await import('#lib/owner/migrate-orders.ts')
  const { changeOrder } = await import('#lib/adapters/firestore/orders.ts')
  const { searchOrders } = await import('#lib/owner/find-orders.ts')
  const noted = {
    at: '2026-11-23T05:00:00.000Z',
    by: 'owner',
    note: 'x',
    type: 'note.added',
    data: {},
  } as const

  // A change before the migration books what the order shows, once.
  const paid = waiting.find(({ fields }) => fields.paidAt !== undefined)
  await changeOrder(paid?.id ?? '', () => ({ events: [noted] }))
  assert.equal((await readCollection(db, 'movements')).length, 1)

  assert.deepEqual(await migrateOrders(), { migrated: COUNT - 1, unreadable: ['odd'] })
  const after = await Promise.all(
    ['movements', 'to_make', 'orders'].map((name) => readCollection(db, name)),
  )
  const sales = waiting.filter(({ fields }) => fields.paidAt !== undefined)
  assert.equal(after[0]?.length, sales.length)
  const pieces = sales.filter(({ fields }) => fields.items[0]?.preorder !== undefined).length * 2
  assert.deepEqual(after[1], [
    ['otr-001', { title: '旅見 T 恤', pieces: { '白 M': pieces }, days: { '2027-03-31': pieces } }],
  ])
  assert.equal((await searchOrders('王小芳', 100)).orders.length, COUNT / 5)

  assert.deepEqual(await migrateOrders(), { migrated: 0, unreadable: ['odd'] })
  const again = await Promise.all(
    ['movements', 'to_make', 'orders'].map((name) => readCollection(db, name)),
  )
  assert.deepEqual(again, after)
})
