import 'server-only'

import {
  CONTENT,
  ContentError,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdownFolder,
  memoizePerBuild,
  requirePictures,
} from '../adapters/markdown/content-file.ts'
import { markdownHtml } from '../adapters/markdown/markdown-html.ts'
import { readArticles } from '../blog/find-articles.ts'
import { isPlanned, isPublished } from '../content/pages.ts'
import type { Creator } from '../creator/creator.ts'
import { readCreators } from '../creator/find-creators.ts'
import { readProducts } from '../product/find-products.ts'
import type { Product } from '../product/product.ts'
import { sharePicture } from '../content/pictures.ts'
import { withPlainBlanks } from '../text/no-break.ts'
import {
  type GarmentFacts,
  requireAgreement,
  requireOneGtinEach,
  requireWoven,
} from './check-garments.ts'
import { type Garment, goneGarmentSchema, soldGarmentSchema } from './garment.ts'

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
    path: own.article === undefined ? `${content}/products/${id}.md` : (file?.path ?? ''),
    ...(await words(file)),
  }
}

async function goneGarment(file: MarkdownFile): Promise<GarmentFacts> {
  const { title, ...own } = parseFrontMatter(goneGarmentSchema, file)
  requirePictures(file, [
    { field: 'image', src: own.image.src },
    { field: 'image 的分享圖', src: sharePicture(own.image).src },
  ])
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
export async function readGarments(content: string): Promise<readonly GarmentEntry[]> {
  const [products, files, creators, articles] = await Promise.all([
    readProducts(content),
    readMarkdownFolder(content, 'garments'),
    readCreators(content),
    readArticles(content),
  ])
  const sold = new Set(products.map(({ id }) => id))
  const fileOf = (id: string) => files.find(({ name }) => name === id)
  const facts = await Promise.all([
    ...products.map((product) => soldGarment(content, product, fileOf(product.id))),
    ...files.filter(({ name }) => !sold.has(name)).map(goneGarment),
  ])
  requireAgreement(content, creators, facts)
  requireOneGtinEach(facts)
  const woven = await requireWoven(content, new Set(facts.map(({ id }) => id)))
  return facts.map(({ path, product, creator: slug, ...fact }) => {
    const creator = creators.find((one) => one.slug === slug)
    if (!creator) throw new ContentError(path, 'creator', `沒有 creators/${slug}.md`)
    if (fact.article !== undefined && !articles.some((one) => one.slug === fact.article)) {
      throw new ContentError(path, 'article', `沒有 ${fact.article} 這篇文章`)
    }
    return { garment: { ...fact, creator, isWoven: woven.has(fact.id) }, product }
  })
}

const everyGarment = memoizePerBuild(() => readGarments(CONTENT))

const isAlways = ({ garment, product }: GarmentEntry) => garment.isWoven || !product

/** Returns the garments with a page now or later: all but drafts not yet woven. */
export async function findPlannedGarments(): Promise<readonly Garment[]> {
  const all = await everyGarment()
  return all
    .filter((one) => isAlways(one) || (one.product && isPlanned(one.product)))
    .map(({ garment }) => garment)
}

/** The styles whose page is there at `now`: woven ones, retired ones, and those in the shop. */
export async function findGarments(now = new Date()): Promise<readonly Garment[]> {
  const all = await everyGarment()
  return all
    .filter((one) => isAlways(one) || (one.product && isPublished(one.product, now)))
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
