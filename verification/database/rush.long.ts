import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Firestore } from 'firebase-admin/firestore'

import { HOUR, openRush, SHIRTS } from './rush.ts'

/** More orders than shirts. */
const COUNT = 60

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    return `Order${HOUR}-${String(first + index).padStart(4, '0')}`
  })

async function numbersIn(db: Firestore): Promise<string[]> {
  const { docs } = await db.collection('orders').get()
  return docs.map((doc) => String(doc.get('orderId'))).toSorted()
}

test('orders that wait share a transaction: numbers without a gap, each decided by itself, and a repeat finds its own', async (t) => {
  const names = Array.from({ length: COUNT }, (_, index) => String(index))
  const { db, calls, order } = await openRush(t, names, '--read-ms', '10', '--commit-ms', '40')
  calls()
  const begun = performance.now()
  const answers = await Promise.all(names.map((name) => order(name)))
  t.diagnostic(`${COUNT} orders in ${Math.round(performance.now() - begun)} ms`)
  const made = Map.groupBy(calls(), ({ name }) => name)
  const commits = made.get('Commit')?.length ?? 0
  t.diagnostic(`${commits} commits`)
  assert.ok(commits <= Math.ceil(COUNT / 25) + 1, `${commits} commits`)
  // One for each transaction, and looks for orders that are there already.
  const reads = made.get('BatchGetDocuments')?.length ?? 0
  assert.ok(reads <= 2 * commits + 2, `${reads} reads`)

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
