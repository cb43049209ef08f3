import 'server-only'

import { randomUUID } from 'node:crypto'

import { database, find } from '../adapters/firestore/database.ts'
import {
  CONTENT,
  BUILD_PICTURES,
  type HasPicture,
  ContentError,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdown,
  readMarkdownFolder,
  memoizePerBuild,
  requirePictures,
  markdownHtml,
} from '../adapters/markdown/content-file.ts'
import {
  withProseDays,
  byState,
  followsSale,
  toldAs,
  unflaggedState,
} from '../content/content-words.ts'
import { findCategories } from '../content/find-pages.ts'
import {
  type Category,
  shopPageSchema,
  isPlanned,
  isPublished,
  sharePicture,
} from '../content/pages.ts'
import { log, logFailure } from '../log/log.ts'
import { categoryPath, PATHS, productPath } from '../routes/paths.ts'
import type { Breadcrumb } from '../seo/structured-data.ts'
import { withPlainBlanks } from '../text/no-break.ts'
import {
  type Override,
  withOverride,
  asSoldAt,
  asToldAt,
  type Product,
  productFrontMatterSchema,
  type Story,
  overrideSchema,
  type Overrides,
} from './product.ts'

// The process's own: Next loads this file once for its start and once for its pages.
const OVERRIDES_KEY = Symbol.for('ourtee.overrides')

function isMap(value: unknown): value is Map<string, Override> {
  return value instanceof Map
}

/** Overrides known to this process, by product id, without a database read. */
export function knownOverrides(): Map<string, Override> {
  const found: unknown = Reflect.get(globalThis, OVERRIDES_KEY)
  if (isMap(found)) return found
  const made = new Map<string, Override>()
  Reflect.set(globalThis, OVERRIDES_KEY, made)
  return made
}

/** Notes an override that was read or written; answers whether it was another one before. */
export function noteOverride(product: string, override: Override): boolean {
  const known = knownOverrides()
  const before = known.get(product)
  if (before !== undefined && before.changedAt >= override.changedAt) return false
  known.set(product, override)
  return true
}

/** The heading of products that name no subcategory. */
export const UNCATEGORIZED = '未分類'

/** Products that stand under one heading. */
export type ProductGroup = {
  readonly title: string
  readonly products: readonly Product[]
}

/** Products grouped by subcategory in the order of their first product; those without one come last. */
export function groupBySubcategory(products: readonly Product[]): readonly ProductGroup[] {
  const groups = Map.groupBy(products, ({ subcategory }) => subcategory ?? UNCATEGORIZED)
  const named = [...groups].filter(([title]) => title !== UNCATEGORIZED)
  const rest = [...groups].filter(([title]) => title === UNCATEGORIZED)
  return [...named, ...rest].map(([title, products]) => ({ title, products }))
}

/** The products of a category, by its label. */
export function inCategory(products: readonly Product[], label: string): readonly Product[] {
  return products.filter(({ category }) => category === label)
}

/** The way to the shop. */
export const SHOP_BREADCRUMBS: readonly Breadcrumb[] = [
  { label: '首頁', path: PATHS.home },
  { label: '商品', path: PATHS.shop },
]

/** The way to a category. */
export function categoryBreadcrumbs({ label, slug }: Category): readonly Breadcrumb[] {
  return [...SHOP_BREADCRUMBS, { label, path: categoryPath(slug) }]
}

/** The way to a product, through its category. */
export function productBreadcrumbs(
  product: Pick<Product, 'id' | 'title' | 'category'>,
  categories: readonly Category[],
): readonly Breadcrumb[] {
  const category = categories.find(({ label }) => label === product.category)
  return [
    ...(category ? categoryBreadcrumbs(category) : SHOP_BREADCRUMBS),
    { label: product.title, path: productPath(product.id) },
  ]
}

// Claims that need a certificate.
const ORGANIC_CLAIM = /不使用合成的?農藥/

async function toProduct(
  file: MarkdownFile,
  categories: readonly Category[],
  hasPicture: HasPicture | undefined,
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
    { field: 'image 的分享圖', src: sharePicture(product.image).src },
    ...product.gallery.map(({ src }, index) => ({ field: `gallery.${index}`, src })),
    ...(product.photos ?? []).map(({ src }, index) => ({ field: `photos.${index}`, src })),
  ]
  requirePictures(file, pictures, hasPicture)
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
  for (const words of Object.values(byState((state) => toldAs(body, state)))) {
    stories.set(words, await toStory(words))
  }
  const plain = await toStory(toldAs(body, 'in-stock'))
  return { ...plain, told: byState((state) => stories.get(toldAs(body, state)) ?? plain) }
}

/**
 * Reads the products of a content folder, newest first. Throws ContentError
 * for a wrong field, an unknown category or a missing picture.
 */
export async function readProducts(
  content: string,
  hasPicture = BUILD_PICTURES,
): Promise<readonly Product[]> {
  const shop = await readMarkdown(content, 'info/shop.md')
  const { categories } = parseFrontMatter(shopPageSchema, shop)
  const files = await readMarkdownFolder(content, 'products')
  const products = await Promise.all(files.map((file) => toProduct(file, categories, hasPicture)))
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
    withProseDays(withOverride(product, overrides.get(product.id))),
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
    .filter((one) => isPublished(one, now))
    .map((one) => asToldAt(asSoldAt(one, now), now))
}

/** The categories that have a product in the shop at `now`, in the order of the owner. */
export async function findCategoriesOnSale(now = new Date()): Promise<readonly Category[]> {
  const [categories, products] = await Promise.all([findCategories(), findProducts(now)])
  return categories.filter(({ label }) => inCategory(products, label).length > 0)
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

const REFRESH_KEY = Symbol.for('ourtee.refresh')

/** Secret that identifies this process's own requests. */
export function refreshKey(): string {
  const found: unknown = Reflect.get(globalThis, REFRESH_KEY)
  if (typeof found === 'string') return found
  const made = randomUUID()
  Reflect.set(globalThis, REFRESH_KEY, made)
  return made
}

/** Interval of polling other instances' changes, in milliseconds: pages lag under a minute. */
const EVERY = 20_000

/** In milliseconds: soon after the start, since a build knows only files. */
const FIRST = 500

/** Tolerated clock skew between instances, in milliseconds. */
const SKEW = 2 * 60_000

/** Reads what was changed on other instances; answers the products of which this one knew otherwise. */
export async function readChangedOverrides(): Promise<readonly string[]> {
  const times = [...knownOverrides().values()].map(({ changedAt }) => changedAt)
  const newest = times.toSorted().at(-1)
  const since = newest === undefined ? '' : new Date(Date.parse(newest) - SKEW).toISOString()
  const read = await overridesSince(since)
  return [...read].flatMap(([product, override]) =>
    noteOverride(product, override) ? [product] : [],
  )
}

// The next round shows changes that were noted meanwhile.
let isBehind = false

async function lookOnce(): Promise<void> {
  try {
    const changed = await readChangedOverrides()
    isBehind ||= changed.length > 0
    if (!isBehind) return
    // Next makes pages anew only for a request, so the instance sends one to itself.
    const address = `http://127.0.0.1:${process.env.PORT ?? '3000'}/api/refresh`
    const headers = { 'x-refresh': refreshKey() }
    const response = await fetch(address, { method: 'POST', headers })
    if (!response.ok) throw new Error(`Refreshing pages answered ${response.status}`)
    isBehind = false
    log('pages-refreshed', { products: changed.length })
  } catch (error) {
    logFailure('watch-overrides', error)
  }
}

/** Has this instance follow what the owner changes on another one. One read a round. */
export function watchOverrides(): void {
  const look = () => {
    void lookOnce().then(() => setTimeout(look, EVERY).unref())
  }
  setTimeout(look, FIRST).unref()
}

/** The overrides that were changed after an instant (ISO 8601 in UTC); reads what it answers. */
export async function overridesSince(since: string): Promise<Overrides> {
  const changed = database().collection('stock').where('override.changedAt', '>', since)
  const docs = await find('finding overrides', changed)
  return new Map(
    docs.flatMap((doc) => {
      const { data } = overrideSchema.safeParse(doc.get('override'))
      return data ? [[doc.id, data] as const] : []
    }),
  )
}
