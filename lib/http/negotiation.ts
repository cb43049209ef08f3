import { isShopPath } from '../routes/paths.ts'

/** Media types that a page is served as. */
export const MARKDOWN_TYPE = 'text/markdown'
export const HTML_TYPE = 'text/html'

type Range = { readonly type: string; readonly quality: number }

function rangesOf(accept: string): readonly Range[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
}

/**
 * Whether an Accept header names `type` and prefers it to HTML, or ranks both alike and names it
 * first. Wildcards ask for HTML.
 */
export function prefers(accept: string | null, type: string): boolean {
  const ranges = rangesOf(accept ?? '')
  const wanted = ranges.findIndex((range) => range.type === type && range.quality > 0)
  if (wanted < 0) return false
  const html = ranges.findIndex((range) => range.type === HTML_TYPE)
  const [own = 0, other = 0] = [ranges[wanted]?.quality, ranges[html]?.quality]
  return html < 0 || own > other || (own === other && wanted < html)
}

/** The path of a page's markdown twin; undefined where there is none. */
export function markdownTwin(path: string): string | undefined {
  if (isShopPath(path)) return undefined
  return /^\/(?:product\/|blog\/|c\/)?[\w-]+$/.test(path) ? `/markdown${path}` : undefined
}

// Fragment of a garment page for each of GS1's link types.
const PLACES: Readonly<Record<string, string>> = {
  pip: '',
  defaultLink: '',
  instructions: '#care',
  sustainabilityInfo: '#mending',
}

/**
 * The place on a garment page that a GS1 link type asks for (gs1:pip, or its full name), as the
 * end of an address; undefined for another type.
 */
export function linkTypePlace(linkType: string): string | undefined {
  const [, name = ''] = /^(?:gs1:|https:\/\/(?:ref\.)?gs1\.org\/voc\/)(\w+)$/.exec(linkType) ?? []
  return Object.hasOwn(PLACES, name) ? PLACES[name] : undefined
}

const GARMENT = /^\/(?:c\/[^/]+|01\/\d+)$/

/** The path of a garment's linkset; undefined where the path is no garment's. */
export function linksetTwin(path: string): string | undefined {
  return GARMENT.test(path) ? `${path}/linkset` : undefined
}
