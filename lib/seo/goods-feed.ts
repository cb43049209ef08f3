import { BRAND, TAGLINE } from '../company/company.ts'
import { deliveryFee } from '../price/price.ts'
import { type Availability, sizeAvailability } from '../product/availability.ts'
import type { Product } from '../product/product.ts'
import type { Size } from '../product/sizes.ts'
import { productPath } from '../routes/paths.ts'
import { absoluteUrl } from '../routes/site-url.ts'
import { variantSku } from './structured-data.ts'

/** Who reads a feed: Google Merchant Center, or Meta's catalogue. */
export const FEED_READERS = ['google', 'meta'] as const
export type FeedReader = (typeof FEED_READERS)[number]

/** Lengths of Google's product data specification, in characters. */
export const FEED_LIMITS = { id: 50, title: 150, description: 5000, pictures: 10 } as const

// Google's and Meta's words of the same state; what waits for an answer is not sold.
const STATES = {
  google: {
    preorder: 'preorder',
    'back-order': 'backorder',
    'in-stock': 'in_stock',
    paused: 'out_of_stock',
    'sold-out': 'out_of_stock',
  },
  meta: {
    preorder: 'preorder',
    'back-order': 'available for order',
    'in-stock': 'in stock',
    paused: 'out of stock',
    'sold-out': 'out of stock',
  },
} as const satisfies Readonly<Record<FeedReader, Readonly<Record<Availability, string>>>>

/** Apparel & Accessories > Clothing > Shirts & Tops in Google's taxonomy, which Meta reads too. */
const CATEGORY = '212'

type Field = readonly [name: string, value: string]

/** A text as XML holds it, without the characters that XML 1.0 does not allow. */
function xmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')
const amount = (value: number) => `${value} TWD`

function priceFields({ price, sale, sale_start: start }: Product): readonly Field[] {
  if (!sale) return [['g:price', amount(price)]]
  const span = `${start}T00:00:00+08:00/${sale.until}T23:59:59+08:00`
  return [
    ['g:price', amount(sale.usualPrice)],
    ['g:sale_price', amount(price)],
    ...(start === undefined ? [] : [['g:sale_price_effective_date', span] as const]),
  ]
}

// A day is asked for where goods are not here yet (Google: availability_date).
function stateFields(
  product: Product,
  size: Size,
  reader: FeedReader,
  now: Date,
): readonly Field[] {
  const is = sizeAvailability(product, size, now)
  const day = product.estimated_ship_date
  const isLater = is === 'preorder' || is === 'back-order'
  return [
    ['g:availability', STATES[reader][is]],
    ...(isLater && day !== undefined
      ? [['g:availability_date', `${day}T00:00:00+08:00`] as const]
      : []),
  ]
}

// A GTIN is of one thing: a product of several variants has none for each. The label makes its own
// goods, so its SKU is the maker's number.
function identifierFields({ gtin, sizes, colors }: Product, sku: string): readonly Field[] {
  const isOne = sizes.length * colors.length === 1
  return [
    ['g:brand', BRAND],
    ['g:mpn', sku],
    gtin !== undefined && isOne ? ['g:gtin', gtin] : ['g:identifier_exists', 'no'],
  ]
}

/** The fields of one variant, by the names of Google's product data specification. */
export function feedItem(
  product: Product,
  { size, color }: { readonly size: Size; readonly color: string },
  reader: FeedReader,
  now: Date,
): readonly Field[] {
  const place = product.colors.findIndex(({ name }) => name === color)
  const sku = `${variantSku(product.id, size)}${place > 0 ? `-${place + 1}` : ''}`
  const pictures = product.gallery.slice(0, FEED_LIMITS.pictures)
  const fee = deliveryFee(product.price)
  return [
    ['g:id', cut(sku, FEED_LIMITS.id)],
    ['g:title', cut(`${product.title} ${color} ${size}`, FEED_LIMITS.title)],
    ['g:description', cut(`${product.subtitle}。${product.material}。`, FEED_LIMITS.description)],
    ['g:link', absoluteUrl(`${productPath(product.id)}?size=${size}`)],
    ['g:image_link', absoluteUrl(product.image.src)],
    ...pictures.map(({ src }) => ['g:additional_image_link', absoluteUrl(src)] as const),
    ...stateFields(product, size, reader, now),
    ...priceFields(product),
    ...identifierFields(product, sku),
    ['g:item_group_id', product.id.toUpperCase()],
    ['g:color', color],
    ['g:size', size],
    ['g:material', product.material],
    ['g:gender', 'unisex'],
    ['g:age_group', 'adult'],
    ['g:condition', 'new'],
    ['g:google_product_category', CATEGORY],
    ['g:product_type', product.category],
    ['g:shipping', `TW:::${amount(fee)}`],
  ]
}

function shippingXml(value: string): string {
  const [country = '', , , price = ''] = value.split(':')
  return `<g:shipping><g:country>${country}</g:country><g:price>${price}</g:price></g:shipping>`
}

function fieldXml([name, value]: Field): string {
  return name === 'g:shipping' ? shippingXml(value) : `<${name}>${xmlText(value)}</${name}>`
}

/** Every variant of the goods on sale as RSS 2.0 with Google's fields, which Meta's catalogue reads too (rule 1272). */
export function goodsFeed(products: readonly Product[], reader: FeedReader, now: Date): string {
  const items = products.flatMap((product) =>
    product.colors.flatMap(({ name: color }) =>
      product.sizes.map((size) => feedItem(product, { size, color }, reader, now)),
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    `<title>${xmlText(BRAND)}</title>`,
    `<link>${xmlText(absoluteUrl('/'))}</link>`,
    `<description>${xmlText(TAGLINE)}</description>`,
    ...items.map((fields) => `<item>${fields.map(fieldXml).join('')}</item>`),
    '</channel></rss>',
    '',
  ].join('\n')
}
