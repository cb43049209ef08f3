import 'server-only'

import type { ZodType } from 'zod'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type PictureCheck,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdown,
  readMarkdownFolder,
  memoizePerBuild,
  requirePictures,
  markdownHtml,
} from '#lib/adapters/markdown/content-file.ts'
import { firstParts, OWNER_ROUTES, SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'
import {
  type BlogPage,
  blogPageSchema,
  type Category,
  type ContactPage,
  contactPageSchema,
  type GarmentPage,
  garmentPageSchema,
  type HomePage,
  homePageSchema,
  type InfoPage,
  infoPageSchema,
  type JoinPage,
  joinPageSchema,
  type QuestionGroup,
  type ShopPage,
  shopPageSchema,
  type RenderedPage,
} from './pages.ts'

/** Files of content/info used by other pages, each with its own schema. */
const TEXT_OF_OTHER_PAGES = ['home', 'shop', 'blog', 'contact', 'garment', 'join', 'trade', 'moved']

// First parts of the shop's other addresses; public/images is no page.
const TAKEN = new Set([...firstParts(SHOP_ROUTES), ...firstParts(OWNER_ROUTES), 'images'])

async function renderAnswers(group: QuestionGroup): Promise<QuestionGroup> {
  const items = group.items.map(async ({ question, answer }) => ({
    question,
    answer: await markdownHtml(answer),
  }))
  return { ...group, items: await Promise.all(items) }
}

async function toPage(
  file: MarkdownFile,
  checkPicture: PictureCheck | undefined,
): Promise<InfoPage> {
  const { name: slug, path, body } = file
  if (!/^[a-z0-9-]+$/.test(slug)) {
    throw new ContentError(path, '檔名', '只能用小寫英文、數字與 -')
  }
  if (TAKEN.has(slug)) throw new ContentError(path, '檔名', `/${slug} 已經是店裡的另一頁`)
  const page = parseFrontMatter(infoPageSchema, file)
  const { cover, groups } = page
  requirePictures(file, cover ? [{ field: 'cover', src: cover.src }] : [], checkPicture)
  // Questions stand above the body, as on the page.
  const answers = (groups ?? []).flatMap(({ title, items }) => [
    `## ${title}`,
    ...items.map(({ question, answer }) => `### ${question}\n\n${answer}`),
  ])
  return {
    ...page,
    ...(groups ? { groups: await Promise.all(groups.map(renderAnswers)) } : {}),
    slug,
    markdown: withPlainBlanks([...answers, body.trim()].join('\n\n').trim()),
    html: await markdownHtml(body),
  }
}

/**
 * Returns the information pages of a content folder, by name.
 * Throws ContentError for a bad name, a wrong field or a missing picture.
 */
export async function readInfoPages(
  content: string,
  checkPicture = BUILD_PICTURES,
): Promise<readonly InfoPage[]> {
  const files = await readMarkdownFolder(content, 'info')
  const pages = files.filter(({ name }) => !TEXT_OF_OTHER_PAGES.includes(name))
  return Promise.all(pages.map((file) => toPage(file, checkPicture)))
}

async function readPageText<Page extends object>(
  name: string,
  schema: ZodType<Page>,
  content = CONTENT,
): Promise<RenderedPage<Page>> {
  const file = await readMarkdown(content, `info/${name}.md`)
  const page = parseFrontMatter(schema, file)
  const markdown = withPlainBlanks(file.body.trim())
  return { ...page, markdown, html: await markdownHtml(file.body) }
}

/** The words of a content folder's pages that have fields of their own, of which others need two. Throws ContentError. */
export async function readShopText(
  content: string,
): Promise<{ readonly home: HomePage; readonly shop: ShopPage }> {
  const [home, shop] = await Promise.all([
    readPageText('home', homePageSchema, content),
    readPageText('shop', shopPageSchema, content),
    readPageText('blog', blogPageSchema, content),
    readPageText('contact', contactPageSchema, content),
    readPageText('garment', garmentPageSchema, content),
    readPageText('join', joinPageSchema, content),
  ])
  return { home, shop }
}

/** The words of the home page, from content/info/home.md. */
export function findHomePage(): Promise<HomePage> {
  return readPageText('home', homePageSchema)
}

/** The words of the shop page, from content/info/shop.md. */
export const findShopPage: () => Promise<ShopPage> = memoizePerBuild(() =>
  readPageText('shop', shopPageSchema),
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
  return readPageText('blog', blogPageSchema)
}

/** The contact page, from content/info/contact.md. */
export const findContactPage: () => Promise<RenderedPage<ContactPage>> = memoizePerBuild(() =>
  readPageText('contact', contactPageSchema),
)

/** Texts of every garment page, from content/info/garment.md. */
export const findGarmentPage: () => Promise<RenderedPage<GarmentPage>> = memoizePerBuild(() =>
  readPageText('garment', garmentPageSchema),
)

/** The page for creators who want to join, from content/info/join.md. */
export const findJoinPage: () => Promise<RenderedPage<JoinPage>> = memoizePerBuild(() =>
  readPageText('join', joinPageSchema),
)

/** Every information page, by name. */
export const findInfoPages = memoizePerBuild(() => readInfoPages(CONTENT))

/** The information page with this slug, or nothing. */
export async function findInfoPage(slug: string): Promise<InfoPage | undefined> {
  const pages = await findInfoPages()
  return pages.find((page) => page.slug === slug)
}
