import 'server-only'

import type { BlogPosting, WithContext } from 'schema-dts'
import { z } from 'zod'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type MarkdownFile,
  markdownHtml,
  memoizePerBuild,
  parseFrontMatter,
  type PictureCheck,
  readMarkdownFolder,
  requirePictures,
} from '#lib/adapters/markdown/content-file.ts'
import { BRAND, LANGUAGE } from '#lib/company/company.ts'
import { day, pictureSchema, text } from '#lib/content/pages.ts'
import { isPlanned, isPublished } from '#lib/content/publication.ts'
import { largePicture } from '#lib/content/shown-picture.ts'
import { availability, isOnSale } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { articlePath, PATHS } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import { type Breadcrumb, ORGANIZATION_ID } from '#lib/seo/structured-data.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'

/** The shirt with which an article ends: that of a series among its tags, else the newest that can be bought. */
export function shirtOf(
  { tags }: Pick<Article, 'tags'>,
  products: readonly Product[],
  now = new Date(),
): Product | undefined {
  const related = products.find(({ subcategory }) => tags.some((tag) => tag === subcategory))
  return related ?? products.find((product) => isOnSale(availability(product, now)))
}

/** Maximum length of an excerpt, in characters. */
export const EXCERPT_LENGTH = 150

/** The front matter of content/blog/{YYYY-MM-DD}-{slug}.md. */
export const articleFrontMatterSchema = z.strictObject({
  title: text.default('無標題'),
  date: day,
  updated: day.optional(),
  draft: z.boolean('必須是 true 或 false').optional(),
  description: text.optional(),
  tags: z.array(text).default([]),
  author: text,
  cover: pictureSchema,
})
export type ArticleFrontMatter = Readonly<z.infer<typeof articleFrontMatterSchema>>

/** A blog article: its front matter, its slug, its excerpt, and its body as markdown and as safe HTML. */
export type Article = ArticleFrontMatter & {
  readonly slug: string
  readonly excerpt: string
  readonly markdown: string
  readonly html: string
}

/** The date and the slug in the name of an article's file (the file name minus its date), or nothing. */
export function parseArticleName(name: string): { date: string; slug: string } | undefined {
  const [, date, slug] = /^(\d{4}-\d{2}-\d{2})-([a-z0-9-]+)$/.exec(name) ?? []
  return date === undefined || slug === undefined ? undefined : { date, slug }
}

const MARKS =
  /!\[[^\]\n[]*\]\([^)\n]{0,500}\)|^#{1,6}\s+|^>\s?|^[-*+]\s+|^\d+\.\s+|^-{3,}$|`{1,3}|\*{1,3}/gm

/** The description, else the first 150 characters of the content without its marks. */
export function excerptOf(description: string | undefined, markdown: string): string {
  if (description !== undefined) return description
  const plain = markdown
    .replaceAll(MARKS, '')
    .replaceAll(/\[([^\]\n[]*)\]\([^)\n]{0,500}\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(plain)
  return characters.length <= EXCERPT_LENGTH
    ? plain
    : `${characters.slice(0, EXCERPT_LENGTH).join('')}…`
}

/** The articles next to one, in a list of newest first: the one before it in time, and the one after. */
export function neighbours(
  articles: readonly Article[],
  slug: string,
): { readonly previous: Article | undefined; readonly next: Article | undefined } {
  const index = articles.findIndex((article) => article.slug === slug)
  if (index < 0) return { previous: undefined, next: undefined }
  return { previous: articles[index + 1], next: articles[index - 1] }
}

/** The way to the list of articles. */
export const BLOG_BREADCRUMBS: readonly Breadcrumb[] = [
  { label: '首頁', path: PATHS.home },
  { label: '誌', path: PATHS.blog },
]

/** The way to an article. */
export function articleBreadcrumbs(article: {
  title: string
  slug: string
}): readonly Breadcrumb[] {
  return [...BLOG_BREADCRUMBS, { label: article.title, path: articlePath(article.slug) }]
}

/** The day (YYYY-MM-DD) on which an article was last changed: that of its publication, unless it says another. */
export function changedOn({ date, updated }: Pick<Article, 'date' | 'updated'>): string {
  return updated ?? date
}

const midnight = (date: string) => `${date}T00:00:00+08:00`

/** An article as search engines read it; what is published at midnight of its day in Taipei. */
export function articleData(article: Article): WithContext<BlogPosting> {
  const url = absoluteUrl(articlePath(article.slug))
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: article.title,
    description: article.excerpt,
    image: [absoluteUrl(largePicture(article.cover.src))],
    datePublished: midnight(article.date),
    dateModified: midnight(changedOn(article)),
    author: { '@type': 'Organization', name: article.author, url: absoluteUrl('/about') },
    publisher: { '@type': 'Organization', '@id': ORGANIZATION_ID, name: BRAND },
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    url,
    keywords: [...article.tags],
    inLanguage: LANGUAGE,
  }
}

async function toArticle(
  file: MarkdownFile,
  checkPicture: PictureCheck | undefined,
): Promise<Article> {
  const name = parseArticleName(file.name)
  if (!name) throw new ContentError(file.path, '檔名', '必須是 YYYY-MM-DD-英文網址.md')
  const article = parseFrontMatter(articleFrontMatterSchema, file)
  if (article.date !== name.date) {
    throw new ContentError(file.path, 'date', `必須與檔名的日期 ${name.date} 相同`)
  }
  if (changedOn(article) < article.date) {
    throw new ContentError(file.path, 'updated', '不可早於發布日 date')
  }
  requirePictures(file, [{ field: 'cover', src: article.cover.src }], checkPicture)
  return {
    ...article,
    slug: name.slug,
    excerpt: excerptOf(article.description, file.body),
    markdown: withPlainBlanks(file.body.trim()),
    html: await markdownHtml(file.body),
  }
}

/**
 * Reads a content folder's articles, newest first. Throws ContentError for invalid files, slugs or
 * pictures.
 */
export async function readArticles(
  content: string,
  checkPicture = BUILD_PICTURES,
): Promise<readonly Article[]> {
  const files = await readMarkdownFolder(content, 'blog')
  const articles = await Promise.all(files.map((file) => toArticle(file, checkPicture)))
  const slugs = new Set<string>()
  for (const [index, { slug }] of articles.entries()) {
    const path = files[index]?.path ?? slug
    if (slugs.has(slug)) throw new ContentError(path, '檔名', `網址 ${slug} 已經有人用了`)
    slugs.add(slug)
  }
  return articles.toSorted((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))
}

const everyArticle = memoizePerBuild(() => readArticles(CONTENT))

/** The articles that are or will be in the journal, newest first: all but drafts. */
export async function findPlannedArticles(): Promise<readonly Article[]> {
  return (await everyArticle()).filter(isPlanned)
}

/** The articles in the journal at `now`, newest first. */
export async function findArticles(now = new Date()): Promise<readonly Article[]> {
  return (await everyArticle()).filter((article) => isPublished(article, now))
}

/** The article with this slug, or nothing. */
export async function findArticle(slug: string): Promise<Article | undefined> {
  const articles = await findArticles()
  return articles.find((article) => article.slug === slug)
}
