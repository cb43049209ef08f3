import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { FieldPath, FieldValue, GeoPoint, Timestamp } from 'firebase-admin/firestore'

import { connect } from './client.ts'
import { service } from './protocol.ts'
import { fails, newProject, openDatabase, startServer } from './started-server.fixture.ts'

const server = await startServer({ after })

test('set replaces, update and merge change what they name, delete removes', async (t) => {
  const doc = openDatabase(t, server.address).doc('orders/a')
  await doc.set({ status: '待付款', payment: { state: 'none', tries: 1 }, note: 'x' })
  await doc.update({ 'payment.state': 'paid', note: FieldValue.delete() })
  assert.deepEqual((await doc.get()).data(), {
    status: '待付款',
    payment: { state: 'paid', tries: 1 },
  })
  await doc.set({ payment: { tries: 2 } }, { merge: true })
  assert.deepEqual((await doc.get()).get('payment'), { state: 'paid', tries: 2 })
  await doc.set({ only: true })
  assert.deepEqual((await doc.get()).data(), { only: true })
  await doc.delete()
  await doc.delete()
  assert.equal((await doc.get()).exists, false)
})

test('preconditions answer with their codes and leave nothing behind', async (t) => {
  const db = openDatabase(t, server.address)
  const [here, gone, other] = [db.doc('c/here'), db.doc('c/gone'), db.doc('c/other')]
  const { writeTime } = await here.create({ n: 1 })
  await here.update({ n: 2 }, { lastUpdateTime: writeTime })
  await assert.rejects(here.create({ n: 3 }), fails(6))
  await assert.rejects(gone.update({ n: 1 }), fails(5))
  await assert.rejects(gone.delete({ exists: true }), fails(5))
  await assert.rejects(here.update({ n: 3 }, { lastUpdateTime: writeTime }), fails(9))
  await assert.rejects(db.batch().set(other, { n: 1 }).create(here, { n: 3 }).commit(), fails(6))
  assert.equal((await other.get()).exists, false)
  assert.deepEqual((await here.get()).data(), { n: 2 })
})

test('values come back as they went', async (t) => {
  const db = openDatabase(t, server.address)
  const values = {
    integers: [0, 42, -1, Number.MAX_SAFE_INTEGER],
    doubles: [0.1, -0, Number.NaN, Infinity, -Infinity, 1e300],
    time: new Timestamp(1_700_000_000, 123_456_000),
    text: ['', '共衣 👕', 'a\0b'],
    bytes: Buffer.from([0, 255, 128]),
    reference: db.doc('users/x'),
    place: new GeoPoint(25.03, 121.56),
    vector: FieldValue.vector([1, 2.5]),
    empty: { map: {}, list: [], null: null, no: false },
    constructor: { toString: 1 },
  }
  await db.doc('v/1').set(values)
  const found = (await db.doc('v/1').get()).data()
  assert.deepEqual(
    { ...found, reference: found?.['reference'].path },
    { ...values, reference: 'users/x' },
  )
  assert.ok(Object.is(found?.['doubles'][1], -0))
  await db.doc('v/2').set({ time: new Timestamp(1, 123_456_789) })
  assert.equal((await db.doc('v/2').get()).get('time').nanoseconds, 123_456_000)
})

test('field names with dots and of prototypes are plain data', async (t) => {
  const project = newProject()
  const db = openDatabase(t, server.address, project)
  const doc = db.doc('f/1')
  await doc.set({ 'a.b': 1, a: { b: 2 }, 'tick`\\': 3 })
  await doc.update(new FieldPath('a.b'), 10, 'a.b', 20, new FieldPath('tick`\\'), 30)
  assert.deepEqual((await doc.get()).data(), { 'a.b': 10, a: { b: 20 }, 'tick`\\': 30 })

  const caller = connect(server.address, service)
  t.after(() => caller.close())
  const database = `projects/${project}/databases/(default)`
  const name = `${database}/documents/f/2`
  const fields = Object.fromEntries([
    ['__proto__', { stringValue: 'own' }],
    ['constructor', { integerValue: '7' }],
  ])
  const updateMask = { fieldPaths: ['__proto__', 'constructor', 'toString'] }
  await caller.ask('Commit', { database, writes: [{ update: { name, fields }, updateMask }] })
  const [found] = await caller.ask('GetDocument', { name })
  const text = JSON.stringify(found)
  assert.match(text, /"__proto__":\{"stringValue":"own"/)
  assert.match(text, /"constructor":\{"integerValue":"7"/)
  assert.doesNotMatch(text, /toString/)
  assert.equal(Object.hasOwn(Object.prototype, 'stringValue'), false)
})

test('transforms', async (t) => {
  const doc = openDatabase(t, server.address).doc('t/1')
  await doc.set({ n: 1, tags: ['a'], most: Number.MAX_SAFE_INTEGER })
  const { writeTime } = await doc.update({
    n: FieldValue.increment(2),
    half: FieldValue.increment(0.5),
    tags: FieldValue.arrayUnion('a', 'b'),
    at: FieldValue.serverTimestamp(),
    'deep.at': FieldValue.serverTimestamp(),
  })
  await doc.update({ tags: FieldValue.arrayRemove('a') })
  const found = (await doc.get()).data() ?? {}
  assert.equal(found['n'], 3)
  assert.equal(found['half'], 0.5)
  assert.deepEqual(found['tags'], ['b'])
  assert.equal(found['at'].toMillis(), writeTime.toMillis())
  assert.equal(found['at'].nanoseconds % 1_000_000, 0)
  assert.deepEqual(found['deep'].at, found['at'])
})

test('times: no change keeps them, a new life makes them new', async (t) => {
  const doc = openDatabase(t, server.address).doc('t/1')
  const first = await doc.set({ a: 1 })
  const same = await doc.set({ a: 1 })
  assert.deepEqual(same.writeTime, first.writeTime)
  const changed = await doc.set({ a: 2 })
  assert.ok(changed.writeTime.toMillis() >= first.writeTime.toMillis())
  assert.notDeepEqual(changed.writeTime, first.writeTime)
  assert.deepEqual((await doc.get()).createTime, first.writeTime)
  await doc.delete()
  const again = await doc.set({ a: 2 })
  assert.deepEqual((await doc.get()).createTime, again.writeTime)
})

test('projects are apart; collections and missing parents are listed', async (t) => {
  const [one, two] = [openDatabase(t, server.address), openDatabase(t, server.address)]
  await one.doc('users/a').set({ n: 1 })
  await one.doc('users/missing/notes/1').set({})
  assert.equal((await two.doc('users/a').get()).exists, false)
  assert.deepEqual(
    (await one.listCollections()).map(({ id }) => id),
    ['users'],
  )
  assert.deepEqual(await two.listCollections(), [])
  const listed = await one.collection('users').listDocuments()
  assert.deepEqual(
    listed.map(({ id }) => id),
    ['a', 'missing'],
  )
})

test('BulkWriter has a status for each write', async (t) => {
  const db = openDatabase(t, server.address)
  await db.doc('b/1').set({ n: 1 })
  const writer = db.bulkWriter()
  writer.onWriteError(() => false)
  const results = Promise.allSettled([
    writer.set(db.doc('b/2'), { n: 2 }),
    writer.create(db.doc('b/1'), { n: 3 }),
    writer.delete(db.doc('b/3')),
  ])
  await writer.close()
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal((await db.doc('b/2').get()).get('n'), 2)
})
