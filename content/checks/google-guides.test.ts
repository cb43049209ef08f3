import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Article, articleData } from '#lib/blog/article.ts'
import { garmentData, type Garment } from '#lib/garment/garment.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import {
  offerTermsData,
  productData,
  breadcrumbData,
  organizationData,
  structuredDataText,
  webSiteData,
} from '#lib/seo/structured-data.ts'
import { guideFaults } from './google-guides.ts'

const now = new Date('2027-01-10T04:00:00Z')
const parse = (data: Parameters<typeof structuredDataText>[0]): unknown[] =>
  [JSON.parse(structuredDataText(data))].flat()

const garment: Garment = {
  id: 'shirt',
  title: '晴天',
  subtitle: undefined,
  creator: {
    slug: 'studio',
    name: '共衣設計室',
    kind: 'studio',
    description: '設計室',
    links: [],
    shares: [],
    works: ['shirt'],
    licence: '保留',
    markdown: '',
    html: '',
  },
  motif: undefined,
  gtin: '00012345600012',
  image: { src: '/images/a.jpg', alt: '正面' },
  care: ['冷水'],
  greeting: undefined,
  article: undefined,
  markdown: '',
  html: '',
  isWoven: true,
}

const article: Article = {
  slug: 'first',
  title: '第一篇',
  date: '2026-11-01',
  updated: '2026-12-01',
  tags: [],
  author: 'OURTEE 編輯室',
  cover: { src: '/images/a.jpg', alt: '正面' },
  excerpt: '短',
  markdown: '短',
  html: '<p>短</p>',
}

const preorder = {
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
}
const sold = [
  ['in stock', makeProduct({ gtin: '00012345600012' })],
  ['sold out', makeProduct({ stock: 0 })],
  ['a pre-order', makeProduct({ ...preorder })],
] as const

for (const [state, product] of sold) {
  test(`Google's guides have nothing against the data of a product that is ${state}`, () => {
    const data = parse([productData(product, now), ...offerTermsData(product, now)])
    assert.deepEqual(guideFaults(data), [])
  })
}

const pages = [
  ['a garment page', garmentData(garment, true)],
  ['the page of a garment that is gone', garmentData(garment, false)],
  ['an article', articleData(article)],
  [
    'breadcrumbs',
    breadcrumbData([
      { label: '首頁', path: '/' },
      { label: '商品', path: '/shop' },
    ]),
  ],
  ['the shop', organizationData([])],
  ['the site', webSiteData()],
] as const

for (const [name, data] of pages) {
  test(`Google's guides have nothing against the data of ${name}`, () => {
    assert.deepEqual(guideFaults(parse(data)), [])
  })
}

test('the guides are asked: a product without an offer and a reference to nothing are faults', () => {
  const data = [
    { '@type': 'Product', name: '晴天', sku: 'SHIRT', image: 'https://shop.example/a.jpg' },
    { '@type': 'WebPage', about: { '@id': '#nowhere' } },
    { '@type': 'Recipe' },
  ]
  assert.deepEqual(
    guideFaults(data).map((fault) => fault.replace(/:.*/, '')),
    ['Product.offers', '#nowhere is nowhere on the page', 'Recipe has no guide'],
  )
})

test('a product and its garment page point at the same node', () => {
  const [group] = parse(productData(makeProduct(), now))
  const [page] = parse(garmentData(garment, true))
  assert.partialDeepStrictEqual(page, { about: { '@id': Object(group)['@id'] } })
})
