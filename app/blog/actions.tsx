'use server'

import { z } from 'zod'

import { ArticleCard } from '#components/blog/article-card.tsx'
import type { SearchAnswer } from '#components/blog/article-search.tsx'
import { matchesSearch, searchText } from '#lib/blog/article-search.ts'
import { findArticles } from '#lib/blog/article.ts'
import { hasPublicAllowance } from '#lib/limit/require-allowance.ts'
import { pageOf } from '#lib/routes/paging.ts'

const typedSchema = z.string().max(100)

/** Searches all articles. Returns the count and newest cards, or null when rate-limited. */
export async function searchArticlesAction(text: string): Promise<SearchAnswer | null> {
  if (!(await hasPublicAllowance('search'))) return null
  const typed = typedSchema.safeParse(text)
  const articles = typed.success ? await findArticles() : []
  const found = articles.filter((article) => matchesSearch(searchText(article), typed.data ?? ''))
  const cards = pageOf(found, 1).items.map((article) => ({
    slug: article.slug,
    card: <ArticleCard article={article} heading="h2" />,
  }))
  return { count: found.length, cards }
}
