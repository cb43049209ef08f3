import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findCities } from '../../delivery/find-cities.ts'
import { placeOfAddress, storeAt } from './store.ts'

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
