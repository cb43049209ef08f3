import 'server-only'

import { CONTENT, readOnce } from '../adapters/markdown/content-file.ts'
import type { Article } from './article.ts'
import { readArticles } from './read-articles.ts'

/** All articles, newest first. */
export const findArticles = readOnce(() => readArticles(CONTENT))

/** The article with this slug, or nothing. */
export async function findArticle(slug: string): Promise<Article | undefined> {
  const articles = await findArticles()
  return articles.find((article) => article.slug === slug)
}
