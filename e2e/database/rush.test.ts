import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Firestore } from 'firebase-admin/firestore'

import { by, draft, item } from '#lib/order/placement.fixture.ts'

import { openStoredShop } from './stored-shop.ts'

const COUNT = 60
const HOUR = draft.timeCode

/** Fewer shirts than orders. */
const SHIRTS = 50
const products = by.products.map((product) => ({ ...product, stock: SHIRTS }))

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    return `Order${HOUR}-${String(first + index).padStart(4, '0')}`
  })

async function numbersIn(db: Firestore): Promise<string[]> {
  const { docs } = await db.collection('orders').get()
  return docs.map((one) => String(one.get('orderId'))).toSorted()
}

async function openRush(t: Parameters<typeof openStoredShop>[0], ...options: string[]) {
  const shop = await openStoredShop(t, undefined, options)
  const { createOrder } = await import('#lib/adapters/firestore/place-order.ts')
  const { place } = await import('#lib/order/placement.ts')
  /** Places an order of one shirt for a member of their own. */
  const order = (name: string, quantity = 1) => {
    const uid = `member-${name}`
    const own = { ...draft, id: `order-${name}`, uid, items: [item(quantity)] }
    const key = { id: own.id, uid, timeCode: HOUR, products: ['a'], pieces: quantity }
    const decide = place(own, { ...by, products, account: { ...by.account, uid } })
    return createOrder({ ...key, replaces: [], overdue: [] }, decide)
  }
  return { ...shop, order }
}

test('orders that wait share a transaction: numbers without a gap, each decided by itself, and a repeat finds its own (rules 32, 631)', async (t) => {
  const { db, calls, order } = await openRush(t, '--read-ms', '10', '--commit-ms', '40')
  calls()
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: COUNT }, (_, index) => order(String(index))),
  )
  t.diagnostic(`${COUNT} orders in ${Math.round(performance.now() - begun)} ms`)
  const commits = calls().filter(({ name }) => name === 'Commit').length
  t.diagnostic(`${commits} commits`)
  assert.ok(commits <= Math.ceil(COUNT / 25) + 1, `${commits} commits`)

  const isPlaced = answers.filter((answer) => !('ok' in answer)).length
  assert.equal(isPlaced, SHIRTS)
  assert.deepEqual(await numbersIn(db), numbersFrom(1, isPlaced))
  assert.equal((await db.doc('stock/a').get()).get('stock'), isPlaced)
  assert.equal((await db.doc(`order_counters/${HOUR}`).get()).get('current'), isPlaced)
  // A late shopper learns what is left, without affecting others.
  const refused = answers.filter((answer) => 'ok' in answer)
  assert.ok(refused.every((answer) => 'code' in answer && answer.code === 'lines'))

  const again = await Promise.all(['0', '1', '0'].map((name) => order(name)))
  assert.deepEqual(
    again.map((answer) => ('order' in answer ? answer.order.id : undefined)),
    ['order-0', 'order-1', 'order-0'],
  )
  assert.equal((await numbersIn(db)).length, isPlaced)
})

test('whoever is not served in a rush is told how many are ahead (rule 843)', async (t) => {
  // No commit is answered within the time that a shopper waits.
  const { order } = await openRush(t, '--commit-ms', '10000')
  const { DatabaseBusy } = await import('#lib/adapters/firestore/database.ts')
  const crowd = Array.from({ length: 5 }, (_, index) => order(`crowd-${index}`))
  const answers = await Promise.allSettled(crowd)
  const last = answers.at(-1)
  assert.ok(last?.status === 'rejected' && last.reason instanceof DatabaseBusy)
  assert.ok(last.reason.ahead > 0)
})
