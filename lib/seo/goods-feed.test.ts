import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeProduct } from '../product/product.fixture.ts'
import { asSoldAt, type Product } from '../product/product.ts'
import { FEED_LIMITS, FEED_READERS, type FeedReader, goodsFeed } from './goods-feed.ts'

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

// Google: support.google.com/merchants/answer/7052112; Meta: business/help/120325381656392.
const STATES: Readonly<Record<FeedReader, readonly string[]>> = {
  google: ['in_stock', 'out_of_stock', 'preorder', 'backorder'],
  meta: ['in stock', 'out of stock', 'preorder', 'available for order'],
}
const NEEDED =
  'id title description link image_link availability price brand condition item_group_id color size gender age_group mpn shipping'.split(
    ' ',
  )

for (const reader of FEED_READERS) {
  test(`every variant in the feed for ${reader} keeps its specification (rule 1272)`, () => {
    const items = itemsOf(goodsFeed(products, reader, now))
    assert.equal(items.length, 6 * 2 + 2 * 2 + 1)
    const ids = items.map((item) => one(item, 'id'))
    assert.equal(new Set(ids).size, ids.length)
    for (const item of items) {
      for (const name of NEEDED) assert.ok(one(item, name), `${one(item, 'id')}: ${name}`)
      for (const [name, values] of item) {
        if (name !== 'additional_image_link') assert.equal(values.length, 1, name)
      }
      assert.ok((one(item, 'id') ?? '').length <= FEED_LIMITS.id)
      assert.ok(Array.from(one(item, 'title') ?? '').length <= FEED_LIMITS.title + 20)
      assert.ok((item.get('additional_image_link') ?? []).length <= FEED_LIMITS.pictures)
      for (const name of ['link', 'image_link']) assert.ok(URL.canParse(one(item, name) ?? ''))
      const state = one(item, 'availability') ?? ''
      assert.ok(STATES[reader].includes(state), state)
      assert.match(one(item, 'price') ?? '', /^[1-9]\d* TWD$/)
      const isLater = ['preorder', 'backorder', 'available for order'].includes(state)
      const day = one(item, 'availability_date')
      assert.equal(day !== undefined, isLater)
      if (day !== undefined) assert.match(day, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/)
      // Either a number of the world, or the word that there is none.
      assert.notEqual(item.has('gtin'), item.has('identifier_exists'))
    }
  })
}

const itemOf = (id: string, reader: FeedReader = 'google') =>
  itemsOf(goodsFeed(products, reader, now)).find((item) => one(item, 'id') === id)

test('a feed says what the button says: here, gone, by when, and at which price (rule 1272)', () => {
  assert.deepEqual(
    ['HERE-M', 'GONE-M', 'EARLY-M', 'BACK-M'].map((id) => one(itemOf(id), 'availability')),
    ['in_stock', 'out_of_stock', 'preorder', 'backorder'],
  )
  assert.equal(one(itemOf('EARLY-M'), 'availability_date'), '2027-03-31T00:00:00+08:00')
  const sale = itemOf('SALE-M')
  assert.deepEqual(
    ['price', 'sale_price', 'sale_price_effective_date'].map((name) => one(sale, name)),
    ['500 TWD', '400 TWD', '2027-01-30T00:00:00+08:00/2027-02-05T23:59:59+08:00'],
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
