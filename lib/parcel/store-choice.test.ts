import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyChange } from '#lib/order/apply.ts'
import type { Order } from '#lib/order/order.ts'
import { minute, toStore, withBooking } from './parcels.fixture.ts'
import { storeRequested, storeChosen } from './store-choice.ts'
import type { ChainStore } from './store.ts'

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
  const change = storeRequested(order, 'secret', context)
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
  assert.equal(storeRequested(after, 'another', context), undefined)
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
