import type {
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  Product as ProductData,
  ProductGroup,
  UnitPriceSpecification,
  WithContext,
  BreadcrumbList,
  Organization,
  Thing,
  WebSite,
} from 'schema-dts'

import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import {
  HANDLING_DAYS,
  RETURN_DAYS,
  TRANSIT_DAYS,
  BRAND,
  LANGUAGE,
  TAGLINE,
} from '../company/company.ts'
import { COMPANY } from '../company/trade.ts'
import { deliveryFee } from '../price/price.ts'
import {
  endOfTaipeiDay,
  type Availability,
  sizeAvailability,
  promiseOn,
} from '../product/availability.ts'
import type { Product, Sale } from '../product/product.ts'
import { type Size, variantSku } from '../product/sizes.ts'
import { digitalLinkPath, PATHS, productPath } from '../routes/paths.ts'
import { absoluteUrl } from '../routes/site-url.ts'
import { taipeiDay, dayAfter } from '../time/taipei-time.ts'

/** Validity of a stated price, in days. */
export const PRICE_VALID_DAYS = 180

const DAY = 24 * 60 * 60 * 1000

const AVAILABILITY = {
  preorder: 'https://schema.org/PreOrder',
  'back-order': 'https://schema.org/BackOrder',
  paused: 'https://schema.org/OutOfStock',
  'in-stock': 'https://schema.org/InStock',
  'sold-out': 'https://schema.org/OutOfStock',
} as const satisfies Record<Availability, string>

/** The last day on which a price stated at `now` holds, in Taipei. */
export function priceValidUntil(now: Date): string {
  return taipeiDay(new Date(now.getTime() + PRICE_VALID_DAYS * DAY))
}

/** The @id of a product's data, to which its garment page points. */
export function productNodeId(id: string): string {
  return `${absoluteUrl(productPath(id))}#product`
}

const days = ({ from, to }: { readonly from: number; readonly to: number }) =>
  ({ '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' }) as const

// Parcels leave when the shirts are made, so the handling time runs until then. A day that passed
// unanswered promises none.
function handling(product: Product, now: Date) {
  const promise = promiseOn(product, now)
  if (promise.kind === 'here') return { handlingTime: days(HANDLING_DAYS) }
  if (promise.kind === 'unsettled') return {}
  const left = (endOfTaipeiDay(promise.day).getTime() - now.getTime()) / DAY
  const rest = Math.max(1, Math.ceil(left))
  return { handlingTime: days({ from: rest, to: rest }) }
}

const SHIPPING_ID = '#shipping-policy'
const RETURNS_ID = '#return-policy'

function shipping(product: Product, now: Date): WithContext<OfferShippingDetails> {
  return {
    '@context': 'https://schema.org',
    '@type': 'OfferShippingDetails',
    '@id': SHIPPING_ID,
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'TW' },
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: deliveryFee(product.price),
      currency: product.currency,
    },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      ...handling(product, now),
      transitTime: days(TRANSIT_DAYS),
    },
  }
}

const RETURNS: WithContext<MerchantReturnPolicy> = {
  '@context': 'https://schema.org',
  '@id': RETURNS_ID,
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'TW',
  returnPolicyCountry: 'TW',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: RETURN_DAYS,
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/FreeReturn',
  refundType: 'https://schema.org/FullRefund',
  merchantReturnLink: absoluteUrl(PATHS.policy),
}

// The price beside which the present one is lower (Google, sale prices).
function usualPrice(sale: Sale, { currency }: Product): UnitPriceSpecification {
  return {
    '@type': 'UnitPriceSpecification',
    priceType: 'https://schema.org/StrikethroughPrice',
    price: sale.usualPrice,
    priceCurrency: currency,
  }
}

function offer(product: Product, size: Size, now: Date): Offer {
  const is = sizeAvailability(product, size, now)
  const ships = product.estimated_ship_date
  const isDated = is === 'preorder' || is === 'back-order'
  return {
    '@type': 'Offer',
    // Each variant has an address that chooses it (Google, product variants); the page's canonical address is one.
    url: absoluteUrl(`${productPath(product.id)}?size=${size}`),
    price: product.price,
    priceCurrency: product.currency,
    priceValidUntil: product.sale?.until ?? priceValidUntil(now),
    ...(product.sale ? { priceSpecification: usualPrice(product.sale, product) } : {}),
    availability: AVAILABILITY[is],
    ...(isDated && ships !== undefined ? { availabilityStarts: `${ships}T00:00:00+08:00` } : {}),
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: { '@id': SHIPPING_ID },
    hasMerchantReturnPolicy: { '@id': RETURNS_ID },
  }
}

function variant(product: Product, size: Size, now: Date): ProductData {
  const color = product.colors.map(({ name }) => name).join('、')
  return {
    '@type': 'Product',
    sku: variantSku(product.id, size),
    name: `${product.title} ${color} ${size}`,
    image: absoluteUrl(product.image.src),
    size,
    color,
    offers: offer(product, size, now),
  }
}

/** Shared offer nodes for delivery and returns, as in Google's guide to variants. */
export function offerTermsData(
  product: Product,
  now = new Date(),
): readonly [WithContext<OfferShippingDetails>, WithContext<MerchantReturnPolicy>] {
  return [shipping(product, now), RETURNS]
}

/** A product with its size variants as search engines read it at `now`, by the same rule as the buttons. */
export function productData(product: Product, now = new Date()): WithContext<ProductGroup> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    '@id': productNodeId(product.id),
    productGroupID: product.id.toUpperCase(),
    name: product.title,
    description: product.subtitle,
    url: absoluteUrl(productPath(product.id)),
    image: [product.image, ...product.gallery].map(({ src }) => absoluteUrl(src)),
    brand: { '@type': 'Brand', name: BRAND },
    ...(product.gtin === undefined
      ? {}
      : { gtin: product.gtin, hasGS1DigitalLink: absoluteUrl(digitalLinkPath(product.gtin)) }),
    category: product.category,
    material: product.material,
    color: product.colors.map(({ name }) => name).join('、'),
    audience: { '@type': 'PeopleAudience', suggestedGender: 'unisex', suggestedMinAge: 13 },
    variesBy: ['https://schema.org/size'],
    hasVariant: product.sizes.map((size) => variant(product, size, now)),
  }
}

/** One step on the way from the home page to a page; page and structured data show the same steps. */
export type Breadcrumb = { readonly label: string; readonly path: string }

/** The @id of the shop itself, to which other data point. */
export const ORGANIZATION_ID = absoluteUrl('/#organization')

/** Structured data as a script's text: no value in it can end the script or start a comment. */
export function structuredDataText(
  data: WithContext<Thing> | readonly WithContext<Thing>[],
): string {
  return JSON.stringify(data)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}

/** The shop as an organization. */
export function organizationData(profiles: readonly string[]): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': ORGANIZATION_ID,
    name: BRAND,
    legalName: COMPANY,
    slogan: TAGLINE,
    url: absoluteUrl('/'),
    logo: absoluteUrl('/icon-512.png'),
    email: CONTACT_EMAIL,
    sameAs: profiles,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: CONTACT_EMAIL,
      availableLanguage: LANGUAGE,
    },
  }
}

/** The shop as a web site. */
export function webSiteData(): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: BRAND,
    url: absoluteUrl('/'),
    inLanguage: LANGUAGE,
    publisher: { '@id': ORGANIZATION_ID },
  }
}

/** The way to a page, the same that the page shows. */
export function breadcrumbData(breadcrumbs: readonly Breadcrumb[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: absoluteUrl(path),
    })),
  }
}

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

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')
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
  { size, color }: { readonly size: Size; readonly color: string },
  reader: FeedReader,
  now: Date,
): readonly Field[] {
  const place = product.colors.findIndex(({ name }) => name === color)
  const sku = `${variantSku(product.id, size)}${place > 0 ? `-${place + 1}` : ''}`
  const pictures = product.gallery.slice(0, MOST_PICTURES)
  const fee = deliveryFee(product.price)
  return [
    ['g:id', cut(sku, LIMITS.id)],
    ['g:title', cut(`${product.title} ${color} ${size}`, LIMITS.title)],
    ['g:description', cut(`${product.subtitle}。${product.material}。`, LIMITS.description)],
    ['g:link', absoluteUrl(`${productPath(product.id)}?size=${size}`)],
    ['g:image_link', absoluteUrl(product.image.src)],
    ...pictures.map(({ src }) => ['g:additional_image_link', absoluteUrl(src)] as const),
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
    product.colors.flatMap(({ name: color }) =>
      product.sizes
        .filter((size) => isTaken(product, size, reader, now))
        .map((size) => feedItem(product, { size, color }, reader, now)),
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
