import 'server-only'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type MarkdownFile,
  markdownHtml,
  memoizePerBuild,
  parseFrontMatter,
  type PictureCheck,
  readList,
  readMarkdownFolder,
  requirePictures,
} from '#lib/adapters/markdown/content-file.ts'
import { findArticle, readArticles } from '#lib/blog/article.ts'
import { findGarmentPage } from '#lib/content/find-pages.ts'
import { isPlanned, isPublished } from '#lib/content/publication.ts'
import { type Creator, readCreators } from '#lib/creator/creator.ts'
import { findProduct, readProducts } from '#lib/product/find-products.ts'
import type { Product } from '#lib/product/product.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'
import {
  type Garment,
  goneGarmentSchema,
  LINKSET_TYPE,
  linksetOf,
  READABLE_ELSEWHERE,
  type ShownGarment,
  soldGarmentSchema,
} from './garment.ts'

/** A garment as its files say it, before its creator is known. */
export type GarmentFacts = Omit<Garment, 'creator' | 'isWoven'> & {
  readonly creator: string
  /** The file that says so, for an error. */
  readonly path: string
  readonly product: Product | undefined
}

/** Throws ContentError where two garments have one GTIN. */
export function requireOneGtinEach(garments: readonly GarmentFacts[]): void {
  const owners = new Map<string, string>()
  for (const { gtin, id, path } of garments) {
    if (gtin === undefined) continue
    const other = owners.get(gtin)
    if (other !== undefined) throw new ContentError(path, 'gtin', `${other} 已經用了這個號碼`)
    owners.set(gtin, id)
  }
}

/** Throws ContentError for a garment without its creator, and for a creator's work that is not theirs. */
export function requireAgreement(
  content: string,
  creators: readonly Creator[],
  garments: readonly GarmentFacts[],
): void {
  for (const { creator, path } of garments) {
    if (creators.some(({ slug }) => slug === creator)) continue
    throw new ContentError(path, 'creator', `沒有 creators/${creator}.md`)
  }
  for (const { slug, works } of creators) {
    for (const work of works) {
      if (garments.some(({ id, creator }) => id === work && creator === slug)) continue
      throw new ContentError(
        `${content}/creators/${slug}.md`,
        'works',
        `${work} 沒有寫 creator: ${slug}，或沒有這一款`,
      )
    }
  }
}

/** The ids of content/garments/woven.txt; throws ContentError for one that has no page. */
export async function requireWoven(
  content: string,
  ids: ReadonlySet<string>,
): Promise<Set<string>> {
  const lines = await readList(content, 'garments/woven.txt')
  for (const { line, text } of lines) {
    if (ids.has(text)) continue
    throw new ContentError(
      `${content}/garments/woven.txt`,
      `第 ${line} 行`,
      `織標上的 ${text} 沒有頁面：請留著 products/${text}.md，或寫一個 garments/${text}.md`,
    )
  }
  return new Set(lines.map(({ text }) => text))
}

async function words(file: MarkdownFile | undefined) {
  const body = file?.body.trim() ?? ''
  return { markdown: withPlainBlanks(body), html: await markdownHtml(body) }
}

async function soldGarment(
  content: string,
  product: Product,
  file: MarkdownFile | undefined,
): Promise<GarmentFacts> {
  const own = file ? parseFrontMatter(soldGarmentSchema, file) : {}
  const { id, title, subtitle, creator, motif, gtin, image, care } = product
  return {
    id,
    title,
    subtitle,
    creator,
    motif,
    gtin,
    image,
    care,
    product,
    greeting: own.greeting,
    article: own.article,
    path: `${content}/products/${id}.md`,
    ...(await words(file)),
  }
}

async function goneGarment(
  file: MarkdownFile,
  checkPicture: PictureCheck | undefined,
): Promise<GarmentFacts> {
  const { title, ...own } = parseFrontMatter(goneGarmentSchema, file)
  requirePictures(file, [{ field: 'image', src: own.image.src }], checkPicture)
  return {
    id: file.name,
    title: withPlainBlanks(title),
    subtitle: own.subtitle,
    creator: own.creator,
    motif: own.motif,
    gtin: own.gtin,
    image: own.image,
    care: own.care,
    greeting: own.greeting,
    article: own.article,
    path: file.path,
    product: undefined,
    ...(await words(file)),
  }
}

type GarmentEntry = { readonly garment: Garment; readonly product: Product | undefined }

/**
 * Reads all garments of a content folder. Throws ContentError for a wrong field, creator, article
 * or woven id.
 */
export async function readGarments(
  content: string,
  checkPicture = BUILD_PICTURES,
): Promise<readonly GarmentEntry[]> {
  const [products, files, creators, articles] = await Promise.all([
    readProducts(content, checkPicture),
    readMarkdownFolder(content, 'garments'),
    readCreators(content, checkPicture),
    readArticles(content, checkPicture),
  ])
  const sold = new Set(products.map(({ id }) => id))
  const fileOf = (id: string) => files.find(({ name }) => name === id)
  const facts = await Promise.all([
    ...products.map((product) => soldGarment(content, product, fileOf(product.id))),
    ...files.filter(({ name }) => !sold.has(name)).map((file) => goneGarment(file, checkPicture)),
  ])
  requireAgreement(content, creators, facts)
  requireOneGtinEach(facts)
  const woven = await requireWoven(content, new Set(facts.map(({ id }) => id)))
  return facts.map(({ path, product, creator: slug, ...fact }) => {
    const creator = creators.find((one) => one.slug === slug)
    if (!creator) throw new ContentError(path, 'creator', `沒有 creators/${slug}.md`)
    if (fact.article !== undefined && !articles.some((article) => article.slug === fact.article)) {
      const place = `${content}/garments/${fact.id}.md`
      throw new ContentError(place, 'article', `沒有 ${fact.article} 這篇文章`)
    }
    return { garment: { ...fact, creator, isWoven: woven.has(fact.id) }, product }
  })
}

const everyGarment = memoizePerBuild(() => readGarments(CONTENT))

/** A style and the slug of its creator. */
export type StyleCreator = { readonly id: string; readonly creator: string }

/** The creator of each style, also of drafts and of those that are no longer sold: what was sold stays theirs. */
export function creatorsOf(entries: readonly GarmentEntry[]): readonly StyleCreator[] {
  return entries.map(({ garment: { id, creator } }) => ({ id, creator: creator.slug }))
}

/** The creator of each style that was ever in content and still is. */
export async function findStyleCreators(): Promise<readonly StyleCreator[]> {
  return creatorsOf(await everyGarment())
}

const isAlways = ({ garment, product }: GarmentEntry) => garment.isWoven || !product

/** Returns the garments with a page now or later: all but drafts not yet woven. */
export async function findPlannedGarments(): Promise<readonly Garment[]> {
  const all = await everyGarment()
  return all
    .filter(
      (garmentEntry) =>
        isAlways(garmentEntry) || (garmentEntry.product && isPlanned(garmentEntry.product)),
    )
    .map(({ garment }) => garment)
}

/** The styles whose page is there at `now`: woven ones, retired ones, and those in the shop. */
export async function findGarments(now = new Date()): Promise<readonly Garment[]> {
  const all = await everyGarment()
  return all
    .filter(
      (garmentEntry) =>
        isAlways(garmentEntry) || (garmentEntry.product && isPublished(garmentEntry.product, now)),
    )
    .map(({ garment }) => garment)
}

/** The garment of this style, or nothing. */
export async function findGarment(id: string): Promise<Garment | undefined> {
  return (await findGarments()).find((garment) => garment.id === id)
}

/** The garment with this GTIN-14, or nothing. */
export async function findGarmentByGtin(gtin: string): Promise<Garment | undefined> {
  return (await findGarments()).find((garment) => garment.gtin === gtin)
}

/** The garments of a creator: those of the creator's file in its order, then the others. */
export async function findGarmentsBy({ slug, works }: Creator): Promise<readonly Garment[]> {
  const garments = (await findGarments()).filter(({ creator }) => creator.slug === slug)
  const place = ({ id }: Garment) => (works.includes(id) ? works.indexOf(id) : works.length)
  return garments.toSorted((a, b) => place(a) - place(b))
}

/** Facts of a garment page, for the page and its markdown twin. */
export async function showGarment(garment: Garment): Promise<ShownGarment> {
  const [words, article, product] = await Promise.all([
    findGarmentPage(),
    garment.article === undefined ? undefined : findArticle(garment.article),
    findProduct(garment.id),
  ])
  return { garment, words, article, isInShop: product !== undefined }
}

/** The linkset of a garment as a response; 404 where it has no GTIN. */
export async function answerLinkset(garment: Garment | undefined): Promise<Response> {
  if (garment?.gtin === undefined) return new Response(null, { status: 404 })
  const body = linksetOf(await showGarment(garment), garment.gtin)
  return Response.json(body, {
    headers: { ...READABLE_ELSEWHERE, 'Content-Type': LINKSET_TYPE, 'X-Robots-Tag': 'noindex' },
  })
}
