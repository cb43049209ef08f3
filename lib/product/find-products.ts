import 'server-only'

import {
  CONTENT,
  ContentError,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdown,
  readMarkdownFolder,
  readOnce,
  requirePictures,
} from '../adapters/markdown/content-file.ts'
import { markdownHtml } from '../adapters/markdown/markdown-html.ts'
import { type Category, shopPageSchema } from '../content/pages.ts'
import { isPlanned, isPublished } from '../content/publication.ts'
import { sharePicture } from '../site/share-picture.ts'
import { withPlainBlanks } from '../site/unbroken.ts'
import { asSoldAt, type Product, productFrontMatterSchema } from './product.ts'

async function toProduct(file: MarkdownFile, categories: readonly Category[]): Promise<Product> {
  const product = parseFrontMatter(productFrontMatterSchema, file)
  const labels = categories.map(({ label }) => label)
  if (!labels.includes(product.category)) {
    const known = labels.join('、')
    throw new ContentError(file.path, 'category', `必須是 info/shop.md 的分類：${known}`)
  }
  requirePictures(file, [
    { field: 'image', src: product.image.src },
    { field: 'image 的分享圖', src: sharePicture(product.image).src },
    ...product.gallery.map(({ src }, index) => ({ field: `gallery.${index}`, src })),
  ])
  // The story stands under a heading of the page.
  const html = (await markdownHtml(file.body)).replaceAll(/<(\/?)h2>/g, '<$1h3>')
  // The title goes into orders, mails and invoices.
  return { ...product, title: withPlainBlanks(product.title), id: file.name, html }
}

/**
 * Reads the products of a content folder, newest first. Throws ContentError
 * for a wrong field, an unknown category or a missing picture.
 */
export async function readProducts(content: string): Promise<readonly Product[]> {
  const shop = await readMarkdown(content, 'info/shop.md')
  const { categories } = parseFrontMatter(shopPageSchema, shop)
  const files = await readMarkdownFolder(content, 'products')
  const products = await Promise.all(files.map((file) => toProduct(file, categories)))
  return products.toSorted((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id))
}

const everyProduct = readOnce(() => readProducts(CONTENT))

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
  return products.filter((one) => isPublished(one, now)).map((one) => asSoldAt(one, now))
}

/** The product with this id, or nothing. */
export async function findProduct(id: string): Promise<Product | undefined> {
  const products = await findProducts()
  return products.find((product) => product.id === id)
}
