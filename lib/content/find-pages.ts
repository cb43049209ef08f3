import 'server-only'

import type { ZodType } from 'zod'

import {
  CONTENT,
  parseFrontMatter,
  readMarkdown,
  readOnce,
  requirePictures,
} from '../adapters/markdown/content-file.ts'
import { markdownHtml } from '../adapters/markdown/markdown-html.ts'
import {
  type BlogPage,
  blogPageSchema,
  type Category,
  type ContactPage,
  contactPageSchema,
  type HomePage,
  homePageSchema,
  type InfoPage,
  type ShopPage,
  shopPageSchema,
  type Written,
} from './pages.ts'
import { readInfoPages } from './read-info-pages.ts'

async function readWords<Page extends object>(
  name: string,
  schema: ZodType<Page>,
): Promise<Written<Page>> {
  const file = await readMarkdown(CONTENT, `info/${name}.md`)
  const page = parseFrontMatter(schema, file)
  const pictures = [...JSON.stringify(page).matchAll(/"(\/images\/[^"]+)"/g)]
  requirePictures(
    file,
    pictures.map(([, src]) => ({ field: 'src', src: src ?? '' })),
  )
  return { ...page, html: await markdownHtml(file.body) }
}

/** The words of the home page, from content/info/home.md. */
export function findHomePage(): Promise<HomePage> {
  return readWords('home', homePageSchema)
}

/** The words of the shop page, from content/info/shop.md. */
export const findShopPage: () => Promise<ShopPage> = readOnce(() =>
  readWords('shop', shopPageSchema),
)

/** The categories of the shop, in the order of the owner. */
export async function findCategories(): Promise<readonly Category[]> {
  return (await findShopPage()).categories
}

/** The category with this slug, or nothing. */
export async function findCategory(slug: string): Promise<Category | undefined> {
  const categories = await findCategories()
  return categories.find((category) => category.slug === slug)
}

/** The words above the list of articles, from content/info/blog.md. */
export function findBlogPage(): Promise<BlogPage> {
  return readWords('blog', blogPageSchema)
}

/** The contact page, from content/info/contact.md. */
export const findContactPage: () => Promise<Written<ContactPage>> = readOnce(() =>
  readWords('contact', contactPageSchema),
)

/** Every information page, by name. */
export const findInfoPages = readOnce(() => readInfoPages(CONTENT))

/** The information page with this slug, or nothing. */
export async function findInfoPage(slug: string): Promise<InfoPage | undefined> {
  const pages = await findInfoPages()
  return pages.find((page) => page.slug === slug)
}
