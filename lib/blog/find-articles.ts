import 'server-only'

import type { Article } from './article.ts'
import { readArticles } from './read-articles.ts'

let shelf: Promise<readonly Article[]> | undefined

/** All articles, newest first. Content ships with the build, so a production process reads it once; in development each call reads anew. */
export function findArticles(): Promise<readonly Article[]> {
  if (process.env.NODE_ENV !== 'production') return readArticles(process.cwd())
  shelf ??= readArticles(process.cwd())
  return shelf
}

/** The article with this slug, or nothing. */
export async function findArticle(slug: string): Promise<Article | undefined> {
  const articles = await findArticles()
  return articles.find((article) => article.slug === slug)
}
