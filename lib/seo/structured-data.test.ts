import assert from 'node:assert/strict'
import { test } from 'node:test'

import { FREE_DELIVERY_FROM } from '#lib/company/purchase-terms.ts'
import { makeProduct } from '../product/product.fixture.ts'
import { asSoldAt, type Product } from '../product/product.ts'
import { variantSku } from '../product/sizes.ts'
import {
  breadcrumbData,
  organizationData,
  structuredDataText,
  webSiteData,
  offerTermsData,
  priceValidUntil,
  productData,
  FEED_READERS,
  type FeedReader,
  goodsFeed,
} from './structured-data.ts'

const hostile = '</script><script>alert(1)</script><!-- & \u2028\u2029'

test('no text can end the script, open a comment or break a line', () => {
  const text = structuredDataText(breadcrumbData([{ label: hostile, path: '/' }]))
  assert.doesNotMatch(text, /[<>&\u2028\u2029]/u)
  assert.equal(JSON.parse(text).itemListElement[0].name, hostile)
})

test('breadcrumbs are counted from one and lead to full addresses', () => {
  const breadcrumbs = [
    { label: '首頁', path: '/' },
    { label: '商品', path: '/shop' },
  ]
  const { itemListElement } = JSON.parse(structuredDataText(breadcrumbData(breadcrumbs)))
  assert.deepEqual(
    itemListElement.map((item: { position: number; name: string }) => [item.position, item.name]),
    [
      [1, '首頁'],
      [2, '商品'],
    ],
  )
  assert.match(itemListElement[1].item, /^https?:\/\/[^/]+\/shop$/)
})

test('the shop names itself once and its site points to it', () => {
  const [organization, site] = JSON.parse(
    structuredDataText([organizationData(['https://example.com/ourtee']), webSiteData()]),
  )
  assert.equal(organization.name, 'OURTEE 共衣')
  assert.deepEqual(organization.sameAs, ['https://example.com/ourtee'])
  assert.equal(site.publisher['@id'], organization['@id'])
})

const shirt = makeProduct({
  id: 'tee-001',
  title: '晴天 T 恤',
  subtitle: '白色有機棉短袖',
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  price: 1540,
  sizes: ['S', 'M', 'L', 'XL', 'XXL'],
  stock: 100,
  image: { src: '/images/products/tee-001-front.jpg', alt: '正面' },
  gallery: [{ src: '/images/products/tee-001-back.jpg', alt: '背面' }],
  html: '<p>內文</p>',
})

const before = new Date('2027-02-28T15:59:59.999Z')
const after = new Date('2027-02-28T16:00:00.000Z')
const late = new Date('2027-03-31T16:00:00.000Z')

/** The data as a search engine parses them. */
function parseData(product: Product, now: Date) {
  return JSON.parse(structuredDataText(productData(product, now)))
}

const sides = [
  { product: shirt, now: before, availability: 'PreOrder', starts: '2027-03-31T00:00:00+08:00' },
  { product: shirt, now: after, availability: 'BackOrder', starts: '2027-03-31T00:00:00+08:00' },
  { product: shirt, now: late, availability: 'OutOfStock', starts: undefined },
  {
    product: { ...shirt, preorder: false, estimated_ship_date: undefined },
    now: after,
    availability: 'InStock',
    starts: undefined,
  },
  {
    product: { ...shirt, stock: 0 },
    now: before,
    availability: 'PreOrder',
    starts: '2027-03-31T00:00:00+08:00',
  },
  { product: { ...shirt, stock: 0 }, now: after, availability: 'OutOfStock', starts: undefined },
  {
    product: { ...shirt, preorder: false, stock: 0 },
    now: before,
    availability: 'OutOfStock',
    starts: undefined,
  },
]

for (const { product, now, availability, starts } of sides) {
  test(`stock ${product.stock} at ${now.toISOString()} is ${availability}`, () => {
    for (const { offers } of parseData(product, now).hasVariant) {
      assert.equal(offers.availability, `https://schema.org/${availability}`)
      assert.equal(offers.availabilityStarts, starts)
    }
  })
}

test('a product is a group with one variant for each size', () => {
  const group = parseData(shirt, before)
  assert.equal(group['@type'], 'ProductGroup')
  assert.equal(group.productGroupID, 'TEE-001')
  assert.deepEqual(group.variesBy, ['https://schema.org/size'])
  assert.equal(group.material, '100% 有機棉')
  assert.equal(group.brand.name, 'OURTEE 共衣')
  assert.equal(group.image.length, 2)
  assert.deepEqual(
    group.hasVariant.map((variant: { sku: string; size: string }) => [variant.sku, variant.size]),
    shirt.sizes.map((size) => [variantSku('tee-001', size), size]),
  )
  for (const { offers, name, color, image, size } of group.hasVariant) {
    assert.match(name, /^晴天 T 恤 白色 /)
    assert.equal(color, '白色')
    assert.match(image, /^http.*\/images\/products\/tee-001-front\.jpg$/)
    assert.equal(offers.price, 1540)
    assert.equal(offers.priceCurrency, 'TWD')
    assert.equal(offers.itemCondition, 'https://schema.org/NewCondition')
    assert.match(offers.url, new RegExp(`/product/tee-001\\?size=${size}$`))
    assert.deepEqual(offers.shippingDetails, { '@id': '#shipping-policy' })
    assert.deepEqual(offers.hasMerchantReturnPolicy, { '@id': '#return-policy' })
  }
})

test('a price holds for 180 days by the calendar of Taipei', () => {
  assert.equal(priceValidUntil(new Date('2026-11-21T15:59:59Z')), '2027-05-20')
  assert.equal(priceValidUntil(new Date('2026-11-21T16:00:00Z')), '2027-05-21')
})

function terms(product: Product, now: Date) {
  return JSON.parse(structuredDataText(offerTermsData(product, now)))
}

test('delivery is in Taiwan, free from the free limit on, else NT$80', () => {
  const [dear] = terms(shirt, after)
  assert.equal(dear['@id'], '#shipping-policy')
  assert.equal(dear.shippingDestination.addressCountry, 'TW')
  assert.deepEqual(dear.shippingRate, { '@type': 'MonetaryAmount', value: 0, currency: 'TWD' })
  const [cheap] = terms({ ...shirt, price: FREE_DELIVERY_FROM - 1 }, after)
  assert.equal(cheap.shippingRate.value, 80)
})

const handling = (now: Date) => terms(shirt, now)[0].deliveryTime.handlingTime

test('goods in stock are handed over in 1 to 3 days, a pre-order when its shirts are made', () => {
  const here = { ...shirt, preorder: false, estimated_ship_date: undefined }
  const [{ deliveryTime }] = terms(here, after)
  assert.deepEqual([deliveryTime.handlingTime.minValue, deliveryTime.handlingTime.maxValue], [1, 3])
  const back = handling(after)
  assert.deepEqual([back.minValue, back.maxValue], [31, 31])
  const early = handling(new Date('2027-02-28T15:00:00Z'))
  assert.deepEqual([early.minValue, early.maxValue], [32, 32])
})

test('goods come back within 7 days, free of charge', () => {
  const [, returns] = terms(shirt, before)
  assert.equal(returns['@id'], '#return-policy')
  assert.equal(returns.merchantReturnDays, 7)
  assert.equal(returns.returnFees, 'https://schema.org/FreeReturn')
  assert.equal(returns.applicableCountry, 'TW')
})

test('a sale says the usual price, struck through, and until when the lower one holds', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const sale = { ...shirt, sale_price: 1290, sale_start: '2026-12-01', sale_end: '2026-12-15' }
  const [variant] = parseData(asSoldAt(sale, now), now).hasVariant
  assert.partialDeepStrictEqual(variant, {
    offers: {
      price: 1290,
      priceValidUntil: '2026-12-15',
      priceSpecification: {
        priceType: 'https://schema.org/StrikethroughPrice',
        price: shirt.price,
        priceCurrency: 'TWD',
      },
    },
  })
})

const now = new Date('2027-02-01T04:00:00.000Z')
const ADS = 'http://base.google.com/ns/1.0'

/** The items of a feed, each as its fields by name. */
function itemsOf(xml: string): readonly ReadonlyMap<string, readonly string[]>[] {
  assert.ok(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>'))
  assert.ok(xml.includes(`xmlns:g="${ADS}"`))
  return [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => {
    const fields = new Map<string, string[]>()
    for (const [, name = '', value = ''] of item.matchAll(/<g:([a-z_]+)>(.*?)<\/g:\1>/gs)) {
      fields.set(name, [...(fields.get(name) ?? []), value])
    }
    return fields
  })
}

const one = (item: ReadonlyMap<string, readonly string[]> | undefined, name: string) =>
  item?.get(name)?.[0]

const products: readonly Product[] = [
  makeProduct({ id: 'here' }),
  makeProduct({ id: 'cheap', price: 1540 }),
  makeProduct({ id: 'gone', stock: 0 }),
  makeProduct({
    id: 'early',
    preorder: true,
    preorder_deadline: '2027-02-28',
    estimated_ship_date: '2027-03-31',
    stock: 0,
  }),
  makeProduct({
    id: 'back',
    preorder: true,
    preorder_deadline: '2027-01-31',
    estimated_ship_date: '2027-03-31',
    stock: 5,
  }),
  asSoldAt(
    makeProduct({ id: 'sale', sale_price: 400, sale_start: '2027-01-30', sale_end: '2027-02-05' }),
    now,
  ),
  makeProduct({
    id: 'colours',
    title: `A & B <${'長'.repeat(200)}>`,
    colors: [
      { name: '白色', value: '#FFFFFF' },
      { name: '黑色', value: '#000000' },
    ],
    gallery: Array.from({ length: 14 }, (_, index) => ({ src: `/images/${index}.jpg`, alt: '' })),
  }),
  makeProduct({ id: 'single', sizes: ['M'], gtin: '04712345678904' }),
]

const text = (value: string) =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

type Demand = { readonly form: RegExp; readonly isNeeded?: true; readonly most?: number }

const PRICE = /^[1-9]\d* TWD$/
const WEB = /^https?:\/\/\S{1,1990}$/
const SHIPPING = /^<g:country>TW<\/g:country><g:price>\d+ TWD<\/g:price>$/

// Google: support.google.com/merchants/answer/7052112, 6324470 (availability_date), 6324478 (identifier_exists).
const DEMANDS: Readonly<Record<string, Demand>> = {
  id: { form: /^[\x21-\x7E]{1,50}$/, isNeeded: true },
  title: { form: /^.{1,150}$/u, isNeeded: true },
  description: { form: /^[^<]{1,5000}$/u, isNeeded: true },
  link: { form: WEB, isNeeded: true },
  image_link: { form: WEB, isNeeded: true },
  additional_image_link: { form: WEB, most: 10 },
  availability: { form: /^(?:in_stock|out_of_stock|preorder|backorder)$/, isNeeded: true },
  availability_date: { form: /^\d{4}-\d\d-\d\dT\d\d:\d\d\+0800$/ },
  price: { form: PRICE, isNeeded: true },
  sale_price: { form: PRICE },
  sale_price_effective_date: {
    form: /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d\+0800\/?){2}(?<!\/)$/,
  },
  brand: { form: /^.{1,70}$/u, isNeeded: true },
  gtin: { form: /^\d{8,14}$/ },
  mpn: { form: /^.{1,70}$/u, isNeeded: true },
  item_group_id: { form: /^[\w-]{1,50}$/ },
  color: { form: /^[^\d]{1,40}$/u, isNeeded: true },
  size: { form: /^.{1,100}$/u, isNeeded: true },
  material: { form: /^.{1,200}$/u },
  gender: { form: /^(?:male|female|unisex)$/, isNeeded: true },
  age_group: { form: /^adult$/, isNeeded: true },
  condition: { form: /^new$/, isNeeded: true },
  google_product_category: { form: /^212$/ },
  product_type: { form: /^.{1,750}$/u },
  shipping: { form: SHIPPING, isNeeded: true },
}

// Meta: developers.facebook.com/docs/marketing-api/catalog/reference; the rest is as Google has it.
const META: Readonly<Record<string, Demand>> = {
  ...DEMANDS,
  availability: {
    form: /^(?:in stock|out of stock|preorder|available for order)$/,
    isNeeded: true,
  },
  // It has no field for the day.
  availability_date: { form: /^$/ },
  sale_price_effective_date: {
    form: /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d\+08:00\/?){2}(?<!\/)$/,
  },
}

for (const [reader, demands] of [
  ['google', DEMANDS],
  ['meta', META],
] as const) {
  test(`every variant in the feed for ${reader} keeps its specification`, () => {
    const items = itemsOf(goodsFeed(products, reader, now))
    assert.equal(items.length, 6 * 2 + 2 * 2 + 1)
    const ids = items.map((item) => one(item, 'id'))
    assert.equal(new Set(ids).size, ids.length)
    for (const item of items) {
      const found = (name: string) => `${one(item, 'id')}: ${name} ${item.get(name)?.join()}`
      for (const [name, { isNeeded }] of Object.entries(demands)) {
        if (isNeeded) assert.ok(item.has(name), found(name))
      }
      for (const [name, values] of item) {
        const demand = demands[name]
        if (name === 'country') continue
        assert.ok(demand, found(name))
        assert.ok(values.length <= (demand.most ?? 1), found(name))
        for (const value of values) assert.match(text(value), demand.form, found(name))
      }
    }
  })
}

test('a day is told to Google alone, and only where goods come later', () => {
  for (const reader of FEED_READERS) {
    for (const item of itemsOf(goodsFeed(products, reader, now))) {
      const isLater = ['preorder', 'backorder'].includes(one(item, 'availability') ?? '')
      assert.equal(item.has('availability_date'), reader === 'google' && isLater)
    }
  }
})

const countLate = (day: string, reader: FeedReader) => {
  const days = { preorder_deadline: '2027-12-31', estimated_ship_date: day }
  const late = makeProduct({ id: 'late', preorder: true, ...days })
  return itemsOf(goodsFeed([late], reader, now)).length
}

test('goods that come in over a year stay out of Google’s feed, which would refuse them', () => {
  assert.deepEqual([countLate('2028-02-01', 'google'), countLate('2028-02-02', 'google')], [2, 0])
  assert.equal(countLate('2028-02-02', 'meta'), 2)
})

test('brand and the maker’s number identify goods without a GTIN, and one thing alone is no group', () => {
  for (const item of itemsOf(goodsFeed(products, 'google', now))) {
    const isSingle = one(item, 'id') === 'SINGLE-M'
    assert.ok(!item.has('identifier_exists'))
    assert.deepEqual([item.has('gtin'), item.has('item_group_id')], [isSingle, !isSingle])
  }
})

const itemOf = (id: string, reader: FeedReader = 'google') =>
  itemsOf(goodsFeed(products, reader, now)).find((item) => one(item, 'id') === id)

test('a feed says what the button says: here, gone, by when, and at which price', () => {
  assert.deepEqual(
    ['HERE-M', 'GONE-M', 'EARLY-M', 'BACK-M'].map((id) => one(itemOf(id), 'availability')),
    ['in_stock', 'out_of_stock', 'preorder', 'backorder'],
  )
  assert.equal(one(itemOf('EARLY-M'), 'availability_date'), '2027-03-31T00:00+0800')
  const sale = itemOf('SALE-M')
  assert.deepEqual(
    ['price', 'sale_price', 'sale_price_effective_date'].map((name) => one(sale, name)),
    ['500 TWD', '400 TWD', '2027-01-30T00:00+0800/2027-02-05T23:59+0800'],
  )
  assert.equal(
    one(itemOf('HERE-M'), 'shipping'),
    '<g:country>TW</g:country><g:price>80 TWD</g:price>',
  )
  assert.equal(
    one(itemOf('CHEAP-M'), 'shipping'),
    '<g:country>TW</g:country><g:price>0 TWD</g:price>',
  )
  assert.equal(one(itemOf('SINGLE-M'), 'gtin'), '04712345678904')
  assert.ok(itemOf('COLOURS-M-2'))
  assert.ok(one(itemOf('COLOURS-M'), 'title')?.startsWith('A &amp; B &lt;'))
})
