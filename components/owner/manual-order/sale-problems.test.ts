import assert from 'node:assert/strict'
import { test } from 'node:test'

import { unitsField, priceField } from '#lib/owner/sale-form.ts'
import { makeOffer } from '#lib/price/price-cart.fixture.ts'
import type { Size } from '#lib/product/sizes.ts'
import { saleProblems, saleText } from './sale-problems.ts'

const sizes: Size[] = ['S', 'M']
const products = [
  {
    id: 'a',
    title: '旅見',
    price: 500,
    colors: [{ name: '白色', value: '#fff' }],
    sizes,
  },
]
const shop = { products, offers: [] }
const cities = [{ name: '臺北市', districts: [{ name: '大安區', zipcode: '106' }] }]
const M = unitsField('a', '白色', 'M')
const sale = { delivery: 'handed-over', invoiceKind: 'paper', [M]: '2' }
const sent = {
  ...sale,
  delivery: 'home',
  lastName: '王',
  firstName: '小明',
  phone: '0912345678',
  zipcode: '106',
  city: '臺北市',
  area: '大安區',
  address: '信義路 1 號',
}

const cases: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
  ['nothing is wrong at a market', sale, []],
  ['no units', { ...sale, [M]: '' }, [unitsField('a', '白色', 'S')]],
  ['units that are no number', { ...sale, [M]: '2.5' }, [M]],
  ['a price that is none', { ...sale, [priceField('a')]: '0' }, [priceField('a')]],
  ['a reduction without its reason', { ...sale, reduction: '100' }, ['reductionReason']],
  ['a reduction of all', { ...sale, reduction: '1,000', reductionReason: '送' }, ['reduction']],
  ['a barcode that is none', { ...sale, invoiceKind: 'carrier', carrier: '/AB' }, ['carrier']],
  ['an invoice for nobody', { ...sale, invoiceKind: 'email' }, ['email']],
  ['an invoice by telephone', { ...sale, invoiceKind: 'email', phone: '0912345678' }, []],
  ['an e-mail that is none', { ...sale, email: 'fang@' }, ['email']],
  ['an order by telephone without an e-mail', sent, []],
  ['no address', { ...sent, address: '', city: '' }, ['city', 'address']],
  [
    'a store without a mobile number',
    { ...sent, delivery: 'store', phone: '0223456789' },
    ['phone', 'store'],
  ],
]
for (const [what, fields, names] of cases) {
  test(`a sale typed by hand, ${what}: the fields that are wrong`, () => {
    const { messages, isPlaceDoubtful } = saleProblems(fields, shop, cities)
    assert.deepEqual(Object.keys(messages).toSorted(), [...names].toSorted())
    assert.equal(isPlaceDoubtful, false)
  })
}

test('a place that is not on the list is asked about once', () => {
  const odd = { ...sent, zipcode: '813' }
  assert.equal(saleProblems(odd, shop, cities).isPlaceDoubtful, true)
  const said = { ...odd, placeConfirmed: 'yes' }
  assert.equal(saleProblems(said, shop, cities).isPlaceDoubtful, false)
})

test('a waiting sale says its units and its sum', () => {
  assert.equal(saleText({ ...sale, [priceField('a')]: '450' }, shop), '旅見 M ×2，NT$900')
})

test('a sale in an offer says its sum, and lets go less than that', () => {
  const offered = { products, offers: [makeOffer()] }
  assert.equal(saleText(sale, offered), '旅見 M ×2，NT$900')
  const reduced = { ...sale, reduction: '900', reductionReason: '送' }
  assert.deepEqual(Object.keys(saleProblems(reduced, offered, cities).messages), ['reduction'])
  assert.deepEqual(saleProblems({ ...reduced, reduction: '899' }, offered, cities).messages, {})
})
