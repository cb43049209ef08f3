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
import { type HomePage, homePageSchema } from './home-page.ts'
import {
  type BlogPage,
  blogPageSchema,
  type ContactPage,
  contactPageSchema,
  type FaqPage,
  faqPageSchema,
  type InfoPage,
  infoPageSchema,
  type PatentPage,
  patentPageSchema,
  type Written,
} from './info-page.ts'
import { type Category, type ShopPage, shopPageSchema } from './shop-page.ts'

async function readInfo<Page extends object>(
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
  return readInfo('home', homePageSchema)
}

/** The words of the shop page, from content/info/shop.md. */
export const findShopPage: () => Promise<ShopPage> = readOnce(() =>
  readInfo('shop', shopPageSchema),
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
  return readInfo('blog', blogPageSchema)
}

/** A page that is mostly text. */
export function findInfoPage(
  name: 'about' | 'policy' | 'terms' | 'delete-data-facebook',
): Promise<Written<InfoPage>> {
  return readInfo(name, infoPageSchema)
}

/** The patent page. */
export function findPatentPage(): Promise<Written<PatentPage>> {
  return readInfo('patent-statement', patentPageSchema)
}

/** The contact page. */
export const findContactPage: () => Promise<Written<ContactPage>> = readOnce(() =>
  readInfo('contact', contactPageSchema),
)

/** The questions and answers; each answer as safe HTML. */
export async function findFaqPage(): Promise<Written<FaqPage>> {
  const faq = await readInfo('faq', faqPageSchema)
  const groups = await Promise.all(
    faq.groups.map(async (group) => ({
      ...group,
      items: await Promise.all(
        group.items.map(async ({ question, answer }) => ({
          question,
          answer: await markdownHtml(answer),
        })),
      ),
    })),
  )
  return { ...faq, groups }
}
