import { articlePath, digitalLinkPath, garmentPath } from '../routes/paths.ts'
import { BRAND } from '../company/company.ts'
import { absoluteUrl } from '../routes/site-url.ts'
import type { GarmentShown } from './find-garments.ts'

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
  { garment, words, article }: GarmentShown,
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
