import assert from 'node:assert/strict'
import { test } from 'node:test'

import { editRecipientChange } from '../fulfilment.ts'
import { afterChange, changeIn } from '../payment/orders.fixture.ts'
import { minute, makeParcel, toStore, withBooking } from './parcels.fixture.ts'
import { buyerParcelText } from './parcel-words.ts'

test('a buyer reads where their newest parcel is, and nothing of one that is still here (rule 736)', () => {
  assert.equal(buyerParcelText(), '')
  assert.equal(buyerParcelText([makeParcel()]), '')
  assert.equal(buyerParcelText([makeParcel({ state: 'waiting' })]), '已到門市，請帶證件取件')
  const again = [makeParcel({ state: 'expired' }), makeParcel({ state: 'at-centre' })]
  assert.equal(buyerParcelText(again), '運送中')
})

test('the recipient of a booked parcel stays, and another store answers the question for one (rule 737)', () => {
  const context = { now: minute(30), by: 'owner' as const }
  const edited = { ...toStore().recipient, store: '7-11 100202 館前門市' }
  assert.deepEqual(editRecipientChange(withBooking(), edited, context), {
    ok: false,
    code: 'parcel-booked',
  })
  const storeChoice = { token: 't', store: '131386', askedAt: '2026-11-21T02:00:00.000Z' }
  const before = toStore({ storeChoice, parcelAlarm: 'no-store' })
  const answered = afterChange(before, changeIn(editRecipientChange(before, edited, context)))
  assert.deepEqual([answered.storeChoice, answered.parcelAlarm], [null, null])
  const over = withBooking({ state: 'cancelled' })
  assert.equal(editRecipientChange(over, edited, context).ok, true)
})

const home = (state: 'picked-up' | 'at-centre') =>
  buyerParcelText([makeParcel({ chain: '黑貓', state })])

test('a parcel home is delivered, not picked up (rule 738)', () => {
  assert.deepEqual([home('picked-up'), home('at-centre')], ['已送達', '配送中'])
})
