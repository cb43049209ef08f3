import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import type { OldRows } from '#lib/moving/moving.ts'
import { openStoredShop } from './stored-shop.ts'

const { db, reads } = await openStoredShop({ after })

const now = new Date('2026-11-23T04:00:00.000Z')
const person = { name: '方小晴', phone: '0912345678', note: '老顧客', email: 'fang@example.com' }
const order = (number: string, email = person.email) => ({
  ...person,
  email,
  number,
  placedOn: '2024-03-05',
  total: 1280,
  goods: '旅見',
  state: '已完成',
})
const file: OldRows = {
  kind: 'orders',
  rows: [order('#1'), order('#2'), order('#3', 'eve@example.com')],
}

test('an import is counted first, stored once by number, and counts in nothing', async () => {
  const { storeOldRows } = await import('#lib/moving/moving.ts')
  const trial = { now, isTrial: true }
  const real = { now, isTrial: false }
  assert.deepEqual(await storeOldRows(file, trial), { fresh: 3, same: 0, changed: 0 })
  assert.equal((await db.collection('old_records').get()).size, 0)
  assert.deepEqual(await storeOldRows(file, real), { fresh: 3, same: 0, changed: 0 })
  assert.deepEqual(await storeOldRows(file, real), { fresh: 0, same: 3, changed: 0 })
  const other: OldRows = { kind: 'orders', rows: [{ ...order('#1'), total: 1180 }, order('#4')] }
  assert.deepEqual(await storeOldRows(other, real), { fresh: 1, same: 0, changed: 1 })
  const customers: OldRows = { kind: 'customers', rows: [person] }
  assert.deepEqual(await storeOldRows(customers, real), { fresh: 1, same: 0, changed: 0 })
  assert.equal((await db.collection('old_records').get()).size, 5)
  const collections = await db.listCollections()
  assert.deepEqual(
    collections.map(({ id }) => id),
    ['old_records'],
  )
})

test('a search finds old records by any of their keys', async () => {
  const { findOldRecords } = await import('#lib/moving/moving.ts')
  const found = async (text: string) =>
    (await findOldRecords(text)).map((one) => ('number' in one ? one.number : one.email))
  assert.deepEqual((await found('0912-345-678')).length, 5)
  assert.deepEqual(await found('#2'), ['#2'])
  assert.deepEqual(await found('EVE@example.com'), ['#3'])
  assert.deepEqual(await found('nobody'), [])
})

test('a member sees the old orders of one address alone, for a read of each', async () => {
  const { oldOrdersOf } = await import('#lib/moving/moving.ts')
  const numbers = async (email: string) =>
    (await oldOrdersOf(email)).map(({ number }) => number).toSorted()
  assert.deepEqual(await numbers('Fang@Example.com'), ['#1', '#2', '#4'])
  assert.deepEqual(await numbers('eve@example.com'), ['#3'])
  reads()
  assert.deepEqual(await numbers('nobody@example.com'), [])
  assert.equal(reads(), 1)
})

test('what an address has is copied and removed with it, and nobody else’s', async () => {
  const { oldRecordsOfAddress, removeOldRecords } = await import('#lib/moving/moving.ts')
  assert.equal((await oldRecordsOfAddress('fang@example.com')).length, 4)
  await removeOldRecords('fang@example.com')
  assert.deepEqual(await oldRecordsOfAddress('fang@example.com'), [])
  assert.equal((await oldRecordsOfAddress('eve@example.com')).length, 1)
})
