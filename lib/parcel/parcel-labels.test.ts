import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ALARM_LABELS, alarmTitle, buyerParcelText } from './parcel-labels.ts'
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

test('the subject of an alarm is what happened, and its words go on with what to do', () => {
  assert.equal(alarmTitle('came-back'), '包裹已退回')
  assert.equal(alarmTitle('unclaimed'), '買家未取件')
  for (const alarm of ['came-back', 'no-store', 'unknown-code', 'collects', 'lost'] as const) {
    const title = alarmTitle(alarm)
    assert.doesNotMatch(title, /請|「/, alarm)
    assert.ok(ALARM_LABELS[alarm].length > title.length, alarm)
  }
})
