import type { Crumb } from '../site/crumb.ts'
import { articlePath, PATHS } from '../site/paths.ts'

/** The way to the list of articles. */
export const BLOG_CRUMBS: readonly Crumb[] = [
  { label: '首頁', path: PATHS.home },
  { label: '誌', path: PATHS.blog },
]

/** The way to an article. */
export function articleCrumbs(article: { title: string; slug: string }): readonly Crumb[] {
  return [...BLOG_CRUMBS, { label: article.title, path: articlePath(article.slug) }]
}
