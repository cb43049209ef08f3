import assert from 'node:assert/strict'
import { test } from 'node:test'

import { buyerParcelText } from './parcel-labels.ts'
import { makeParcel } from './parcels.fixture.ts'

test('a buyer reads where their newest parcel is, and nothing of one that is still here', () => {
  assert.equal(buyerParcelText(), '')
  assert.equal(buyerParcelText([makeParcel()]), '')
  assert.equal(buyerParcelText([makeParcel({ state: 'waiting' })]), '已到門市，請帶證件取件')
  const again = [makeParcel({ state: 'expired' }), makeParcel({ state: 'at-centre' })]
  assert.equal(buyerParcelText(again), '運送中')
})

const home = (state: 'picked-up' | 'at-centre') =>
  buyerParcelText([makeParcel({ chain: '黑貓', state })])

test('a parcel home is delivered, not picked up', () => {
  assert.deepEqual([home('picked-up'), home('at-centre')], ['已送達', '配送中'])
})
