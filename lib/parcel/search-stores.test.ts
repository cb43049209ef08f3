import assert from 'node:assert/strict'
import { test } from 'node:test'

import { MOST_MATCHES, searchStores, storeQuerySchema } from './search-stores.ts'
import { cities } from './store.fixture.ts'
import { storeAt } from './store.ts'

const store = (number: string, name: string, address: string) =>
  storeAt({ chain: '7-11', number, name, address }, cities)

const stores = [
  store('131386', '重慶門市', '臺北市中正區重慶南路一段122號'),
  store('100002', '館前門市', '台北市中正區館前路8號'),
  store('100003', '新重慶門市', '新北市板橋區文化路1號'),
  store('100004', '馬公門市', '澎湖縣馬公市中正路1號'),
  store('100005', '臺大門市', '臺北市大安區羅斯福路四段1號'),
  storeAt(
    { chain: '全家', number: '006598', name: '重慶店', address: '臺北市中正區重慶南路2號' },
    cities,
  ),
]

const numbers = (query: object) =>
  searchStores(stores, storeQuerySchema.parse(query)).stores.map(({ number }) => number)

const searches: [object, string[]][] = [
  [{ chain: '7-11', city: '臺北市', district: '中正區' }, ['131386', '100002']],
  [{ chain: '全家', city: '臺北市', district: '中正區' }, ['006598']],
  [{ chain: '全家', city: '臺北市', district: '大安區' }, []],
  [{ chain: '7-11', text: '重慶' }, ['131386', '100003']],
  [{ chain: '7-11', text: '館前路' }, ['100002']],
  [{ chain: '7-11', text: '台大' }, ['100005']],
  [{ chain: '7-11', text: '中正　館前' }, ['100002']],
  [{ chain: '7-11', text: '１３１３８６' }, ['131386']],
  [{ chain: '7-11', text: '沒有這家' }, []],
]

for (const [query, expected] of searches) {
  test(`${JSON.stringify(query)} finds ${expected.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(numbers(query), expected)
  })
}

test('an outlying island is marked', () => {
  const { stores: found } = searchStores(stores, { chain: '7-11', text: '馬公' })
  assert.equal(found[0]?.isOutlying, true)
})

test('a name that begins with what is typed comes before one that has it in the middle', () => {
  const query = { chain: '7-11', text: '重慶' } as const
  const backwards = stores.toReversed()
  assert.deepEqual(
    searchStores(backwards, query).stores.map(({ number }) => number),
    ['131386', '100003'],
  )
  assert.deepEqual(searchStores(stores, { ...query, text: '　' }), { stores: [], hasMore: false })
})

test('an answer is short, and says that there is more', () => {
  const many = Array.from({ length: 50 }, (_, index) => store(String(index), '門市', '臺北市'))
  const just = searchStores(many.slice(0, MOST_MATCHES), { chain: '7-11', text: '門市' })
  assert.deepEqual([just.stores.length, just.hasMore], [MOST_MATCHES, false])
  const { stores: found, hasMore } = searchStores(many, { chain: '7-11', text: '門市' })
  assert.equal(found.length, MOST_MATCHES)
  assert.equal(hasMore, true)
})

for (const query of [
  {},
  { chain: '7-11' },
  { chain: 'OK', text: 'a' },
  { chain: '7-11', text: ' ' },
]) {
  test(`${JSON.stringify(query)} is no query`, () => {
    assert.equal(storeQuerySchema.safeParse(query).success, false)
  })
}
