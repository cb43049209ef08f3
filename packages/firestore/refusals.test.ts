import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { connect } from './client.ts'
import { service } from './protocol.ts'
import { fails, openDatabase, startServer } from './started-server.fixture.ts'

const server = await startServer({ after })

test('a malformed or too large request answers 3', async (t) => {
  const db = openDatabase(t, server.address)
  const deep = Array.from({ length: 21 }).reduce<object>((inner) => ({ inner }), {})
  const refused: [string, () => Promise<unknown>][] = [
    ['reserved id', () => db.doc('c/__x__').set({})],
    ['long id', () => db.doc(`c/${'é'.repeat(751)}`).set({})],
    ['depth', () => db.doc('c/deep').set(deep)],
    ['document over 1 MiB', () => db.doc('c/big').set({ text: 'x'.repeat(1_048_577) })],
    [
      'request over 10 MiB',
      () => {
        const batch = db.batch()
        for (let i = 0; i < 11; i += 1) batch.set(db.doc(`c/${i}`), { t: 'x'.repeat(1_000_000) })
        return batch.commit()
      },
    ],
  ]
  for (const [what, write] of refused) await assert.rejects(write(), fails(3), what)
  await db.doc('c/__id7__').set({ numeric: true })
  await db.doc('c/dots..').set({})
  assert.deepEqual(
    (await db.collection('c').listDocuments()).map(({ id }) => id),
    ['__id7__', 'dots..'],
  )
})

test('a merge that would empty a stored map answers 3, an update may', async (t) => {
  const doc = openDatabase(t, server.address).doc('c/counts')
  await doc.set({ pieces: { L: 3 } })
  await assert.rejects(doc.set({ pieces: {}, days: { a: 1 } }, { merge: true }), fails(3))
  assert.deepEqual((await doc.get()).data(), { pieces: { L: 3 } })
  await doc.update({ pieces: {} })
  assert.deepEqual((await doc.get()).data(), { pieces: {} })
})

test('only the owner comes in, even to what is not served', async (t) => {
  const name = 'projects/demo-x/databases/(default)/documents/a/b'
  for (const authorization of ['Bearer somebody', 'owner', 'Bearer owner2']) {
    const caller = connect(server.address, service, authorization)
    t.after(() => caller.close())
    await assert.rejects(caller.ask('GetDocument', { name }), fails(7))
    await assert.rejects(caller.ask('DeleteDocument', { name }), fails(7))
  }
})

test('a request that the shop never makes answers 12 and is named', async (t) => {
  const caller = connect(server.address, service)
  t.after(() => caller.close())
  await assert.rejects(caller.ask('PartitionQuery', {}), { code: 12, details: /PartitionQuery/ })
  await assert.rejects(caller.ask('ExecutePipeline', {}), { code: 12 })
  await assert.rejects(caller.ask('Write', {}), { code: 12 })
})

test('a listener ends once with 12, and what a recursive deletion lacks is printed', async (t) => {
  const own = await startServer(t)
  const db = openDatabase(t, own.address)
  const ended = Promise.withResolvers<Error>()
  const stop = db.collection('c').onSnapshot(() => undefined, ended.resolve)
  t.after(stop)
  assert.match((await ended.promise).message, /^Error 12: A listener \(onSnapshot\) is not served/)
  await assert.rejects(db.recursiveDelete(db.collection('c')))
  const { output } = await own.stop('SIGTERM')
  assert.match(
    output,
    /^firestore: A query over all descendants \(collectionGroup, recursiveDelete\)/m,
  )
})

test('a query that is not served is refused, never answered wrongly', async (t) => {
  const caller = connect(server.address, service)
  t.after(() => caller.close())
  const parent = 'projects/demo-x/databases/(default)/documents'
  const from = [{ collectionId: 'orders' }]
  const field = { fieldPath: 'tags' }
  const value = { arrayValue: { values: [{ integerValue: '1' }] } }
  const filter = (op: string) => ({ from, where: { fieldFilter: { field, op, value } } })
  const many = { arrayValue: { values: Array.from({ length: 31 }, () => ({ integerValue: '1' })) } }
  const refused: [number, object][] = [
    [12, { from: [{ collectionId: 'orders', allDescendants: true }] }],
    [12, { from: [{}] }],
    [12, { from, findNearest: {} }],
    [12, filter('NOT_EQUAL')],
    [12, filter('NOT_IN')],
    [12, filter('ARRAY_CONTAINS_ANY')],
    [12, { from, where: { unaryFilter: { field, op: 'IS_NOT_NULL' } } }],
    [12, { from, where: { compositeFilter: { op: 'OR', filters: [] } } }],
    [3, { from, where: { fieldFilter: { field, op: 'IN', value: many } } }],
    [3, { from, startAt: { values: [value, value] } }],
    [3, { from, orderBy: [{ field: { fieldPath: 'a..b' } }] }],
  ]
  for (const [code, structuredQuery] of refused) {
    await assert.rejects(caller.ask('RunQuery', { parent, structuredQuery }), fails(code))
  }
  await assert.rejects(
    caller.ask('RunQuery', { parent, structuredQuery: { from }, explainOptions: {} }),
    fails(12),
  )
  const structuredAggregationQuery = {
    structuredQuery: { from },
    aggregations: [{ avg: { field } }],
  }
  await assert.rejects(
    caller.ask('RunAggregationQuery', { parent, structuredAggregationQuery }),
    fails(12),
  )
})
