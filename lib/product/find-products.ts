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
  readMarkdown,
  readMarkdownFolder,
  requirePictures,
} from '#lib/adapters/markdown/content-file.ts'
import {
  byState,
  followsSale,
  statedAs,
  unflaggedState,
  withProseDays,
} from '#lib/content/content-flags.ts'
import { type Category, shopPageSchema } from '#lib/content/pages.ts'
import { isPlanned, isPublished } from '#lib/content/publication.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'
import { onOpenDays } from './on-open-days.ts'
import { withOverride } from './override.ts'
import {
  asShownAt,
  asSoldAt,
  type Product,
  productFrontMatterSchema,
  type Story,
} from './product.ts'
import { knownOverrides } from './watch-overrides.ts'

// Claims that need a certificate.
const ORGANIC_CLAIM = /不使用合成的?農藥/

async function toProduct(
  file: MarkdownFile,
  categories: readonly Category[],
  checkPicture: PictureCheck | undefined,
): Promise<Product> {
  const product = parseFrontMatter(productFrontMatterSchema, file)
  const labels = categories.map(({ label }) => label)
  if (!labels.includes(product.category)) {
    const known = labels.join('、')
    throw new ContentError(file.path, 'category', `必須是 info/shop.md 的分類：${known}`)
  }
  if (ORGANIC_CLAIM.test(file.body) && product.organic_certificate === undefined) {
    throw new ContentError(
      file.path,
      'organic_certificate',
      '內文說不使用合成農藥，就要寫認證的證書號',
    )
  }
  const pictures = [
    { field: 'image', src: product.image.src },
    ...product.gallery.map(({ src }, index) => ({ field: `gallery.${index}`, src })),
    ...(product.photos ?? []).map(({ src }, index) => ({ field: `photos.${index}`, src })),
  ]
  requirePictures(file, pictures, checkPicture)
  const state = unflaggedState(file.body)
  if (state !== undefined) {
    throw new ContentError(
      file.path,
      '內文',
      `「${state}」會隨庫存與日期改變，請寫在 {sold_out|…}、{preorder|…} 或 {in_stock|…} 裡`,
    )
  }
  // The title goes into orders, mails and invoices.
  return { ...product, title: withPlainBlanks(product.title), id: file.name, ...(await tell(file)) }
}

async function toStory(body: string): Promise<Story> {
  // The story stands under a heading of the page.
  const html = (await markdownHtml(body)).replaceAll(/<(\/?)h2>/g, '<$1h3>')
  return { markdown: withPlainBlanks(body.trim()), html }
}

// A text with flags is told in as many ways as there are states of sale.
async function tell({ body }: MarkdownFile): Promise<Pick<Product, keyof Story | 'told'>> {
  if (!followsSale(body)) return toStory(body)
  const stories = new Map<string, Story>()
  for (const text of Object.values(byState((state) => statedAs(body, state)))) {
    stories.set(text, await toStory(text))
  }
  const plain = await toStory(statedAs(body, 'in-stock'))
  return { ...plain, told: byState((state) => stories.get(statedAs(body, state)) ?? plain) }
}

/**
 * Reads the products of a content folder, newest first. Throws ContentError
 * for a wrong field, an unknown category or a missing picture.
 */
export async function readProducts(
  content: string,
  checkPicture = BUILD_PICTURES,
): Promise<readonly Product[]> {
  const shop = await readMarkdown(content, 'info/shop.md')
  const { categories } = parseFrontMatter(shopPageSchema, shop)
  const files = await readMarkdownFolder(content, 'products')
  const products = await Promise.all(files.map((file) => toProduct(file, categories, checkPicture)))
  return products.toSorted((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}

/** Every product as its file says it, drafts too. */
export const findEveryFile = memoizePerBuild(() => readProducts(CONTENT))

/** The products that are or will be in the shop as their files say them, for who counts what was changed since. */
export async function findFileProducts(): Promise<readonly Product[]> {
  return (await findEveryFile()).filter(isPlanned)
}

/** The products as the owner sells them now: their files, and what was changed since. */
async function everyProduct(): Promise<readonly Product[]> {
  const overrides = knownOverrides()
  return (await findEveryFile()).map((product) =>
    withProseDays(onOpenDays(withOverride(product, overrides.get(product.id)))),
  )
}

/**
 * The products that are or will be in the shop, newest first: all but drafts.
 * Their pages exist, and say so once their day has come.
 */
export async function findPlannedProducts(): Promise<readonly Product[]> {
  return (await everyProduct()).filter(isPlanned)
}

/** The products in the shop at `now`, as they are sold then, newest first. */
export async function findProducts(now = new Date()): Promise<readonly Product[]> {
  const products = await everyProduct()
  return products
    .filter((product) => isPublished(product, now))
    .map((product) => asShownAt(asSoldAt(product, now), now))
}

const LATEST = 6

/** The products that the home page shows: the first six of a list that is newest first. */
export function latestProducts(products: readonly Product[]): readonly Product[] {
  return products.slice(0, LATEST)
}

/** The product with this id, or nothing. */
export async function findProduct(id: string): Promise<Product | undefined> {
  const products = await findProducts()
  return products.find((product) => product.id === id)
}
