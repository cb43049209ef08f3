import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '#lib/product/product.fixture.ts'
import { asSoldAt, type Product } from '#lib/product/product.ts'
import { FEED_READERS, type FeedReader, goodsFeed } from './product-feed.ts'

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

test('a day is reported to Google alone, and only where goods come later', () => {
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

test('every variant has a link of its own, which chooses its colour and size', () => {
  for (const reader of FEED_READERS) {
    const links = itemsOf(goodsFeed(products, reader, now)).map((item) => one(item, 'link'))
    assert.equal(new Set(links).size, links.length)
  }
})
