import { BRAND, TAGLINE } from '#lib/company/company.ts'
import { largePicture } from '#lib/content/shown-picture.ts'
import { deliveryFee } from '#lib/price/price.ts'
import { type Availability, sizeAvailability } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import type { Size } from '#lib/product/sizes.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import { dayAfter, taipeiDay } from '#lib/time/taipei-time.ts'
import { skuOf, type Variant, variantsOf, variantUrl } from './variants.ts'

/** Who reads a feed: Google Merchant Center, or Meta's catalogue. */
export const FEED_READERS = ['google', 'meta'] as const

export type FeedReader = (typeof FEED_READERS)[number]

/** Lengths of Google's product data specification, in characters; Meta's are longer. */
const LIMITS = { id: 50, title: 150, description: 5000, color: 40, material: 200 } as const

/** The most further pictures of a variant. */
const MOST_PICTURES = 10

/** A promised day lies no further ahead for Google, in days. */
const MOST_AHEAD = 365

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

const cut = (text: string, max: number) => Array.from(text).slice(0, max).join('')

const amount = (value: number) => `${value} TWD`

// Both take ISO 8601 without seconds; Google writes the offset without a colon, Meta with one.
const OFFSETS = { google: '+0800', meta: '+08:00' } as const

const instant = (day: string, time: string, reader: FeedReader) =>
  `${day}T${time}${OFFSETS[reader]}`

function priceFields(
  { price, sale, sale_start: start }: Product,
  reader: FeedReader,
): readonly Field[] {
  if (!sale) return [['g:price', amount(price)]]
  const days = (from: string) =>
    `${instant(from, '00:00', reader)}/${instant(sale.until, '23:59', reader)}`
  return [
    ['g:price', amount(sale.usualPrice)],
    ['g:sale_price', amount(price)],
    ...(start === undefined ? [] : [['g:sale_price_effective_date', days(start)] as const]),
  ]
}

const isLater = (is: Availability) => is === 'preorder' || is === 'back-order'

/** Whether a reader takes a variant: Google wants a day, within a year, for goods that are not here yet. */
function isTaken(product: Product, size: Size, reader: FeedReader, now: Date): boolean {
  if (reader !== 'google' || !isLater(sizeAvailability(product, size, now))) return true
  const day = product.estimated_ship_date
  return day !== undefined && day <= dayAfter(taipeiDay(now), MOST_AHEAD)
}

// Meta has no field for the day.
function stateFields(
  product: Product,
  size: Size,
  reader: FeedReader,
  now: Date,
): readonly Field[] {
  const is = sizeAvailability(product, size, now)
  const day = product.estimated_ship_date
  const state: Field = ['g:availability', STATES[reader][is]]
  if (reader !== 'google' || !isLater(is) || day === undefined) return [state]
  return [state, ['g:availability_date', instant(day, '00:00', reader)]]
}

const isSingle = ({ sizes, colors }: Product) => sizes.length * colors.length === 1

// A GTIN is of one thing: a product of several variants has none for each. The label makes its own goods, so its
// SKU is the maker's number; with brand and number nothing says that there is no identifier.
function identifierFields(product: Product, sku: string): readonly Field[] {
  const { gtin } = product
  return [
    ['g:brand', BRAND],
    ['g:mpn', sku],
    ...(gtin !== undefined && isSingle(product) ? [['g:gtin', gtin] as const] : []),
    // Only variants are a group.
    ...(isSingle(product) ? [] : [['g:item_group_id', product.id.toUpperCase()] as const]),
  ]
}

/** The fields of one variant, by the names of Google's product data specification. */
function feedItem(
  product: Product,
  variant: Variant,
  reader: FeedReader,
  now: Date,
): readonly Field[] {
  const { size, color } = variant
  const sku = skuOf(product, variant)
  const pictures = product.gallery.slice(0, MOST_PICTURES)
  const fee = deliveryFee(product.price)
  return [
    ['g:id', cut(sku, LIMITS.id)],
    ['g:title', cut(`${product.title} ${color} ${size}`, LIMITS.title)],
    ['g:description', cut(`${product.subtitle}。${product.material}。`, LIMITS.description)],
    ['g:link', variantUrl(product, variant)],
    ['g:image_link', absoluteUrl(largePicture(product.image.src))],
    ...pictures.map(
      ({ src }) => ['g:additional_image_link', absoluteUrl(largePicture(src))] as const,
    ),
    ...stateFields(product, size, reader, now),
    ...priceFields(product, reader),
    ...identifierFields(product, sku),
    ['g:color', cut(color, LIMITS.color)],
    ['g:size', size],
    ['g:material', cut(product.material, LIMITS.material)],
    ['g:gender', 'unisex'],
    ['g:age_group', 'adult'],
    ['g:condition', 'new'],
    ['g:google_product_category', CATEGORY],
    ['g:product_type', product.category],
    ['g:shipping', `TW:::${amount(fee)}`],
  ]
}

function fieldXml([name, value]: Field): string {
  if (name !== 'g:shipping') return `<${name}>${xmlText(value)}</${name}>`
  const [country = '', , , price = ''] = value.split(':')
  return `<g:shipping><g:country>${country}</g:country><g:price>${price}</g:price></g:shipping>`
}

/** Every variant of the goods on sale as RSS 2.0 with Google's fields, which Meta's catalogue reads too. */
export function goodsFeed(products: readonly Product[], reader: FeedReader, now: Date): string {
  const items = products.flatMap((product) =>
    variantsOf(product)
      .filter(({ size }) => isTaken(product, size, reader, now))
      .map((variant) => feedItem(product, variant, reader, now)),
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
