import { z } from 'zod'

const url = z.url()
const words = z.string().min(1)
const instant = z.iso.datetime({ offset: true })
const reference = z.strictObject({ '@id': words })
const amount = z.number().positive()

const AVAILABLE = 'https://schema.org/'

// Google, merchant listing: an offer; a date for what comes later.
const offer = z
  .looseObject({
    url,
    price: amount,
    priceCurrency: z.string().length(3),
    availability: z.enum(
      ['InStock', 'OutOfStock', 'PreOrder', 'BackOrder'].map((name) => AVAILABLE + name),
    ),
    availabilityStarts: instant.optional(),
    priceValidUntil: z.iso.date(),
    shippingDetails: reference,
    hasMerchantReturnPolicy: reference,
  })
  .refine(
    (one) => !/PreOrder|BackOrder/.test(one.availability) || one.availabilityStarts !== undefined,
    { message: 'a pre-order or back order names its day', path: ['availabilityStarts'] },
  )

const days = z.looseObject({ minValue: z.number().min(0), maxValue: z.number().min(0) })

/** What Google's guides require of a type, and recommend where the shop knows it. */
const GUIDES: Readonly<Record<string, z.ZodType>> = {
  // Product snippet: one of offers, review and aggregateRating. Merchant listing: picture and offer.
  Product: z.looseObject({ name: words, image: url, offers: offer, sku: words }),
  // Product variants.
  ProductGroup: z.looseObject({
    '@id': url,
    name: words,
    productGroupID: words,
    variesBy: z.array(url).min(1),
    hasVariant: z.array(z.looseObject({ '@type': z.literal('Product') })).min(1),
  }),
  Offer: offer,
  OfferShippingDetails: z.looseObject({
    '@id': words,
    shippingRate: z.looseObject({ value: z.number().min(0), currency: z.string().length(3) }),
    shippingDestination: z.looseObject({ addressCountry: z.string().length(2) }),
    deliveryTime: z.looseObject({ handlingTime: days, transitTime: days }),
  }),
  MerchantReturnPolicy: z.looseObject({
    '@id': words,
    applicableCountry: z.string().length(2),
    returnPolicyCategory: z.literal(`${AVAILABLE}MerchantReturnFiniteReturnWindow`),
    merchantReturnDays: z.int().positive(),
  }),
  BreadcrumbList: z.looseObject({
    itemListElement: z
      .array(z.looseObject({ position: z.int().positive(), name: words, item: url }))
      .min(2),
  }),
  BlogPosting: z
    .looseObject({
      headline: words.max(110),
      image: z.array(url).min(1),
      datePublished: instant,
      dateModified: instant,
      author: z.looseObject({ name: words, url }),
    })
    .refine((article) => article.datePublished <= article.dateModified, {
      message: 'changed before it was published',
      path: ['dateModified'],
    }),
  Organization: z.looseObject({ name: words }),
  WebSite: z.looseObject({ name: words, url }),
  WebPage: z.looseObject({}),
}

/** Parts of those, for which no guide asks more than its owner does. */
const PARTS = new Set([
  'Brand',
  'ContactPoint',
  'DefinedRegion',
  'ImageObject',
  'ListItem',
  'MonetaryAmount',
  'PeopleAudience',
  'PropertyValue',
  'QuantitativeValue',
  'ShippingDeliveryTime',
  'UnitPriceSpecification',
])

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function nodesIn(value: unknown): readonly Node[] {
  if (!isNode(value)) return []
  const inner = Object.values(value).flatMap(nodesIn)
  return Array.isArray(value) ? inner : [value, ...inner]
}

/**
 * What Google's guides to product snippets, merchant listings, variants, articles and breadcrumbs
 * (developers.google.com/search/docs/appearance/structured-data) would call wrong in a page's data:
 * a missing required field, a type without a guide, a reference within the page that leads nowhere.
 */
export function guideFaults(data: readonly unknown[]): readonly string[] {
  const nodes = nodesIn(data)
  const ids = new Set(nodes.filter((node) => '@type' in node).map((node) => node['@id']))
  return nodes.flatMap((node) => {
    const { '@type': type, '@id': id } = node
    if (type === undefined) {
      const isLost = typeof id === 'string' && id.startsWith('#') && !ids.has(id)
      return isLost ? [`${id} is nowhere on the page`] : []
    }
    const name = typeof type === 'string' ? type : '@type'
    if (PARTS.has(name)) return []
    const parsed = GUIDES[name]?.safeParse(node)
    if (!parsed) return [`${name} has no guide`]
    return (parsed.error?.issues ?? []).map(
      ({ path, message }) => `${name}.${path.map(String).join('.')}: ${message}`,
    )
  })
}
