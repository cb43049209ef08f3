import type { Article } from '#lib/blog/article.ts'
import type { InfoPage } from '#lib/content/pages.ts'
import { articlePath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

import { blocks } from './markdown.ts'

/** An article as markdown. */
export function articleMarkdown(article: Article) {
  const { title, description, author, date, updated, slug, markdown } = article
  return blocks(
    `# ${title}`,
    description === undefined ? undefined : `> ${description}`,
    `${author}，${formatDay(date)}，${absoluteUrl(articlePath(slug))}`,
    markdown,
    updated === undefined ? undefined : `最後更新：${formatDay(updated)}`,
  )
}

/** An information page as markdown. */
export function infoMarkdown({ title, description, updated, markdown }: InfoPage): string {
  return blocks(
    `# ${title}`,
    `> ${description}`,
    markdown,
    updated === undefined ? undefined : `最後更新：${formatDay(updated)}`,
  )
}
