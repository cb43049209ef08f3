import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findCities } from '../../delivery/find-cities.ts'
import { recipientSchema } from '../../delivery/recipient-schema.ts'
import { mailsOf } from '../../mail/outbox-store.ts'
import { applyChange } from '../apply.ts'
import type { Order } from '../order.ts'
import { minute, toStore, withBooking } from './parcels.fixture.ts'
import {
  placeOfAddress,
  storeAt,
  canReplace,
  isListDue,
  MOST_MATCHES,
  searchStores,
  storeQuerySchema,
  deliverToStore,
  chosenStore,
  type MapChoice,
  withReply,
  storeAsked,
  storeChosen,
  type ChainStore,
} from './store.ts'

const cities = findCities()

const addresses: [string, string, string, boolean][] = [
  ['臺北市中正區重慶南路一段122號', '臺北市', '中正區', false],
  ['台北市 中正區衡陽路7號', '臺北市', '中正區', false],
  ['台東縣綠島鄉南寮村1號', '臺東縣', '綠島鄉', true],
  ['臺東縣臺東市中山路1號', '臺東縣', '臺東市', false],
  ['台東縣台東市中山路1號', '臺東縣', '臺東市', false],
  ['雲林縣台西鄉中山路1號', '雲林縣', '臺西鄉', false],
  ['澎湖縣馬公市中正路1號', '澎湖縣', '馬公市', true],
  ['屏東縣琉球鄉民生路1號', '屏東縣', '琉球鄉', true],
  ['屏東縣屏東市民生路1號', '屏東縣', '屏東市', false],
  ['金門縣金城鎮民權路1號', '金門縣', '金城鎮', true],
  ['中正區衡陽路7號', '', '', false],
  ['', '', '', false],
]

for (const [address, city, district, isOutlying] of addresses) {
  test(`${address || 'no address'} is in ${city}${district || ' no known place'}`, () => {
    assert.deepEqual(placeOfAddress(address, cities), { city, district })
    const store = storeAt({ chain: '7-11', number: '1', name: '門市', address }, cities)
    assert.equal(store.isOutlying, isOutlying)
  })
}

const kept = { version: 'a', pieces: 1, count: 1000 }

for (const [count, before, expected] of [
  [1000, kept, true],
  [800, kept, true],
  [799, kept, false],
  [0, kept, false],
  [0, undefined, false],
  [1, undefined, true],
] as const) {
  test(`${count} stores replace ${before?.count ?? 'no list'}: ${expected}`, () => {
    assert.equal(canReplace(before, count), expected)
  })
}

// 20:10 in Taipei is 12:10 in UTC.
const cases: [string, object, string, boolean][] = [
  ['never taken', {}, '2026-11-23T02:00:00Z', true],
  [
    'taken after the last renewal',
    { takenAt: '2026-11-22T12:11:00Z' },
    '2026-11-23T12:09:00Z',
    false,
  ],
  ['a renewal since', { takenAt: '2026-11-22T12:11:00Z' }, '2026-11-23T12:10:00Z', true],
  [
    'taken just before a renewal',
    { takenAt: '2026-11-23T12:09:00Z' },
    '2026-11-23T12:10:00Z',
    true,
  ],
  ['first tried a moment ago', { triedAt: '2026-11-23T02:00:00Z' }, '2026-11-23T02:01:59Z', false],
  [
    'first tried two minutes ago',
    { triedAt: '2026-11-23T02:00:00Z' },
    '2026-11-23T02:02:00Z',
    true,
  ],
  [
    'tried again a moment ago',
    { takenAt: '2026-11-22T02:00:00Z', triedAt: '2026-11-23T02:00:00Z' },
    '2026-11-23T02:29:00Z',
    false,
  ],
  [
    'taken at the very moment of the renewal',
    { takenAt: '2026-11-22T12:10:00Z' },
    '2026-11-23T02:00:00Z',
    false,
  ],
  [
    'tried again half an hour ago',
    { takenAt: '2026-11-22T02:00:00Z', triedAt: '2026-11-23T02:00:00Z' },
    '2026-11-23T02:30:00Z',
    true,
  ],
]

for (const [name, state, now, expected] of cases) {
  test(`${name}: ${expected ? 'due' : 'not due'}`, () => {
    assert.equal(isListDue({ lists: {}, ...state }, new Date(now)), expected)
  })
}

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

const wang = recipientSchema.parse({
  firstName: '小美',
  lastName: '王',
  phone: '0912345678',
  email: 'mei@example.com',
  store: '7-11 131386 不是它的名字',
})
const listed = storeAt(
  { chain: '7-11', number: '131386', name: '重慶門市', address: '臺北市中正區重慶南路一段122號' },
  [],
)

test('a store goes onto the order under the name of its list', () => {
  const answer = deliverToStore(wang, listed)
  assert.deepEqual(answer, { ok: true, data: { ...wang, store: '7-11 131386 重慶門市' } })
})

test('a store that its chain does not list, and a name that it does not print, are refused', () => {
  assert.deepEqual(deliverToStore(wang, undefined), { ok: false, code: 'store-unknown' })
  const single = { ...wang, lastName: '王', firstName: '·' }
  assert.deepEqual(deliverToStore(single, listed), { ok: false, code: 'store-recipient' })
})

test('without a list the typed store stands', () => {
  assert.deepEqual(deliverToStore(wang, 'unlisted'), { ok: true, data: wang })
})

const startedAt = '2026-11-23T02:00:00.000Z'
const choice: MapChoice = { token: 'T'.repeat(20), uid: 'mei', chain: '7-11', startedAt }
const reply = { token: choice.token, chain: '7-11', number: '131386', name: '重慶' } as const
const soon = new Date('2026-11-23T02:59:00.000Z')
const late = new Date('2026-11-23T03:01:00.000Z')
const chosen = { ...choice, store: '7-11 131386 重慶' }

test('a reply of the map is taken once, by its token and for its chain, within the hour', () => {
  assert.deepEqual(withReply(choice, reply, soon), chosen)
  assert.deepEqual(withReply(chosen, reply, soon), chosen)
  assert.equal(withReply(chosen, { ...reply, number: '991182' }, soon), 'invalid')
  assert.equal(withReply(choice, { ...reply, chain: '全家' }, soon), 'invalid')
  assert.equal(withReply(choice, { ...reply, number: '', name: '' }, soon), 'invalid')
  assert.equal(withReply(choice, { ...reply, number: '123456789' }, soon), 'invalid')
  assert.equal(withReply(choice, reply, late), 'expired')
  assert.equal(withReply(undefined, reply, soon), 'expired')
})

test('the store of a choice is read by its member alone', () => {
  assert.equal(chosenStore(chosen, 'mei', soon), '7-11 131386 重慶')
  assert.equal(chosenStore(chosen, 'lin', soon), undefined)
  assert.equal(chosenStore(chosen, 'mei', late), undefined)
  assert.equal(chosenStore(choice, 'mei', soon), undefined)
})

const context = { now: minute(30), by: 'sweep' as const }
const STORE: ChainStore = {
  chain: '7-11',
  number: '100202',
  name: '館前門市',
  address: '臺北市中正區館前路 1 號',
  city: '臺北市',
  district: '中正區',
  isOutlying: false,
}

function askStore(order: Order): Order {
  const change = storeAsked(order, 'secret', context)
  assert.ok(change)
  return applyChange(order, change)
}

test('a shopper whose store is gone is asked once, by mail, for another', () => {
  const order = toStore()
  const after = askStore(order)
  assert.equal(after.parcelAlarm, 'no-store')
  const mails = mailsOf(order, after)
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['store-closed', 'owner-parcel'],
  )
  assert.equal(mails[0]?.values.link_path, '/pickup#doc-1.secret')
  assert.equal(mails[0].values.store, '7-11 重慶門市')
  assert.equal(mails[1]?.values.parcel_words, '')
  const nameless = toStore({ recipient: { ...order.recipient, store: '7-11 131386' } })
  const [asked] = mailsOf(nameless, askStore(nameless))
  assert.equal(asked?.values.store, '7-11 131386')
  assert.equal(storeAsked(after, 'another', context), undefined)
})

test('the link opens the choice once, and for its own order alone', () => {
  const order = askStore(toStore())
  assert.deepEqual(storeChosen(order, 'wrong', STORE, context), { ok: false, code: 'link-over' })
  const chosen = storeChosen(order, 'secret', STORE, context)
  assert.ok(chosen.ok)
  const after = applyChange(order, chosen.data)
  assert.equal(after.recipient.store, '7-11 100202 館前門市')
  assert.equal(after.parcelAlarm, null)
  assert.deepEqual(storeChosen(after, 'secret', STORE, context), { ok: false, code: 'link-over' })
})

test('a booked parcel goes on in its own chain, and not any more once it has left', () => {
  const closed = askStore(withBooking({ state: 'store-closed' }))
  assert.equal(closed.parcelAlarm, 'store-closed')
  const other = { ...STORE, chain: '全家' as const, number: '006598' }
  assert.deepEqual(storeChosen(closed, 'secret', other, context), {
    ok: false,
    code: 'other-chain',
  })
  const chosen = storeChosen(closed, 'secret', STORE, context)
  assert.ok(chosen.ok)
  assert.equal(applyChange(closed, chosen.data).parcels?.[0]?.store, '100202')
  const away = askStore(withBooking({ state: 'waiting' }))
  assert.deepEqual(storeChosen(away, 'secret', STORE, context), { ok: false, code: 'too-late' })
})
