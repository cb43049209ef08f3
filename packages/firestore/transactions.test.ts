import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import type { Firestore } from 'firebase-admin/firestore'

import { connect } from './client.ts'
import { service } from './protocol.ts'
import {
  fails,
  makeDirectory,
  newProject,
  openDatabase,
  startServer,
} from './started-server.fixture.ts'

const server = await startServer({ after })

/** One order as the shop places it: read counter and order together, then write both. */
async function placeOrder(db: Firestore, key: string): Promise<number> {
  const [counter, order] = [db.doc('order_counters/2026010112'), db.doc(`orders/${key}`)]
  return db.runTransaction(async (transaction) => {
    const [count, placed] = await transaction.getAll(counter, order)
    if (placed?.exists) return Number(placed.get('number'))
    const number = Number(count?.get('current') ?? 0) + 1
    transaction.set(counter, { current: number })
    transaction.create(order, { number, uid: key })
    return number
  })
}

async function placeMany(db: Firestore, count: number): Promise<void> {
  const numbers = await Promise.all(
    Array.from({ length: count }, (_, i) => placeOrder(db, `key-${i}`)),
  )
  const expected = Array.from({ length: count }, (_, i) => i + 1)
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    expected,
  )
  const { docs } = await db.collection('orders').orderBy('number').get()
  assert.deepEqual(
    docs.map((doc) => doc.get('number')),
    expected,
  )
  assert.equal((await db.doc('order_counters/2026010112').get()).get('current'), count)
}

test('32 members ordering at once get 32 numbers in a row', async (t) => {
  await placeMany(openDatabase(t, server.address), 32)
})

const faults: [string, string[]][] = [
  ['aborted on purpose', ['--abort-rate', '0.25', '--seed', '7']],
  ['whose answers are lost (14)', ['--drop-answers', '0.3', '--seed', '7']],
  ['whose answers are lost (13)', ['--drop-answers', '0.3', '--drop-code', '13', '--seed', '7']],
  ['under shared locks', ['--contention', 'shared']],
]

for (const [what, options] of faults) {
  test(`orders ${what} are placed once each`, { timeout: 30_000 }, async (t) => {
    const faulty = await startServer(t, makeDirectory(t), ...options)
    await placeMany(openDatabase(t, faulty.address), 4)
  })
}

test('a failing callback writes nothing and frees its locks', async (t) => {
  const db = openDatabase(t, server.address)
  const doc = db.doc('a/1')
  const failing = db.runTransaction(async (transaction) => {
    await transaction.get(doc)
    transaction.set(doc, { n: 1 })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  await doc.create({ n: 2 })
  assert.equal((await doc.get()).get('n'), 2)
})

test('others wait with their writes for a transaction, not with their reads', async (t) => {
  const [db, other] = [
    openDatabase(t, server.address, 'demo-wait'),
    openDatabase(t, server.address, 'demo-wait'),
  ]
  const doc = db.doc('a/1')
  await doc.set({ steps: ['set'] })
  let write: Promise<unknown> | undefined
  await db.runTransaction(async (transaction) => {
    await transaction.get(doc)
    write = other.doc('a/1').update({ after: true })
    assert.deepEqual((await other.doc('a/1').get()).data(), { steps: ['set'] })
    transaction.set(doc, { steps: ['set', 'transaction'] })
  })
  await write
  assert.deepEqual((await doc.get()).data(), { steps: ['set', 'transaction'], after: true })
})

test('two transactions that would wait for each other both end well', async (t) => {
  const db = openDatabase(t, server.address)
  const move = (from: string, to: string) =>
    db.runTransaction(async (transaction) => {
      const [source, target] = [db.doc(`a/${from}`), db.doc(`a/${to}`)]
      const taken = await transaction.get(source)
      const overrides = await transaction.get(target)
      transaction.set(source, { n: Number(taken.get('n') ?? 0) - 1 })
      transaction.set(target, { n: Number(overrides.get('n') ?? 0) + 1 })
    })
  await Promise.all([move('x', 'y'), move('y', 'x')])
  assert.equal((await db.doc('a/x').get()).get('n'), 0)
  assert.equal((await db.doc('a/y').get()).get('n'), 0)
})

test('a query in a transaction is sure of what it found until the commit', async (t) => {
  const db = openDatabase(t, server.address)
  const held = db.collection('orders').where('uid', '==', 'wang')
  let runs = 0
  const count = await db.runTransaction(async (transaction) => {
    const { size } = await transaction.get(held)
    runs += 1
    if (runs === 1) await db.doc('orders/late').set({ uid: 'wang' })
    transaction.set(db.doc('counts/wang'), { size })
    return size
  })
  assert.deepEqual([runs, count], [2, 1])
  assert.equal((await db.doc('counts/wang').get()).get('size'), 1)
})

test('a read-only transaction sees one moment', async (t) => {
  const db = openDatabase(t, server.address)
  const first = await db.doc('a/1').set({ n: 1 })
  const seen = await db.runTransaction(
    async (transaction) => {
      const one = await transaction.get(db.doc('a/1'))
      await db.batch().set(db.doc('a/1'), { n: 2 }).set(db.doc('a/2'), { n: 2 }).commit()
      const two = await transaction.get(db.doc('a/2'))
      return [one.get('n'), two.exists, (await transaction.get(db.collection('a'))).size]
    },
    { readOnly: true },
  )
  assert.deepEqual(seen, [1, false, 1])
  const past = await db.runTransaction((transaction) => transaction.get(db.doc('a/1')), {
    readOnly: true,
    readTime: first.writeTime,
  })
  assert.equal(past.get('n'), 1)
})

test('ids of transactions follow the protocol', async (t) => {
  const database = `projects/${newProject()}/databases/(default)`
  const name = `${database}/documents/a/1`
  const caller = connect(server.address, service)
  t.after(() => caller.close())
  const unknown = { database, transaction: Buffer.from('unknown') }
  assert.deepEqual(await caller.ask('Rollback', unknown), [{}])
  await assert.rejects(caller.ask('Commit', unknown), {
    code: 3,
    details: /transaction has expired/,
  })
  const read = { documents: [name], ...unknown }
  await assert.rejects(caller.ask('BatchGetDocuments', read), { code: 3 })

  const options = { readOnly: {} }
  const begin = { database, documents: [name], newTransaction: options }
  const [first, second] = await caller.ask('BatchGetDocuments', begin)
  assert.ok(first && typeof first === 'object' && 'transaction' in first)
  assert.deepEqual(Object.keys(first), ['transaction'])
  assert.partialDeepStrictEqual(second, { missing: name })
  const writes = [{ update: { name, fields: {} } }]
  const { transaction } = first
  await assert.rejects(caller.ask('Commit', { database, transaction, writes }), fails(3))
})
