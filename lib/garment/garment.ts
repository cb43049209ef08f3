import type { WebPage, WithContext } from 'schema-dts'
import { z } from 'zod'

import { qrModules } from '#lib/adapters/qr/qr-modules.ts'
import type { Article } from '#lib/blog/article.ts'
import { BRAND, LANGUAGE } from '#lib/company/company.ts'
import type { GarmentPage, RenderedPage } from '#lib/content/pages.ts'
import { addressName, drawingSchema, type Picture, text } from '#lib/content/pages.ts'
import { largePicture } from '#lib/content/shown-picture.ts'
import type { Creator } from '#lib/creator/creator.ts'
import { gtinSchema } from '#lib/product/gtin.ts'
import { type MotifName, motifSchema } from '#lib/product/product.ts'
import { defined } from '#lib/result.ts'
import { articlePath, digitalLinkPath, garmentPath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import { ORGANIZATION_ID, productNodeId } from '#lib/seo/structured-data.ts'

/** The grid of the woven label: modules on a side. */
export const LABEL_MODULES = 25

// Light modules around a code, which a reader needs (ISO/IEC 18004).
const QUIET_ZONE = 4

/** The address in a style's code, all in capitals, so that it fits a label. */
export function codeAddress(site: string, id: string): string {
  return new URL(garmentPath(id), site).href.toUpperCase()
}

/** A code as SVG data: modules on a side, the side of its view box, and the path of its dark modules. */
export type CodeDrawing = { readonly size: number; readonly side: number; readonly path: string }

/** The drawing of a style's code, with the light border that a reader needs. */
export function codeDrawing(site: string, id: string): CodeDrawing {
  const modules = qrModules(codeAddress(site, id))
  // Strokes of one module's width along the middle of each row: a third of the characters that boxes take.
  let at = { x: 0, y: 0 }
  const runs = modules.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...line.matchAll(/1+/g)].map(({ 0: run, index }) => {
      const move = `m${index - at.x} ${y - at.y}`
      at = { x: index + run.length, y }
      return `${move}h${run.length}`
    })
  })
  return {
    size: modules.length,
    side: modules.length + 2 * QUIET_ZONE,
    path: `M${QUIET_ZONE} ${QUIET_ZONE}.5${runs.join('')}`,
  }
}

/** A style's code as an SVG file, one millimetre a module. */
export function codeSvg(site: string, id: string): string {
  const { side, path } = codeDrawing(site, id)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}mm" height="${side}mm" shape-rendering="crispEdges">
  <title>${codeAddress(site, id)}</title>
  <rect width="${side}" height="${side}" fill="#fff"/>
  <path d="${path}" stroke="#000"/>
</svg>
`
}

/**
 * A garment page as search engines read it. It sells nothing, so it is no Product, which Google
 * refuses without an offer; while the style is in the shop it is about the product there.
 */
export function garmentData(garment: Garment, isInShop: boolean): WithContext<WebPage> {
  const { id, title, subtitle, image, gtin } = garment
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    ...defined({ description: subtitle }),
    url: absoluteUrl(garmentPath(id)),
    primaryImageOfPage: {
      '@type': 'ImageObject',
      contentUrl: absoluteUrl(largePicture(image.src)),
    },
    inLanguage: LANGUAGE,
    publisher: { '@id': ORGANIZATION_ID },
    ...(gtin === undefined
      ? {}
      : { identifier: { '@type': 'PropertyValue', propertyID: 'GTIN', value: gtin } }),
    ...(gtin === undefined ? {} : { sameAs: absoluteUrl(digitalLinkPath(gtin)) }),
    ...(isInShop ? { about: { '@id': productNodeId(id) } } : {}),
  }
}

// Texts of a garment page that the product page does not have.
const ownFields = {
  greeting: text.optional(),
  article: addressName.optional(),
}

/** The front matter of content/garments/{id}.md while content/products has the style. */
export const soldGarmentSchema = z.strictObject(ownFields)

/** The same once the product's file is gone: what the page took from it stands here. */
export const goneGarmentSchema = z.strictObject({
  title: text,
  subtitle: text.optional(),
  creator: addressName,
  motif: motifSchema.optional(),
  gtin: gtinSchema.optional(),
  image: drawingSchema,
  care: z.array(text).min(1, '至少一項'),
  ...ownFields,
})

/** Garment page of a style: its creator, the story of its drawing, and its care. */
export type Garment = {
  readonly id: string
  readonly title: string
  readonly subtitle: string | undefined
  readonly creator: Creator
  readonly motif: MotifName | undefined
  readonly gtin: string | undefined
  readonly image: Picture
  readonly care: readonly string[]
  readonly greeting: string | undefined
  /** The slug of the article behind the drawing. */
  readonly article: string | undefined
  readonly markdown: string
  readonly html: string
  /** Whether a label with this code was woven: its page then exists for good. */
  readonly isWoven: boolean
}

/** CORS headers of the resolver's answers. */
export const READABLE_ELSEWHERE = { 'Access-Control-Allow-Origin': '*' } as const

/** The media type of a linkset (RFC 9264). */
export const LINKSET_TYPE = 'application/linkset+json'

const GS1 = 'https://ref.gs1.org/voc/'

// GS1's schema takes a language with a country, not with a script (zh-Hant).
const LINK_LANGUAGE = 'zh-TW'

type Target = {
  readonly href: string
  readonly title: string
  readonly type: 'text/html'
  readonly hreflang: readonly string[]
}

type Context = { readonly anchor: string } & Readonly<Record<string, string | readonly Target[]>>

const target = (path: string, title: string): Target => ({
  href: absoluteUrl(path),
  title,
  type: 'text/html',
  hreflang: [LINK_LANGUAGE],
})

/** Returns the linkset of a garment with a GTIN (RFC 9264, GS1-Conformant Resolver 1.2.0). */
export function linksetOf(
  { garment, words, article }: ShownGarment,
  gtin: string,
): { readonly linkset: readonly [Context] } {
  const { id, title } = garment
  const page = target(garmentPath(id), title)
  const care = target(`${garmentPath(id)}#care`, `${title}：${words.care.title}`)
  const story = article ? [target(articlePath(article.slug), article.title)] : []
  return {
    linkset: [
      {
        anchor: absoluteUrl(digitalLinkPath(gtin)),
        [`${GS1}defaultLink`]: [page],
        [`${GS1}pip`]: [page],
        [`${GS1}instructions`]: [care],
        [`${GS1}sustainabilityInfo`]: [
          target(`${garmentPath(id)}#mending`, `${title}：修補與回收`),
        ],
        ...(story.length > 0 ? { [`${GS1}relatedInfo`]: story } : {}),
      },
    ],
  }
}

/** The description of the resolver at /.well-known/gs1resolver. */
export function resolverDescription() {
  return {
    name: BRAND,
    resolverRoot: absoluteUrl('/').replace(/\/$/, ''),
    supportedPrimaryKeys: ['01'],
    linkTypeDefaultCanBeLinkset: false,
    supportedLinkType: [{ namespace: GS1, prefix: 'gs1:' }],
    contact: { fn: BRAND },
  }
}

/** Everything that a garment page shows now: the style, the words of all such pages, its article, and whether it is sold. */
export type ShownGarment = {
  readonly garment: Garment
  readonly words: RenderedPage<GarmentPage>
  readonly article: Article | undefined
  readonly isInShop: boolean
}
