import 'server-only'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type HasPicture,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdownFolder,
  memoizePerBuild,
  requirePictures,
  markdownHtml,
} from '../adapters/markdown/content-file.ts'
import { isPlanned, isPublished } from '../content/pages.ts'
import { sharePicture } from '../content/pictures.ts'
import { withPlainBlanks } from '../text/no-break.ts'
import {
  type Article,
  articleFrontMatterSchema,
  changedOn,
  excerptOf,
  parseArticleName,
} from './article.ts'

async function toArticle(file: MarkdownFile, hasPicture: HasPicture | undefined): Promise<Article> {
  const name = parseArticleName(file.name)
  if (!name) throw new ContentError(file.path, '檔名', '必須是 YYYY-MM-DD-英文網址.md')
  const article = parseFrontMatter(articleFrontMatterSchema, file)
  if (article.date !== name.date) {
    throw new ContentError(file.path, 'date', `必須與檔名的日期 ${name.date} 相同`)
  }
  if (changedOn(article) < article.date) {
    throw new ContentError(file.path, 'updated', '不可早於發布日 date')
  }
  const pictures = [
    { field: 'cover', src: article.cover.src },
    { field: 'cover 的分享圖', src: sharePicture(article.cover).src },
  ]
  requirePictures(file, pictures, hasPicture)
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
  hasPicture = BUILD_PICTURES,
): Promise<readonly Article[]> {
  const files = await readMarkdownFolder(content, 'blog')
  const articles = await Promise.all(files.map((file) => toArticle(file, hasPicture)))
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
  return (await everyArticle()).filter((one) => isPublished(one, now))
}

/** The article with this slug, or nothing. */
export async function findArticle(slug: string): Promise<Article | undefined> {
  const articles = await findArticles()
  return articles.find((article) => article.slug === slug)
}
