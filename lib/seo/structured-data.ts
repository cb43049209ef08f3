import type {
  BreadcrumbList,
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  Organization,
  Product as ProductData,
  ProductGroup,
  Thing,
  UnitPriceSpecification,
  WebSite,
  WithContext,
} from 'schema-dts'

import { handlingDays } from '#lib/company/closing.ts'
import { BRAND, LANGUAGE, RETURN_DAYS, TAGLINE, TRANSIT_DAYS } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY } from '#lib/company/trade.ts'
import { largePicture } from '#lib/content/shown-picture.ts'
import { deliveryFee } from '#lib/price/price.ts'
import { type Availability, promiseOn, sizeAvailability } from '#lib/product/availability.ts'
import type { Product, Sale } from '#lib/product/product.ts'
import { digitalLinkPath, PATHS, productPath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import { endOfTaipeiDay } from '#lib/time/taipei-time.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { skuOf, type Variant, variantsOf, variantUrl } from './variants.ts'

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
  if (promise.kind === 'here') return { handlingTime: days(handlingDays(now)) }
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

function offer(product: Product, { size, color }: Variant, now: Date): Offer {
  const is = sizeAvailability(product, size, now)
  const ships = product.estimated_ship_date
  const isDated = is === 'preorder' || is === 'back-order'
  return {
    '@type': 'Offer',
    url: variantUrl(product, { size, color }),
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

function variantData(product: Product, variant: Variant, now: Date): ProductData {
  const { size, color } = variant
  return {
    '@type': 'Product',
    sku: skuOf(product, variant),
    name: `${product.title} ${color} ${size}`,
    image: absoluteUrl(largePicture(product.image.src)),
    size,
    color,
    offers: offer(product, variant, now),
  }
}

/** Shared offer nodes for delivery and returns, as in Google's guide to variants. */
export function offerTermsData(
  product: Product,
  now = new Date(),
): readonly [WithContext<OfferShippingDetails>, WithContext<MerchantReturnPolicy>] {
  return [shipping(product, now), RETURNS]
}

/** A product with its variants as search engines read it at `now`, by the same rule as the buttons. */
export function productData(product: Product, now = new Date()): WithContext<ProductGroup> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    '@id': productNodeId(product.id),
    productGroupID: product.id.toUpperCase(),
    name: product.title,
    description: product.subtitle,
    url: absoluteUrl(productPath(product.id)),
    image: [product.image, ...product.gallery].map(({ src }) => absoluteUrl(largePicture(src))),
    brand: { '@type': 'Brand', name: BRAND },
    ...(product.gtin === undefined
      ? {}
      : { gtin: product.gtin, hasGS1DigitalLink: absoluteUrl(digitalLinkPath(product.gtin)) }),
    category: product.category,
    material: product.material,
    color: product.colors.map(({ name }) => name).join('、'),
    audience: { '@type': 'PeopleAudience', suggestedGender: 'unisex', suggestedMinAge: 13 },
    variesBy: [
      'https://schema.org/size',
      ...(product.colors.length > 1 ? ['https://schema.org/color'] : []),
    ],
    hasVariant: variantsOf(product).map((variant) => variantData(product, variant, now)),
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
