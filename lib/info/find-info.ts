import 'server-only'

import type { ZodType } from 'zod'

import { parseFrontMatter, requirePictures } from '../adapters/markdown/front-matter.ts'
import { markdownHtml } from '../adapters/markdown/markdown-html.ts'
import { readMarkdown } from '../adapters/markdown/read-folder.ts'
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
  const root = process.cwd()
  const file = await readMarkdown(root, `content/info/${name}.md`)
  const page = parseFrontMatter(schema, file)
  const pictures = [...JSON.stringify(page).matchAll(/"(\/images\/[^"]+)"/g)]
  requirePictures(
    root,
    file,
    pictures.map(([, src]) => ({ field: 'src', src: src ?? '' })),
  )
  return { ...page, html: await markdownHtml(file.body) }
}

/** The words of the home page, from content/info/home.md. */
export function findHomePage(): Promise<HomePage> {
  return readInfo('home', homePageSchema)
}

let shop: Promise<Written<ShopPage>> | undefined

/** The words of the shop page, from content/info/shop.md. Every page asks for the categories, so a production process reads it once. */
export function findShopPage(): Promise<ShopPage> {
  if (process.env.NODE_ENV !== 'production') return readInfo('shop', shopPageSchema)
  shop ??= readInfo('shop', shopPageSchema)
  return shop
}

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

let contact: Promise<Written<ContactPage>> | undefined

/** The contact page. Every footer asks for its profiles, so a production process reads it once. */
export function findContactPage(): Promise<Written<ContactPage>> {
  if (process.env.NODE_ENV !== 'production') return readInfo('contact', contactPageSchema)
  contact ??= readInfo('contact', contactPageSchema)
  return contact
}

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
