import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { findCities } from '#lib/delivery/find-cities.ts'
import type { ParcelCarrier, ParcelToBook } from '#lib/parcel/carrier.ts'
import { bookParcel, ecpayCarrier } from './carrier.ts'
import { bareFields } from './client.ts'
import { EcpayStandIn } from './stand-in.fixture.ts'

const ecpay = new EcpayStandIn()
let carrier: ParcelCarrier
before(async () => {
  await ecpay.start('--balance', '100000')
  carrier = ecpayCarrier(ecpay.logistics(), findCities())
})
after(() => ecpay.close())

const SEVEN = { chain: '7-11', store: '131386' } as const
const FAMILY = { chain: '全家', store: '006598' } as const
const HOME = {
  chain: '黑貓',
  zipcode: '880',
  address: '澎湖縣馬公市中正路1號',
} as const

const parcel = (number: string, more: Partial<ParcelToBook> = {}): ParcelToBook => ({
  number,
  destination: SEVEN,
  value: 1540,
  goods: '旅見 T恤 1件 + & "贈品"',
  recipient: { name: '王小美', phone: '0933222111' },
  bookedAt: new Date('2026-11-23T02:00:00Z'),
  ...more,
})
const fault = (name: string, orderRef: string, more: object = {}) =>
  ecpay.control('POST', '/faults', { name, orderRef, ...more })

test('a plus of an answer stays a plus, and a blank a blank', () => {
  assert.deepEqual(bareFields('a=1+1&b=2026/11/23 10:00:00&c=&d=x=y&e=%E5%8F%B0'), {
    a: '1+1',
    b: '2026/11/23 10:00:00',
    c: '',
    d: 'x=y',
    e: '台',
  })
})

test('the stores of a chain come with city and district', async () => {
  const stores = await carrier.listStores('全家')
  const first = stores.find(({ number }) => number === '006598')
  assert.equal(first?.city, '臺北市')
  assert.equal(first.district, '中正區')
  assert.ok(stores.some(({ isOutlying }) => isOutlying))
  assert.ok(stores.every(({ chain, city }) => chain === '全家' && city !== ''))
})

const SENT = ['handed-over', 'at-centre', 'waiting'] as const

for (const [destination, script, states] of [
  [SEVEN, 'sold', [...SENT, 'picked-up']],
  [FAMILY, 'unclaimed', [...SENT, 'unclaimed', 'back-in-store', 'collected']],
  [SEVEN, 'mis-scanned', [...SENT, 'picked-up', 'mis-scanned', 'back-in-store', 'collected']],
  [HOME, 'sold', ['booked', 'handed-over', 'at-centre', 'picked-up']],
  [
    HOME,
    'unclaimed',
    ['booked', 'handed-over', 'at-centre', 'at-centre', 'unclaimed', 'unclaimed', 'collected'],
  ],
] as const) {
  const { chain } = destination
  test(`a parcel of ${chain} that is ${script} is followed to its end`, async () => {
    const number = `OT${script.length}${['7-11', '全家', '黑貓'].indexOf(chain)}L01`
    const ids = await carrier.book(parcel(number, { destination }), 0)
    assert.ok(ids.carrierId && ids.paymentNo)
    assert.equal(ids.validation !== '', chain === '7-11')
    const booked = await carrier.find(number)
    assert.deepEqual(booked?.ids, ids)
    assert.equal(booked.state, 'booked')
    assert.deepEqual([booked.value, booked.collect, booked.fee], [1540, 0, 60])
    await ecpay.control('POST', `/parcels/${number}/script`, { script })
    for (const state of states) {
      await ecpay.control('POST', `/parcels/${number}/step`, { push: 'none' })
      assert.equal((await carrier.find(number))?.state, state)
    }
  })
}

test('a parcel home goes by telephone of any kind, and only where it is set up', async () => {
  const recipient = { name: '王小美', phone: '0223111111' }
  assert.ok(await carrier.book(parcel('OTH1L01', { destination: HOME, recipient }), 0))
  const without = ecpayCarrier({ ...ecpay.logistics(), home: undefined }, findCities())
  assert.deepEqual([carrier.sendsHome, without.sendsHome], [true, false])
  const refused = without.book(parcel('OTH2L01', { destination: HOME }), 0)
  await assert.rejects(refused, { kind: 'not-set' })
  assert.equal(await carrier.find('OTH2L01'), undefined)
})

test('a number is booked once; a second booking of it is no refusal, since its parcel is there', async () => {
  await carrier.book(parcel('OT1L01'), 0)
  await assert.rejects(carrier.book(parcel('OT1L01'), 0), { kind: 'unknown' })
})

test('a lost answer is unknown, and the parcel is found by its number', async () => {
  await fault('lose-reply', 'OT2L01', { op: 'create' })
  await assert.rejects(carrier.book(parcel('OT2L01'), 0), { kind: 'unknown' })
  assert.equal((await carrier.find('OT2L01'))?.state, 'booked')
})

test('a call that never arrived leaves no parcel', async () => {
  await fault('drop', 'OT3L01', { op: 'create' })
  await assert.rejects(carrier.book(parcel('OT3L01'), 0), { kind: 'unknown' })
  assert.equal(await carrier.find('OT3L01'), undefined)
})

test('HTML, a foreign text and too many calls are told apart', async () => {
  await fault('html', 'OT4L01', { op: 'create' })
  await assert.rejects(carrier.book(parcel('OT4L01'), 0), { kind: 'unknown', issue: 'HTML' })
  await fault('text', 'OT4L01', { op: 'create', text: 'busy' })
  await assert.rejects(carrier.book(parcel('OT4L01'), 0), { kind: 'unknown' })
  await fault('text', 'OT4L01', { op: 'create', text: '1|RtnCode=999' })
  await assert.rejects(carrier.book(parcel('OT4L01'), 0), { kind: 'unknown', issue: 'CODE_999' })
  await fault('text', 'OT4L01', { op: 'create', text: '0|10500049 餘額不足' })
  await assert.rejects(carrier.book(parcel('OT4L01'), 0), { kind: 'refused', issue: /餘額不足/ })
  await fault('text', 'OT1L01', { op: 'query', text: 'MerchantTradeNo=OT1L01&CheckMacValue=AB' })
  await assert.rejects(carrier.find('OT1L01'), { kind: 'unknown', issue: 'MAC' })
  await fault('forbidden', 'OT4L01', { op: 'create', delayMs: 60_000 })
  await assert.rejects(carrier.book(parcel('OT4L01'), 0), { kind: 'throttled' })
  await assert.rejects(carrier.listStores('7-11'), { kind: 'throttled' })
  await ecpay.control('DELETE', '/faults')
})

test('a parcel never collects money', async () => {
  await assert.rejects(
    bookParcel({ account: ecpay.logistics(), cities: findCities() }, parcel('OT5L01'), 1540),
    RangeError,
  )
  assert.equal(await carrier.find('OT5L01'), undefined)
})

test('a parcel goes to another store, and a booking is taken back where the chain can', async () => {
  const seven = await carrier.book(parcel('OT6L01'), 0)
  await carrier.cancel(seven)
  assert.equal((await carrier.find('OT6L01'))?.state, 'cancelled')
  const family = await carrier.book(parcel('OT7L01', { destination: FAMILY }), 0)
  await carrier.changeStore(family, '006801')
  assert.equal((await carrier.find('OT7L01'))?.state, 'store-changed')
  await assert.rejects(carrier.changeStore(family, '999999'), { kind: 'refused' })
  await assert.rejects(carrier.cancel(family), { kind: 'refused', issue: 'CHAIN_CANNOT' })
})

test('labels of one chain are printed together', async () => {
  const one = await carrier.book(parcel('OT8L01'), 0)
  const other = await carrier.book(parcel('OT9L01'), 0)
  const { action, fields } = carrier.labels([one, other])
  const printed = await fetch(action, { method: 'POST', body: new URLSearchParams({ ...fields }) })
  const page = await printed.text()
  for (const { paymentNo, validation } of [one, other])
    assert.ok(page.includes(paymentNo + validation))
  const home = await carrier.book(parcel('OTH3L01', { destination: HOME }), 0)
  const sheet = carrier.labels([home])
  const body = new URLSearchParams({ ...sheet.fields })
  const text = await (await fetch(sheet.action, { method: 'POST', body })).text()
  assert.ok(text.includes(home.paymentNo))
  const family = { ...one, chain: '全家' } as const
  assert.throws(() => carrier.labels([one, family]), RangeError)
  assert.throws(() => carrier.labels([]), RangeError)
})
