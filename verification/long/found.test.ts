import { test } from 'node:test'

import { z } from 'zod'

import { guideFaults } from '../../content/checks/google-guides.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { expect } from '../../e2e/support/expect.ts'
import { INDEXED, structuredDataIn, UNLISTED } from '../../e2e/support/pages/storefront.ts'

const offer = z.object({
  '@type': z.literal('Offer'),
  url: z.url(),
  price: z.union([z.literal(1540), z.literal(590)]),
  priceCurrency: z.literal('TWD'),
  priceValidUntil: z.iso.date(),
  availability: z.enum([
    'https://schema.org/PreOrder',
    'https://schema.org/BackOrder',
    'https://schema.org/InStock',
    'https://schema.org/OutOfStock',
  ]),
  itemCondition: z.literal('https://schema.org/NewCondition'),
  shippingDetails: z.object({ '@id': z.literal('#shipping-policy') }),
  hasMerchantReturnPolicy: z.object({ '@id': z.literal('#return-policy') }),
})

const product = z.object({
  '@type': z.literal('ProductGroup'),
  productGroupID: z.string().min(1),
  name: z.string().min(1),
  description: z.string().min(1),
  image: z.array(z.url()).length(4),
  brand: z.object({ name: z.literal('OURTEE 共衣') }),
  material: z.literal('100% 有機棉'),
  variesBy: z.array(z.literal('https://schema.org/size')),
  audience: z.object({ suggestedGender: z.literal('unisex') }),
  hasVariant: z
    .array(
      z
        .object({
          '@type': z.literal('Product'),
          sku: z.string().min(1),
          name: z.string().min(1),
          image: z.url(),
          size: z.enum(['S', 'M', 'L', 'XL', 'XXL']),
          color: z.literal('白色'),
          offers: offer,
        })
        .refine(({ size, offers }) => offers.url.endsWith(`?size=${size}`)),
    )
    .length(5),
})

const shipping = z.object({
  '@id': z.literal('#shipping-policy'),
  shippingDestination: z.object({ addressCountry: z.literal('TW') }),
  shippingRate: z.object({
    value: z.union([z.literal(0), z.literal(80)]),
    currency: z.literal('TWD'),
  }),
  deliveryTime: z.object({
    handlingTime: z.object({ minValue: z.number() }),
    transitTime: z.object({ maxValue: z.number() }),
  }),
})

const returns = z.object({
  '@id': z.literal('#return-policy'),
  applicableCountry: z.literal('TW'),
  merchantReturnDays: z.literal(7),
  returnFees: z.literal('https://schema.org/FreeReturn'),
  returnMethod: z.literal('https://schema.org/ReturnByMail'),
})

const article = z.object({
  '@type': z.literal('BlogPosting'),
  headline: z.string().min(1).max(110),
  image: z.array(z.url()).min(1),
  datePublished: z.iso.datetime({ offset: true }),
  dateModified: z.iso.datetime({ offset: true }),
  author: z.object({ '@type': z.literal('Organization'), name: z.string().min(1), url: z.url() }),
})

const garment = z.object({
  '@type': z.literal('WebPage'),
  name: z.string().min(1),
  url: z.url(),
  primaryImageOfPage: z.object({ contentUrl: z.url() }),
})

const breadcrumbs = z.object({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.object({
        '@type': z.literal('ListItem'),
        position: z.number(),
        name: z.string().min(1),
        item: z.url(),
      }),
    )
    .min(2),
})

/** Which data each kind of page must hold. */
const HOLDS: readonly (readonly [page: RegExp, data: readonly z.ZodType[]])[] = [
  [
    /^\/$/,
    [
      z.object({ '@type': z.literal('Organization'), name: z.string(), logo: z.url() }),
      z.object({ '@type': z.literal('WebSite'), name: z.string(), url: z.url() }),
    ],
  ],
  [/^\/product\//, [product, shipping, returns, breadcrumbs]],
  [/^\/shop/, [breadcrumbs]],
  [/^\/blog$/, [breadcrumbs]],
  [/^\/blog\//, [article, breadcrumbs]],
  [/^\/c\//, [garment]],
]

/** The value of an attribute in a tag of a page's HTML, as a search engine reads it. */
function attribute(html: string, tag: RegExp, name: string): string {
  const [found = ''] = html.match(tag) ?? []
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`).exec(found) ?? []
  return value.replaceAll('&amp;', '&')
}

const meta = (html: string, name: string) =>
  attribute(html, new RegExp(`<meta (?:name|property)="${name}"[^>]*>`), 'content')

const get = (path: string) => fetch(new URL(path, addresses().shop))

test('every indexed page has its canonical address, picture, and data that hold', async () => {
  for (const [path] of INDEXED) {
    const html = await (await get(path)).text()
    const canonical = attribute(html, /<link rel="canonical"[^>]*>/, 'href')
    expect(URL.parse(canonical)?.pathname).toBe(path)
    expect(meta(html, 'robots'), path).toBe('index, follow')
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'twitter:card',
      'twitter:image',
      'og:image:alt',
    ]) {
      expect(meta(html, name), `${path} ${name}`).not.toBe('')
    }
    const picture = new URL(meta(html, 'og:image')).pathname
    expect(picture).toMatch(/^\/images\/share\//)
    expect(meta(html, 'og:image:width'), path).toBe('1200')
    expect(meta(html, 'og:image:height'), path).toBe('630')
    const seen = await get(picture)
    expect(seen.headers.get('content-type')).toBe('image/jpeg')
    const data = structuredDataIn(html)
    expect(guideFaults(data), path).toEqual([])
    for (const schema of HOLDS.find(([pages]) => pages.test(path))?.[1] ?? []) {
      const held = data.filter((thing) => schema.safeParse(thing).success)
      expect(held, `${path} ${JSON.stringify(data)}`).toHaveLength(1)
    }
  }
})

test('the information pages that are left out say so', async () => {
  for (const [path] of UNLISTED) {
    const html = await (await get(path)).text()
    expect(html, path).toContain('<meta name="robots" content="noindex')
  }
})

test('the map of the site lists exactly what is indexed', async () => {
  const map = await (await get('/sitemap.xml')).text()
  const paths = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  )
  // Those of halves come and go while other tests run.
  const lasting = paths.filter((path) => !/^\/halves\/[0-9a-f]/.test(path))
  expect(lasting.toSorted()).toEqual(INDEXED.map(([path]) => path).toSorted())
  expect(await (await get('/robots.txt')).text()).toMatch(/Sitemap: .*\/sitemap\.xml/)
})

test('a crawl from home finds every page alive, with title, description, heading and pictures', async () => {
  const seen = new Set(['/'])
  const pictures = new Set<string>()
  for (const path of seen) {
    const answer = await get(path)
    expect(answer.status, path).toBe(200)
    const html = await answer.text()
    expect(html, path).toMatch(/<title>[^<]+<\/title>/)
    if (!/^\/(account|checkout|login|signup|reset|verify)/.test(path)) {
      expect(html, path).toMatch(/<meta name="description" content="[^"]+"/)
    }
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
    for (const [, href] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
      seen.add(href?.replaceAll('&amp;', '&') ?? '/')
    for (const [, src] of html.matchAll(/<img [^>]*src="([^"]+)"/g))
      pictures.add(src?.replaceAll('&amp;', '&') ?? '')
  }
  for (const [path] of INDEXED) expect([...seen], path).toContain(path)
  for (const picture of pictures) {
    expect((await get(picture)).status, picture).toBe(200)
  }
})
