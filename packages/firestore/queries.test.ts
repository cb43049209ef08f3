import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { AggregateField, FieldPath, Filter, type Query } from 'firebase-admin/firestore'

import { openDatabase, startServer } from './started-server.fixture.ts'

const server = await startServer({ after })
const db = openDatabase({ after }, server.address)
const orders = db.collection('orders')

const rows: Record<string, object> = {
  a: {
    uid: 'wang',
    status: '待付款',
    createdAt: '2026-01-01',
    total: 100,
    payment: { state: 'new' },
  },
  b: {
    uid: 'wang',
    status: '已付款',
    createdAt: '2026-01-02',
    total: 250,
    payment: { state: 'held', nextCheckAt: 5, tries: ['p1', 'p2'] },
  },
  c: {
    uid: 'wang',
    status: '已付款',
    createdAt: '2026-01-03',
    total: 80.5,
    payment: { state: 'sent', nextCheckAt: 3 },
  },
  d: {
    uid: 'chen',
    status: '已付款',
    createdAt: '2026-01-04',
    payment: { state: 'held', nextCheckAt: 9, tries: ['p2', 3] },
  },
  e: { uid: 'wang', status: null, total: 60, payment: { state: 'held', nextCheckAt: 'soon' } },
  f: { uid: 'wang', status: '待付款', createdAt: '2026-01-03', total: 1 },
}
await Promise.all(Object.entries(rows).map(([id, row]) => orders.doc(id).set(row)))
await db.doc('users/wang').set({ uid: 'wang', createdAt: '2026-01-01' })

const mine = orders.where('uid', '==', 'wang')
const newest = mine.orderBy('createdAt', 'desc')
const third = await orders.doc('c').get()

const cases: [string, Query, string][] = [
  ['everything, by name', orders, 'abcdef'],
  ['the newest of a member; who lacks the field is left out', newest, 'fcba'],
  ['the first page', newest.limit(2), 'fc'],
  ['the next page, after a document', newest.startAfter(third).limit(2), 'ba'],
  ['from a document on', newest.startAt(third), 'cba'],
  ['up to a value', newest.endAt('2026-01-02'), 'fcb'],
  ['before a value', newest.endBefore('2026-01-02'), 'fc'],
  ['a value alone cuts between days', newest.startAfter('2026-01-03'), 'ba'],
  ['offset', newest.offset(1).limit(2), 'cb'],
  ['the last of them, in order', newest.limitToLast(2), 'ba'],
  ['equal twice', mine.where('status', '==', '已付款').orderBy('createdAt', 'desc'), 'cb'],
  ['null', mine.where('status', '==', null), 'e'],
  ['in', orders.where('status', 'in', ['待付款', '無', null]), 'af'],
  ['a range keeps to the type of its value', orders.where('payment.nextCheckAt', '<', 9), 'cb'],
  ['a range is ordered by its field', orders.where('total', '>=', 80), 'cab'],
  [
    'due payments',
    orders
      .where('payment.state', 'in', ['held', 'sent'])
      .where('payment.nextCheckAt', '<=', 5)
      .orderBy('payment.nextCheckAt'),
    'cb',
  ],
  [
    'two ranges on a field, newest first',
    orders
      .where('createdAt', '>', '2026-01-01')
      .where('createdAt', '<', '2026-01-04')
      .orderBy('createdAt', 'desc'),
    'fcb',
  ],
  [
    'and',
    orders.where(Filter.and(Filter.where('uid', '==', 'wang'), Filter.where('total', '>', 90))),
    'ab',
  ],
  ['what a list contains', orders.where('payment.tries', 'array-contains', 'p2'), 'bd'],
  ['one of a member', mine.where('payment.tries', 'array-contains', 'p2').limit(1), 'b'],
  ['no list contains it', orders.where('uid', 'array-contains', 'wang'), ''],
  ['by name, backwards', orders.orderBy(FieldPath.documentId(), 'desc').limit(2), 'fe'],
  ['by names', orders.where(FieldPath.documentId(), 'in', ['b', 'x', 'a']), 'ab'],
  ['after a name', orders.orderBy(FieldPath.documentId()).startAfter('d'), 'ef'],
  ['nothing', mine.where('status', '==', '已取消'), ''],
]

for (const [what, query, ids] of cases) {
  test(what, async () => {
    const { docs } = await query.get()
    assert.equal(docs.map(({ id }) => id).join(''), ids)
  })
}

test('select answers with the fields named', async () => {
  const { docs } = await orders.where('uid', '==', 'chen').select('payment.state').get()
  assert.deepEqual(
    docs.map((doc) => doc.data()),
    [{ payment: { state: 'held' } }],
  )
  const names = await orders.where('uid', '==', 'chen').select().get()
  assert.deepEqual(
    names.docs.map((doc) => [doc.id, doc.data()]),
    [['d', {}]],
  )
})

test('values have one order across types', async () => {
  const sorted = db.collection('sorted')
  const values = [
    null,
    false,
    true,
    Number.NaN,
    -Infinity,
    -1,
    0.5,
    1,
    2 ** 53,
    new Date(0),
    'B',
    'a',
    '\uFF5E',
    '👕',
  ]
  await Promise.all(values.map((value, i) => sorted.doc(String(90 - i)).set({ value })))
  const { docs } = await sorted.orderBy('value').get()
  assert.deepEqual(
    docs.map(({ id }) => 90 - Number(id)),
    values.map((_, i) => i),
  )
})

test('count and sum', async () => {
  const counted = await mine.count().get()
  assert.equal(counted.data().count, 5)
  assert.equal((await mine.limit(3).count().get()).data().count, 3)
  const summed = await mine
    .aggregate({ money: AggregateField.sum('total'), n: AggregateField.count() })
    .get()
  assert.deepEqual(summed.data(), { money: 491.5, n: 5 })
  const whole = await orders
    .where('createdAt', '<', '2026-01-03')
    .aggregate({ s: AggregateField.sum('total') })
    .get()
  assert.deepEqual(whole.data(), { s: 350 })
  const nobody = await orders
    .where('uid', '==', 'x')
    .aggregate({ s: AggregateField.sum('total') })
    .get()
  assert.deepEqual(nobody.data(), { s: 0 })
})

const idsOf = async (query: Query) => (await query.get()).docs.map(({ id }) => id)

test('the first few of many documents are those of all of them in order', async () => {
  const many = db.collection('many')
  const batch = db.batch()
  for (let index = 0; index < 100; index += 1) batch.set(many.doc(), { place: (index * 37) % 20 })
  await batch.commit()
  for (const sorted of [
    many.orderBy('place'),
    many.orderBy('place', 'desc'),
    many.orderBy('__name__'),
  ]) {
    const all = await idsOf(sorted)
    assert.equal(all.length, 100)
    for (const count of [1, 7, 24])
      assert.deepEqual(await idsOf(sorted.limit(count)), all.slice(0, count))
    assert.deepEqual(await idsOf(sorted.offset(5).limit(7)), all.slice(5, 12))
  }
})
