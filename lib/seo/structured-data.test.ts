import assert from 'node:assert/strict'
import { test } from 'node:test'

import { FREE_DELIVERY_FROM } from '#lib/company/purchase-terms.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import { asSoldAt, type Product } from '#lib/product/product.ts'
import { variantSku } from '#lib/product/sizes.ts'
import {
  breadcrumbData,
  offerTermsData,
  organizationData,
  priceValidUntil,
  productData,
  structuredDataText,
  webSiteData,
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

test('the address of a variant chooses its colour where there are several', () => {
  const colors = [
    { name: '白色', value: '#ffffff' },
    { name: '黑色', value: '#000000' },
  ]
  const product = makeProduct({ id: 'tee-001', colors, sizes: ['S', 'M'] })
  const { variesBy, hasVariant } = parseData(product, before)
  assert.deepEqual(variesBy, ['https://schema.org/size', 'https://schema.org/color'])
  const variants = hasVariant.map(
    (one: { sku: string; color: string; offers: { url: string } }) => {
      const { searchParams } = new URL(one.offers.url)
      return [one.sku, one.color, searchParams.get('color'), searchParams.get('size')]
    },
  )
  assert.deepEqual(variants, [
    ['TEE-001-S', '白色', '白色', 'S'],
    ['TEE-001-M', '白色', '白色', 'M'],
    ['TEE-001-S-2', '黑色', '黑色', 'S'],
    ['TEE-001-M-2', '黑色', '黑色', 'M'],
  ])
})
