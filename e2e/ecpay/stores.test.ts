import './hooks.ts'

import assert from 'node:assert/strict'
import { after, beforeEach, describe, mock, test } from 'node:test'

import type { StoreChain } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { CarrierProblem } from '#lib/parcel/carrier.ts'
import { makeRecord, toStore, withBooking } from '#lib/parcel/parcels.fixture.ts'
import type { ChainStore } from '#lib/parcel/store.ts'
import { enter, World, world } from './world.ts'

const { DatabaseUnavailable } = await import('#lib/adapters/firestore/database.ts')
const { checkStore, chooseStore } = await import('#lib/parcel/choose-store.ts')
const { findStore, findStores } = await import('#lib/parcel/store-lists.ts')
const { refreshStores } = await import('#lib/parcel/store-lists.ts')
const { findMapStore, startStoreMap, takeMapReply } = await import('#lib/parcel/store-map.ts')
const { followParcels } = await import('#lib/parcel/track-parcels.ts')
const { scripted } = await import('./outside/carrier.ts')
const { services, shopSettings } = await import('./outside/outside.ts')
const { stored } = await import('../memory/store-lists.ts')

const START = Date.parse('2026-11-23T02:00:00.000Z')
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const NUMBER = 'OT261121100001L01'
let at = START

// A process keeps the lists for five minutes, so every test begins two days after the one before.
function begin(): void {
  enter(new World(1, 0))
  mock.timers.reset()
  at += 2 * DAY
  mock.timers.enable({ apis: ['Date'], now: at })
  shopSettings({ ECPAY_LOGISTICS_MERCHANT_ID: 'test' })
  scripted.calls = {}
  stored.state = { lists: {} }
  stored.failure = undefined
  stored.lists.clear()
  stored.choices.clear()
}

function end(): void {
  mock.timers.reset()
  shopSettings({})
  scripted.calls = {}
  stored.state = { lists: {} }
}

const storeOf = (chain: StoreChain, number: string): ChainStore => ({
  chain,
  number,
  name: `門市${number}`,
  address: '臺北市中正區重慶南路一段 122 號',
  city: '臺北市',
  district: '中正區',
  isOutlying: false,
})

const lists = (numbers: readonly string[], families = ['F1']) => {
  scripted.calls = {
    listStores: async (chain) =>
      (chain === '7-11' ? numbers : families).map((number) => storeOf(chain, number)),
  }
}
const refresh = () => refreshStores(new Date())
const later = (time: number) => mock.timers.setTime(Date.now() + time)
const order = () => world().orders.get('doc-1') ?? assert.fail()
const sweep = () => followParcels(new Date())
const isAsked = () => order().storeChoice !== undefined && order().storeChoice !== null
const keep = (one: Order) =>
  world().orders.set('doc-1', { ...one, parcelCheckAt: new Date(at).toISOString() })

describe("the chains' lists", () => {
  beforeEach(begin)
  after(end)

  test('are taken once a day, and tried again in half an hour when one failed', async () => {
    lists(['131386'])
    assert.deepEqual(await refresh(), { kept: 2, failed: 0 })
    assert.equal(stored.state.takenAt, new Date(at).toISOString())
    assert.equal(await refresh(), undefined)
    later(DAY)
    scripted.calls = {
      listStores: async (chain) => {
        if (chain === '全家') throw new CarrierProblem('list', 'unknown', 'away')
        return [storeOf(chain, '131386')]
      },
    }
    assert.deepEqual(await refresh(), { kept: 1, failed: 1 })
    assert.equal(stored.state.takenAt, new Date(at).toISOString())
    assert.equal(await refresh(), undefined)
    later(HOUR)
    lists(['131386'])
    assert.deepEqual(await refresh(), { kept: 2, failed: 0 })
  })

  test('are those of before while the database is away, and no answer where none is known', async () => {
    lists(['131386'])
    await refresh()
    await findStore('7-11', '131386')
    later(DAY)
    stored.failure = new DatabaseUnavailable('away')
    assert.equal(typeof (await findStore('7-11', '131386')), 'object')
    assert.equal(await findStores({ chain: '全家', text: 'F1' }), undefined)
    stored.failure = new TypeError('broken')
    await assert.rejects(findStores({ chain: '7-11', text: '131386' }), /broken/)
  })

  test('keep the last good one when many stores are gone at once', async () => {
    lists(['1', '2', '3', '4', '5'])
    await refresh()
    later(DAY)
    lists(['1', '2', '3'])
    assert.deepEqual(await refresh(), { kept: 1, failed: 1 })
    assert.equal(stored.state.lists['7-11']?.count, 5)
  })

  test('are asked for nothing where stores are typed or chosen on a map', async () => {
    lists(['131386'])
    services.hasCarrier = false
    assert.equal(await refresh(), undefined)
    services.hasCarrier = true
    shopSettings({})
    assert.equal(await refresh(), undefined)
    assert.equal(await findStore('7-11', '131386'), 'unlisted')
    assert.equal(await findStores({ chain: '7-11', text: '131386' }), undefined)
  })

  test('find a store by its number, by words, and not another', async () => {
    assert.equal(await findStore('7-11', '131386'), 'unlisted')
    assert.equal(await findStores({ chain: '7-11', text: '131386' }), undefined)
    lists(['131386', '100002'])
    await refresh()
    const found = await findStore('7-11', '131386')
    assert.equal(typeof found === 'object' ? found.name : found, '門市131386')
    assert.equal(await findStore('7-11', '999999'), undefined)
    const some = await findStores({ chain: '7-11', text: '100002' })
    assert.deepEqual(
      some?.stores.map(({ number }) => number),
      ['100002'],
    )
    // Kept for five minutes, then the newer list is read; while it is being replaced, the known one stays.
    later(DAY)
    lists(['131386', '100002', '100003'])
    await refresh()
    assert.equal(typeof (await findStore('7-11', '100003')), 'object')
    later(4 * 60 * 1000)
    lists(['131386', '100002', '100003', '100004'])
    stored.state = { lists: stored.state.lists }
    await refresh()
    assert.equal(await findStore('7-11', '100004'), undefined)
    later(60 * 1000)
    assert.equal(typeof (await findStore('7-11', '100004')), 'object')
    later(6 * 60 * 1000)
    const { '7-11': kept } = stored.state.lists
    assert.ok(kept)
    stored.state = { lists: { '7-11': { ...kept, version: 'being written' } } }
    assert.equal(typeof (await findStore('7-11', '100003')), 'object')
    // A list that is known is not read again.
    later(6 * 60 * 1000)
    stored.state = { lists: { '7-11': kept } }
    stored.lists.set(kept.version, [])
    assert.equal(typeof (await findStore('7-11', '100003')), 'object')
  })
})

describe('an order whose store is gone from the list', () => {
  beforeEach(begin)
  after(end)

  beforeEach(async () => {
    lists(['100002'])
    await refresh()
  })

  test('has its buyer asked for another one', async () => {
    keep(toStore())
    await sweep()
    assert.equal(isAsked(), true)
    const next = Date.parse(order().parcelCheckAt ?? '')
    assert.ok(next >= at + 6 * DAY && next <= at + 8 * DAY)
  })

  test('goes to one of the list, under the name that it has there, and to no other', async () => {
    const storeChoice = {
      token: 'secret',
      store: '131386',
      requestedAt: new Date(at).toISOString(),
    }
    keep(toStore({ storeChoice }))
    const link = { id: 'doc-1', token: 'secret', chain: '7-11' } as const
    const choose = (number: string) => chooseStore({ ...link, number })
    assert.deepEqual(await choose('100009'), { ok: false, code: 'store-unknown' })
    assert.deepEqual(await choose('100002'), { ok: true, data: null })
    assert.equal(order().recipient.store, '7-11 100002 門市100002')
  })

  test('is not placed: a store is looked up where a parcel goes to a numbered one by the carrier', async () => {
    const recipient = { ...toStore().recipient, store: '7-11 100009 門市' }
    const taken = { ok: true, data: recipient }
    assert.deepEqual(await checkStore(recipient, 'store'), { ok: false, code: 'store-unknown' })
    assert.deepEqual(await checkStore(recipient, 'home'), taken)
    const typed = { ...recipient, store: '車站旁邊那家' }
    assert.deepEqual(await checkStore(typed, 'store'), { ok: true, data: typed })
    shopSettings({})
    const oddName = { ...recipient, firstName: '·', lastName: '王' }
    assert.deepEqual(await checkStore(oddName, 'store'), { ok: true, data: oddName })
  })

  test('is left alone where the store is there, where it was sent, and where it goes home', async () => {
    keep(toStore({ recipient: { ...toStore().recipient, store: '7-11 100002 門市' } }))
    await sweep()
    assert.equal(isAsked(), false)
    for (const status of ['已出貨', '已完成', '待付款'] as const) {
      keep(toStore({ status }))
      await sweep()
      assert.equal(isAsked(), false, status)
      assert.equal(order().parcelCheckAt, null, status)
    }
    keep(toStore({ shippingMethod: 'home' }))
    await sweep()
    assert.equal(isAsked(), false)
    assert.equal(order().parcelCheckAt, null)
  })

  test('is not asked about its list while its parcel is on the way', async () => {
    keep(withBooking({ state: 'at-centre' }, { status: '已出貨' }))
    scripted.calls = {
      ...scripted.calls,
      find: async () => makeRecord({ number: NUMBER, state: 'at-centre' }),
    }
    await sweep()
    assert.equal(isAsked(), false)
  })
})

describe("the carrier's map", () => {
  beforeEach(begin)
  after(end)

  const reply = { chain: '7-11' as const, number: '131386', name: '重慶門市' }
  const TOKEN = 'A1b2C3d4E5f6G7h8I9j0'

  beforeEach(() => {
    shopSettings({ ECPAY_LOGISTICS_MERCHANT_ID: 'test', ECPAY_LOGISTICS_STORES: 'map' })
    scripted.calls = {
      storeMap: (chain, token) => ({ action: chain, fields: { token } }),
      readMapReply: (body) => (body === 'unreadable' ? undefined : { ...reply, token: body }),
    }
  })

  test('answers for the member who went there, within the hour, and for nobody else', async () => {
    const form = await startStoreMap('member', '7-11', new Date())
    const token = form?.fields['token'] ?? ''
    assert.equal(form?.action, '7-11')
    assert.match(token, /^[0-9A-Za-z]{20}$/)
    later(HOUR)
    assert.equal(await takeMapReply(token, new Date()), `/checkout?store=${token}`)
    assert.equal(await findMapStore('member', token, new Date()), '7-11 131386 重慶門市')
    assert.equal(await findMapStore('another', token, new Date()), undefined)
    later(1)
    assert.equal(await findMapStore('member', token, new Date()), undefined)
    assert.equal(await takeMapReply(token, new Date()), '/checkout?store_error=expired')
  })

  test('is shown what it cannot be taken for', async () => {
    for (const body of ['unreadable', 'short'])
      assert.equal(await takeMapReply(body, new Date()), '/checkout?store_error=invalid')
    assert.equal(await takeMapReply(TOKEN, new Date()), '/checkout?store_error=expired')
    assert.equal(await findMapStore('member', 'short', new Date()), undefined)
    const token = (await startStoreMap('member', '全家', new Date()))?.fields['token'] ?? ''
    assert.equal(await takeMapReply(token, new Date()), '/checkout?store_error=invalid')
  })

  test('is not there where stores are on a list', async () => {
    shopSettings({ ECPAY_LOGISTICS_MERCHANT_ID: 'test' })
    assert.equal(await startStoreMap('member', '7-11'), undefined)
    assert.equal(await takeMapReply(TOKEN, new Date()), undefined)
  })
})
