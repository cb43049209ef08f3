import assert from 'node:assert/strict'
import { test } from 'node:test'

import { recipientSchema } from '#lib/delivery/recipient-schema.ts'
import { cities } from './store.fixture.ts'
import { deliverToStore, placeOfAddress, storeAt } from './store.ts'

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
