import { LINKSET_TYPE } from '#lib/garment/garment.ts'
import { isGarmentPath } from '#lib/routes/paths.ts'
import { type PageForm, shopRouteAt } from '#lib/routes/shop-routes.ts'

/** Media types that a page is served as. */
export const MARKDOWN_TYPE = 'text/markdown'
export const HTML_TYPE = 'text/html'

/**
 * Whether an Accept header names `type` and prefers it to HTML, or ranks both alike and names it
 * first. Wildcards ask for HTML.
 */
export function prefers(accept: string | null, type: string): boolean {
  const ranges = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
  const wanted = ranges.findIndex((range) => range.type === type && range.quality > 0)
  if (wanted < 0) return false
  const html = ranges.findIndex((range) => range.type === HTML_TYPE)
  const [own = 0, other = 0] = [ranges[wanted]?.quality, ranges[html]?.quality]
  return html < 0 || own > other || (own === other && wanted < html)
}

// A code in capitals has a path in capitals; the page has one address (/c/{id}).
const ownPath = (path: string) => (isGarmentPath(path) ? path.toLowerCase() : path)

/** Whether the page at a path has other forms at the same address, by Accept. */
export function hasForms(path: string): boolean {
  return (shopRouteAt(ownPath(path))?.forms ?? []).length > 0
}

/** A request's path, GS1's link type of its query, and its Accept header. */
export type FormRequest = {
  readonly path: string
  readonly linkType: string | null
  readonly accept: string | null
}

/** The form in which an address is answered, and the path that answers so. */
export function formAt({ path, linkType, accept }: FormRequest): { form: PageForm; path: string } {
  const own = ownPath(path)
  const forms = /^[\w/-]+$/.test(own) ? (shopRouteAt(own)?.forms ?? []) : []
  const wantsLinks = linkType === 'all' || linkType === 'linkset' || prefers(accept, LINKSET_TYPE)
  if (wantsLinks && forms.includes('linkset')) return { form: 'linkset', path: `${own}/linkset` }
  const isMarkdown = forms.includes('markdown') && prefers(accept, MARKDOWN_TYPE)
  return isMarkdown ? { form: 'markdown', path: `/markdown${own}` } : { form: 'html', path: own }
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
 * end of an address, or undefined for another type.
 */
export function linkTypePlace(linkType: string): string | undefined {
  const [, name = ''] = /^(?:gs1:|https:\/\/(?:ref\.)?gs1\.org\/voc\/)(\w+)$/.exec(linkType) ?? []
  return Object.hasOwn(PLACES, name) ? PLACES[name] : undefined
}
