import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import {
  CarrierProblem,
  type ParcelCarrier,
  type ParcelRecord,
  type ParcelToBook,
} from '#lib/parcel/carrier.ts'
import { liveParcel } from '#lib/parcel/order-parcel.ts'
import { IDS, makeRecord, toStore, withBooking } from '#lib/parcel/parcels.fixture.ts'
import { enter, World, world } from './world.ts'

const { bookOrderParcel } = await import('#lib/parcel/book-parcel.ts')
const { chooseStore } = await import('#lib/parcel/choose-store.ts')
const { followParcels, receivePush } = await import('#lib/parcel/track-parcels.ts')
const { scripted, carrier } = await import('./outside/carrier.ts')

const ID = 'doc-1'
const START = Date.parse('2026-11-23T02:00:00.000Z')
const TOKEN = 'secret'

const calls: string[] = []
let records = new Map<string, ParcelRecord>()

const problem = (kind: 'unknown' | 'refused', issue: string = kind) =>
  new CarrierProblem('test', kind, issue)

const order = () => {
  const stored = world().orders.get(ID)
  assert.ok(stored)
  return stored
}
const keep = (stored: Order) => world().orders.set(ID, stored)

/** Sets the carrier's calls of a test; each call is noted. */
function carrierDoes(more: {
  readonly book?: (parcel: ParcelToBook) => void
  readonly find?: () => void
  readonly changeStore?: (store: string) => void
}): void {
  const own: Partial<ParcelCarrier> = {
    book: async (parcel) => {
      calls.push(`book ${parcel.number}`)
      more.book?.(parcel)
      records.set(parcel.number, makeRecord({ number: parcel.number }))
      return IDS
    },
    find: async (number) => {
      calls.push(`find ${number}`)
      more.find?.()
      return records.get(number)
    },
    changeStore: async (_ids, store) => {
      calls.push(`change to ${store}`)
      more.changeStore?.(store)
    },
  }
  scripted.calls = own
}

const later = (seconds: number) => mock.timers.setTime(Date.now() + seconds * 1000)
const press = () => bookOrderParcel(carrier(), order(), { now: new Date(), by: 'owner' })
const parcels = () => order().parcels?.map(({ number, state }) => [number, state])
const choose = (number: string) => chooseStore({ id: ID, token: TOKEN, chain: '7-11', number })

function closeStore(): void {
  const asked = { token: TOKEN, store: '131386', requestedAt: new Date(START).toISOString() }
  const booking = withBooking({ state: 'store-closed' }, { storeChoice: asked })
  keep(booking)
  const { number = '' } = liveParcel(booking) ?? {}
  records.set(number, makeRecord({ number, state: 'store-closed', code: '2037' }))
}

const changeAtCarrier = () => {
  for (const [number, record] of records) {
    records.set(number, { ...record, state: 'store-changed', code: '2105' })
  }
}

beforeEach(() => {
  enter(new World(1, 0))
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date'], now: START })
  calls.length = 0
  records = new Map()
  scripted.calls = {}
})

const NUMBER = 'OT261121100001L01'

test('a change of store whose answer was lost is settled by the next look, and order and parcel name the store', async () => {
  closeStore()
  carrierDoes({
    changeStore: (store) => {
      assert.equal(order().storeChoice?.wish?.number, store)
      changeAtCarrier()
      throw problem('unknown')
    },
  })
  assert.deepEqual(await choose('100002'), { ok: false, code: 'carrier-away' })
  assert.equal(order().parcelCheckAt, new Date(START + 120_000).toISOString())
  later(180)
  await followParcels(new Date())
  assert.match(order().recipient.store, /100002/)
  assert.deepEqual([order().storeChoice, liveParcel(order())?.store], [null, '100002'])
  assert.equal(order().history.filter(({ type }) => type === 'store.chosen').length, 1)
})

test('a second press for the same store settles a change whose answer was lost, and the link is over for others', async () => {
  closeStore()
  carrierDoes({
    changeStore: () => {
      changeAtCarrier()
      throw problem('unknown')
    },
  })
  await choose('100002')
  assert.deepEqual(await choose('100002'), { ok: true, data: null })
  assert.match(order().recipient.store, /100002/)
  assert.deepEqual(await choose('100003'), { ok: false, code: 'link-over' })
  assert.equal(calls.filter((call) => call.startsWith('change')).length, 1)
})

test('while a change of store may be on its way no other store is asked for; then the link is open again', async () => {
  closeStore()
  carrierDoes({
    changeStore: () => {
      throw problem('unknown')
    },
  })
  await choose('100002')
  assert.deepEqual(await choose('100003'), { ok: false, code: 'choice-under-way' })
  later(121)
  carrierDoes({})
  assert.deepEqual(await choose('100003'), { ok: true, data: null })
  assert.match(order().recipient.store, /100003/)
})

test('a store that the carrier refuses leaves no wish, and another can be chosen at once', async () => {
  closeStore()
  carrierDoes({
    changeStore: () => {
      throw problem('refused', '門市不存在')
    },
  })
  assert.deepEqual(await choose('100002'), { ok: false, code: 'carrier-refused' })
  assert.equal(order().storeChoice?.wish, undefined)
  carrierDoes({})
  assert.deepEqual(await choose('100003'), { ok: true, data: null })
})

test('a booking that was left is asked about before it is sent again', async () => {
  keep(toStore())
  carrierDoes({
    book: ({ number }) => {
      records.set(number, makeRecord({ number }))
      throw problem('unknown')
    },
    find: () => {
      if (calls.length === 2) throw problem('unknown')
    },
  })
  assert.deepEqual(await press(), { ok: false, code: 'booking-unknown' })
  later(120)
  assert.equal((await press()).ok, true)
  assert.deepEqual(calls, [`book ${NUMBER}`, `find ${NUMBER}`, `find ${NUMBER}`])
})

test('a booking is sent again only after two looks a minute apart that found none of it', async () => {
  keep(toStore())
  carrierDoes({
    book: () => {
      throw problem('unknown')
    },
  })
  await press()
  later(120)
  carrierDoes({})
  later(-61)
  later(61)
  const before = calls.length
  assert.equal((await press()).ok, true)
  assert.deepEqual(calls.slice(before), [`find ${NUMBER}`, `book ${NUMBER}`])
})

test('a booking that was never looked up waits for a second look', async () => {
  keep(toStore())
  carrierDoes({
    book: () => {
      throw problem('unknown')
    },
    find: () => {
      if (calls.length === 2) throw problem('unknown')
    },
  })
  await press()
  later(120)
  assert.deepEqual(await press(), { ok: false, code: 'booking-unknown' })
  assert.equal(calls.filter((call) => call.startsWith('book')).length, 1)
})

test('a refusal of a number that the carrier has is a booking', async () => {
  keep(toStore())
  carrierDoes({
    book: ({ number }) => {
      records.set(number, makeRecord({ number }))
      throw problem('refused', '廠商編號有誤')
    },
  })
  assert.equal((await press()).ok, true)
  assert.deepEqual(parcels(), [[NUMBER, 'booked']])
})

test('a used number is never a refusal, however late the carrier shows its parcel', async () => {
  keep(toStore())
  carrierDoes({
    book: () => {
      throw problem('unknown', '廠商交易編號重覆')
    },
  })
  for (let look = 0; look < 4; look += 1) {
    assert.deepEqual(await press(), { ok: false, code: 'booking-unknown' })
    later(121)
  }
  records.set(NUMBER, makeRecord({ number: NUMBER }))
  assert.equal((await press()).ok, true)
  assert.deepEqual(parcels(), [[NUMBER, 'booked']])
})

test('a push about an order without a parcel on its way asks nothing', async () => {
  const checkAt = new Date(START + 3_600_000).toISOString()
  keep(withBooking({ state: 'collected' }, { parcelCheckAt: checkAt }))
  assert.equal(await receivePush(NUMBER, new Date()), 'noted')
  assert.equal(order().parcelCheckAt, checkAt)
})
