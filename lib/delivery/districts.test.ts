import assert from 'node:assert/strict'
import { test } from 'node:test'

import { districtsOf, isListedPlace, placeOf, zipcodeOf } from './districts.ts'
import { findCities } from './find-cities.ts'

const cities = findCities()

test('Taiwan has 22 cities and counties with 368 districts', () => {
  assert.equal(cities.length, 22)
  assert.equal(
    new Set(cities.flatMap(({ name, districts }) => districts.map((d) => name + d.name))).size,
    368,
  )
})

const places: [string, string, string][] = [
  ['臺北市', '中正區', '100'],
  ['高雄市', '前鎮區', '806'],
  ['連江縣', '南竿鄉', '209'],
  ['澎湖縣', '馬公市', '880'],
  ['新竹市', '東區', '300'],
]

for (const [city, area, zipcode] of places) {
  test(`${city}${area} is ${zipcode}`, () => {
    assert.equal(zipcodeOf(cities, { city, area, zipcode: '' }), zipcode)
  })
}

test('an unknown place keeps what was typed', () => {
  assert.equal(zipcodeOf(cities, { city: '臺北市', area: '無此區', zipcode: '12345' }), '12345')
  assert.deepEqual(districtsOf(cities, '無此市'), [])
})

for (const [city, area, zipcode, listed] of [
  ['臺北市', '中正區', '100', true],
  ['臺北市', '中正區', '100012', true],
  ['臺北市', '中正區', '110', false],
  ['臺北市', '前鎮區', '806', false],
  ['東京都', '澀谷區', '999', false],
] as const) {
  test(`${zipcode} ${city}${area} is ${listed ? 'a' : 'no'} place of the list`, () => {
    assert.equal(isListedPlace(cities, { city, area, zipcode }), listed)
  })
}

for (const [zipcode, place] of [
  ['106', { city: '臺北市', area: '大安區' }],
  ['10642', { city: '臺北市', area: '大安區' }],
  ['209', { city: '連江縣', area: '南竿鄉' }],
  ['300', { city: '新竹市', area: '' }],
  ['600', { city: '嘉義市', area: '' }],
  ['999', undefined],
  ['10', undefined],
] as const) {
  test(`${zipcode} is ${JSON.stringify(place)}`, () => {
    assert.deepEqual(placeOf(cities, zipcode), place)
  })
}

test("a district keeps a longer zipcode of its own, and replaces another's", () => {
  const place = { city: '臺北市', area: '大安區' }
  assert.equal(zipcodeOf(cities, { ...place, zipcode: '106420' }), '106420')
  assert.equal(zipcodeOf(cities, { ...place, zipcode: '100' }), '106')
})
